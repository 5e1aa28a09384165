"""The store of all tables: rows are only ever appended, in one transaction a move; of two who race, one is refused."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from cabotage.tables import packing
from cabotage.tables.database import connect, is_postgres, migrate
from cabotage.tables.errors import UnknownTable
from cabotage.tables.notices import CHANNEL, Notice, Notices
from cabotage.tables.row import Row
from cabotage.tables.schema import EVENTS, SNAPSHOTS, TABLES

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class SeqTaken(Exception):
    """Somebody else has written a row of this number; read the log again."""


@dataclass(frozen=True)
class Summary:
    """What lists and clocks need to know of a table without reading its log."""

    table: str
    game: str
    status: str  # "waiting", "running" or "over"
    changed_ms: int
    deadline_ms: int | None = None


class Log:
    """Open it with `await Log.open(url)`; the same on an SQLite file and on PostgreSQL."""

    def __init__(self, engine: AsyncEngine, url: str) -> None:
        self.engine = engine
        self.is_shared = is_postgres(url)  # whether other processes may write to the same tables
        self.notices = Notices(url) if self.is_shared else None
        # One writer at a time: SQLite has only one anyway, and waiting here is quicker than being refused there.
        self._writer = contextlib.nullcontext() if self.is_shared else asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Log:
        """Connect, and bring the database up to date."""
        engine = connect(url)
        try:
            await migrate(engine)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine, url)

    async def close(self) -> None:
        if self.notices is not None:
            await self.notices.close()
        await self.engine.dispose()

    async def create(self, seed: bytes, rows: Sequence[Row], summary: Summary) -> None:
        """A new table with its first rows."""
        first = {
            "id": summary.table,
            "seed": seed,
            "game": summary.game,
            "status": summary.status,
            "opened_ms": rows[0].at_ms,
            "changed_ms": summary.changed_ms,
            "deadline_ms": summary.deadline_ms,
        }
        async with self._writing() as connection:
            await connection.execute(insert(TABLES), first)
            await connection.execute(insert(EVENTS), [packing.columns(row) for row in rows])
            await self._notify(connection, rows)

    async def append(self, rows: Sequence[Row], summary: Summary) -> None:
        """All of these rows or none; SeqTaken if another has been quicker. When this returns, they are on the disk."""
        change = update(TABLES).where(TABLES.c.id == summary.table)
        try:
            async with self._writing() as connection:
                await connection.execute(insert(EVENTS), [packing.columns(row) for row in rows])
                await connection.execute(
                    change.values(status=summary.status, changed_ms=summary.changed_ms, deadline_ms=summary.deadline_ms)
                )
                await self._notify(connection, rows)
        except IntegrityError as error:
            raise SeqTaken from error

    async def seed(self, table: str) -> bytes:
        """What this table's dice are made of; for the dice only."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(select(TABLES.c.seed).where(TABLES.c.id == table))).scalar_one_or_none()
        if found is None:
            raise UnknownTable("table.unknown", table=repr(table))
        return bytes(found)

    async def rows(self, table: str, after: int = -1) -> list[Row]:
        """The log of a table from that row on; the older part from a snapshot, if there is one."""
        rows: list[Row] = []
        async with self.engine.connect() as connection:
            if after < 0:
                query = select(SNAPSHOTS.c.packed).where(SNAPSHOTS.c.table_id == table)
                packed = (await connection.execute(query)).scalar_one_or_none()
                rows = [] if packed is None else packing.unpack(table, bytes(packed))
            last = rows[-1].seq if rows else after
            newer = EVENTS.c.table_id == table, EVENTS.c.seq > last
            query = select(EVENTS.c.seq, EVENTS.c.kind, EVENTS.c.seat, EVENTS.c.value, EVENTS.c.at_ms)
            found = await connection.execute(query.where(*newer).order_by(EVENTS.c.seq))
            return rows + [packing.row(table, *columns) for columns in found]

    async def keep(self, rows: Sequence[Row]) -> None:
        """Write a snapshot of all rows so far."""
        table = rows[0].table
        values = {"table_id": table, "seq": rows[-1].seq, "packed": packing.pack(rows)}
        # Two workers may do it at once: then the other's is as good.
        with contextlib.suppress(IntegrityError):
            async with self._writing() as connection:
                await connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table))
                await connection.execute(insert(SNAPSHOTS), values)

    async def forget_snapshots(self) -> None:
        """Delete the cache; nothing is lost by it."""
        async with self._writing() as connection:
            await connection.execute(delete(SNAPSHOTS))

    async def summaries(self, status: str | None = None, limit: int = 100) -> list[Summary]:
        """Tables, the latest changed first."""
        query = _SUMMARIES.order_by(TABLES.c.changed_ms.desc(), TABLES.c.id).limit(limit)
        return await self._summaries(query if status is None else query.where(TABLES.c.status == status))

    async def due(self, now_ms: int) -> list[Summary]:
        """Tables at which a turn has lasted too long."""
        return await self._summaries(_SUMMARIES.where(TABLES.c.deadline_ms <= now_ms).order_by(TABLES.c.deadline_ms))

    async def _summaries(self, query: Any) -> list[Summary]:
        async with self.engine.connect() as connection:
            return [Summary(*columns) for columns in await connection.execute(query)]

    @contextlib.asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with self._writer, self.engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    async def _notify(self, connection: AsyncConnection, rows: Sequence[Row]) -> None:
        """Tell the other workers; PostgreSQL sends it when, and only if, this transaction is committed."""
        if self.is_shared:
            notice = Notice(rows[0].table, rows[0].seq, rows[-1].seq)
            await connection.execute(
                text("SELECT pg_notify(:channel, :notice)"), {"channel": CHANNEL, "notice": str(notice)}
            )


_SUMMARIES = select(TABLES.c.id, TABLES.c.game, TABLES.c.status, TABLES.c.changed_ms, TABLES.c.deadline_ms)
