"""Whether the server can keep a promise: a write is durable, the file is the one it opened, the disk has room."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import func, select, text

from cabotage.tables.database import SQLite
from cabotage.tables.errors import DatabaseFailure, DatabaseFull, DatabaseLost
from cabotage.tables.schema import TABLES

if TYPE_CHECKING:
    from cabotage.server.metrics import Metrics
    from cabotage.server.settings import Settings
    from cabotage.tables.database import Database

WAIT_SECONDS = 5.0
KEPT_SECONDS = 1.0  # the answer, so that asking often costs nothing
MEGABYTE = 1_000_000
# Changes nothing, but has to reach the disk like a move.
WRITE = text("UPDATE server_version SET version_num = version_num")


class Readiness:
    """Of one server. All requests within a second get the same answer."""

    def __init__(
        self, database: Database, settings: Settings, metrics: Metrics, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._metrics = metrics
        self._least_bytes = settings.disk_reserve_mb * MEGABYTE
        self._clock = clock
        self._asked = -KEPT_SECONDS
        self._answer: asyncio.Task[DatabaseFailure | None] | None = None

    def _free_bytes(self) -> int | None:
        """Room on the disk of an SQLite file; PostgreSQL has its own disk."""
        if not isinstance(self._database, SQLite):
            return None
        try:
            return shutil.disk_usage(self._database.path.parent).free
        except OSError:
            return 0

    async def check(self) -> None:
        """Raise DatabaseFull or DatabaseLost."""
        if self._answer is None or (self._answer.done() and self._clock() - self._asked >= KEPT_SECONDS):
            self._asked = self._clock()
            self._answer = asyncio.create_task(self._try())
        failure = await asyncio.shield(self._answer)
        if failure is not None:
            raise failure

    async def _try(self) -> DatabaseFailure | None:
        failure = await self._failure()
        self._metrics.checked(failure is None, self._free_bytes())
        return failure

    async def _failure(self) -> DatabaseFailure | None:
        try:
            free_bytes = self._free_bytes()
            if free_bytes is not None and free_bytes < self._least_bytes:
                return DatabaseFull("database.full")
            async with asyncio.timeout(WAIT_SECONDS):
                await self._database.write(lambda connection: connection.execute(WRITE))
        except DatabaseFailure as failure:
            return failure
        except TimeoutError:
            return DatabaseLost("database.slow", seconds=int(WAIT_SECONDS))
        return None


async def newest_ms(database: Database) -> int:
    """When a running table changed last; 0 if there is none."""
    query = select(func.max(TABLES.c.changed_ms)).where(TABLES.c.status == "running")
    return int(await database.read(lambda connection: connection.execute(query).scalar_one()) or 0)
