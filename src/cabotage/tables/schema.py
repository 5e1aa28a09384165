"""The tables of the database. A change here needs a migration in migrations/."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()

# `seed` is secret, and the only thing here that cannot be computed from the events; at the end of the game it is copied
# into the log. The rest is for lists and clocks.
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
    Index("tables_by_deadline", "deadline_ms"),
    Index("tables_by_status", "status", "changed_ms"),
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
