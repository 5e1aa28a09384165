"""The log of all tables: append-only, one transaction per move; of two concurrent writers, one fails."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from cabotage.tables import commitments, packing
from cabotage.tables.commit import Statement
from cabotage.tables.database import Database, PostgreSQL
from cabotage.tables.errors import UnknownTable
from cabotage.tables.notifications import CHANNEL, Appended, Notifications
from cabotage.tables.row import Kind, Row
from cabotage.tables.schema import EVENTS, SNAPSHOTS, TABLES
from cabotage.tables.seat import without_person

if TYPE_CHECKING:
    from sqlalchemy import Select
    from sqlalchemy.engine import Connection

_SUMMARIES = select(TABLES.c.id, TABLES.c.game, TABLES.c.status, TABLES.c.changed_ms, TABLES.c.deadline_ms)
# Statements for many tables at once: the part in braces is repeated for each row.
_APPEND = f"INSERT INTO events ({', '.join(packing.COLUMNS)}) VALUES {{(?, ?, ?, ?, ?, ?)}}"
_CHANGE = (
    "WITH new (id, status, changed_ms, deadline_ms, due_ms, server) AS (VALUES "
    "{(?, ?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), ?)}) "
    "UPDATE tables SET status = new.status, changed_ms = new.changed_ms, deadline_ms = new.deadline_ms, "
    "due_ms = new.due_ms, due_as_of_ms = new.changed_ms, due_server = new.server FROM new WHERE tables.id = new.id"
)
_NOTIFY = "SELECT pg_notify(new.channel, new.payload) FROM (VALUES {(?, ?)}) AS new (channel, payload)"


@dataclass(frozen=True)
class Summary:
    """What lists and clocks need of a table, without reading its log."""

    id: str
    game: str
    status: str  # "waiting", "running" or "over"
    changed_ms: int
    deadline_ms: int | None = None
    due_ms: int | None = None  # when its clock runs out, or a bot has to act


class Log:
    """Open it with `await Log.open(url)`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.server = secrets.token_hex(8)  # this process, among those that share the database
        self.notifications = Notifications(database.address) if isinstance(database, PostgreSQL) else None

    @classmethod
    async def open(cls, url: str) -> Log:
        """Connect and migrate."""
        return cls(await Database.open(url))

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same tables."""
        return self.database.is_shared

    async def close(self) -> None:
        """Close the database."""
        if self.notifications is not None:
            await self.notifications.close()
        await self.database.close()

    async def create(self, seed: bytes, rows: Sequence[Row], summary: Summary, promised: str | None = None) -> None:
        """A new table with its first rows. Uses up the commitment of its dice in the same transaction."""

        def work(connection: Connection) -> None:
            if promised is not None:
                commitments.spend(connection, promised)
            due = {"due_as_of_ms": summary.changed_ms, "due_server": self.server}
            connection.execute(insert(TABLES), {**asdict(summary), **due, "seed": seed, "opened_ms": rows[0].at_ms})
            connection.execute(insert(EVENTS), [packing.columns(row) for row in rows])

        await self.database.write(work)

    async def append(self, rows: Sequence[Row], summary: Summary) -> None:
        """Append all rows or none; Conflict if another writer was first. When it returns, they are on the disk."""
        statements = [
            Statement(_APPEND, list(map(packing.values, rows))),
            Statement(_CHANGE, [self._change(summary)]),
        ]
        if self.is_shared:  # PostgreSQL notifies the other workers if and when this is committed
            appended = Appended(rows[0].table, rows[0].seq, rows[-1].seq)
            statements.append(Statement(_NOTIFY, [(CHANNEL, str(appended))]))
        await self.database.append(summary.id, statements)

    def _change(self, summary: Summary) -> tuple[str | int | None, ...]:
        return summary.id, summary.status, summary.changed_ms, summary.deadline_ms, summary.due_ms, self.server

    async def seed(self, table: str) -> bytes:
        """The seed of this table; for the dice only."""
        query = select(TABLES.c.seed).where(TABLES.c.id == table)
        found = await self.database.read(lambda connection: connection.execute(query).scalar_one_or_none())
        if found is None:
            raise UnknownTable("table.unknown", table=repr(table))
        return bytes(found)

    async def rows(self, table: str, after: int = -1) -> list[Row]:
        """The rows after that one; the older part from a snapshot, if there is one."""
        snapshot = select(SNAPSHOTS.c.packed).where(SNAPSHOTS.c.table_id == table)
        events = select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.value, EVENTS.c.at_ms)
        events = events.where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq)

        def work(connection: Connection) -> list[Row]:
            packed = connection.execute(snapshot).scalar_one_or_none() if after < 0 else None
            rows = [] if packed is None else packing.unpack(table, bytes(packed))
            newer = events.where(EVENTS.c.seq > (rows[-1].seq if rows else after))
            return rows + [packing.row(table, *columns) for columns in connection.execute(newer)]

        return await self.database.read(work)

    async def keep(self, rows: Sequence[Row]) -> None:
        """Write a snapshot of all rows so far."""
        table = rows[0].table

        def work(connection: Connection) -> None:
            values = {"table_id": table, "seq": rows[-1].seq, "packed": packing.pack(rows)}
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table))
            connection.execute(insert(SNAPSHOTS), values)

        with contextlib.suppress(IntegrityError):  # another worker did the same at the same time
            await self.database.write(work)

    async def forget(self, table: str, holder: str) -> None:
        """Remove a person's identity and name from the rows that say who sat down."""
        sat = select(EVENTS.c.seq, EVENTS.c.value).where(EVENTS.c.table_id == table, EVENTS.c.kind == Kind.SAT.value)
        this = update(EVENTS).where(EVENTS.c.table_id == table)

        def work(connection: Connection) -> None:
            for seq, value in connection.execute(sat).all():
                person = packing.decode(value)
                if person["holder"] == holder:
                    scrubbed = packing.encode(without_person(person))
                    connection.execute(this.where(EVENTS.c.seq == seq).values(value=scrubbed))
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table))

        await self.database.write(work)

    async def old(self, status: Collection[str], before_ms: int, limit: int) -> list[str]:
        """Tables with one of these statuses that have not changed since."""
        query = select(TABLES.c.id).where(TABLES.c.status.in_(status), TABLES.c.changed_ms < before_ms)
        query = query.order_by(TABLES.c.changed_ms).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def delete(self, tables: Sequence[str]) -> None:
        """Delete these tables with all their rows."""

        def work(connection: Connection) -> None:
            for column in (SNAPSHOTS.c.table_id, EVENTS.c.table_id, TABLES.c.id):
                connection.execute(delete(column.table).where(column.in_(tables)))

        await self.database.write(work)

    async def forget_snapshots(self) -> None:
        """Delete the cache; it can be built again."""
        await self.database.write(lambda connection: connection.execute(delete(SNAPSHOTS)))

    async def summaries(self, status: str | None = None, limit: int = 100) -> list[Summary]:
        """Tables, the last changed first."""
        query = _SUMMARIES.order_by(TABLES.c.changed_ms.desc(), TABLES.c.id).limit(limit)
        return await self._summaries(query if status is None else query.where(TABLES.c.status == status))

    async def due(self, now_ms: int) -> list[Summary]:
        """Tables at which a turn has run out of time."""
        return await self._summaries(_SUMMARIES.where(TABLES.c.deadline_ms <= now_ms).order_by(TABLES.c.deadline_ms))

    async def _summaries(self, query: Select[tuple[str, str, str, int, int | None]]) -> list[Summary]:
        return await self.database.read(
            lambda connection: [Summary(**row._mapping) for row in connection.execute(query)]
        )
