"""The tables of the database. A change here needs a migration in migrations/."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()

# `seed` is secret, and the only thing here that cannot be computed from the events; at the end of the game it is copied
# into the log. The rest is for lists, clocks and bots. `due_ms` is when the table needs attention: its clock runs out,
# or a bot has to act. `due_server` is the server that takes care of it. `due_as_of_ms` is `changed_ms` at the time
# `due_ms` was written; the two differ after a write of a version that does not know these columns.
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("game", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    Column("deadline_ms", BigInteger),
    Column("due_ms", BigInteger),
    Column("due_server", String(32)),
    Column("due_as_of_ms", BigInteger),
    Index("tables_by_deadline", "deadline_ms"),
    Index("tables_by_status", "status", "changed_ms"),
)
# Partial: their size depends on the tables that need something, not on all tables.
_IS_DUE = TABLES.c.due_ms.is_not(None)
IS_DUE_UNKNOWN = TABLES.c.due_as_of_ms.is_distinct_from(TABLES.c.changed_ms)
Index("tables_by_due", TABLES.c.due_ms, postgresql_where=_IS_DUE, sqlite_where=_IS_DUE)
Index(
    "tables_by_unknown_due",
    TABLES.c.status,
    TABLES.c.changed_ms,
    postgresql_where=IS_DUE_UNKNOWN,
    sqlite_where=IS_DUE_UNKNOWN,
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("value", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# Seeds of tables that are not open yet; also secret. Opening the table deletes the row.
PROMISES = Table(
    "promises",
    METADATA,
    Column("commitment", String(64), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Index("promises_by_time", "made_ms"),
)

# A cache: the rows up to `seq` of a long table, packed, so that loading reads one value instead of thousands of rows.
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", String(64), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

# The oldest version of each part of the schema whose programs can still use this database. Migrations only add; one
# that takes something away raises this number, in a release after the one that stopped using it.
COMPATIBILITY = Table(
    "compatibility",
    METADATA,
    Column("part", String(16), primary_key=True),  # the folder of its migrations: "tables" or "server"
    Column("oldest", String(32), nullable=False),
)
