"""Which servers on this database are alive: each extends its lease every second, and is dead when it runs out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

import cabotage

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.tables.database import Database

BEAT_SECONDS = 1.0
LEASE_MS = 6000
FORGET_MS = 3_600_000  # a dead server, and what was known through it
FORGET_BEATS = 60
NOW_MS = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

# Presence can be announced again, so its transactions need not wait for the disk.
QUICK = text("SET LOCAL synchronous_commit TO off")
_BEAT = text(f"""
    WITH mine AS (
        INSERT INTO servers (id, until_ms, version) VALUES (:server, {NOW_MS} + :lease_ms, :version)
        ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms
    )
    SELECT id FROM servers WHERE until_ms > {NOW_MS}
""")
_END = text("DELETE FROM servers WHERE id = :server")
_FORGET = text(f"""
    WITH dead AS (DELETE FROM servers WHERE until_ms < {NOW_MS} - :forget_ms RETURNING id)
    DELETE FROM presence WHERE server IN (SELECT id FROM dead) OR gone_ms < {NOW_MS} - :forget_ms
""")

logger = logging.getLogger(__name__)


class Leases:
    """For PostgreSQL only. Everything a server has taken care of becomes free when its lease runs out."""

    def __init__(self, database: Database, server: str) -> None:
        self.server = server
        self._database = database
        self._alive: frozenset[str] = frozenset({server})  # at the last beat
        self._task: asyncio.Task[None] | None = None
        self._changed: list[Callable[[Set[str], Set[str]], Any]] = []
        self._lapsed: list[Callable[[], Any]] = []

    def on_change(self, changed: Callable[[Set[str], Set[str]], Any]) -> None:
        """Call this with the servers that have come and those that have gone."""
        self._changed.append(changed)

    def on_lapse(self, lapsed: Callable[[], Any]) -> None:
        """Call this if our own lease had run out: others may have taken over what we did."""
        self._lapsed.append(lapsed)

    async def start(self) -> None:
        """When it returns, the others know of this server."""
        self._alive = frozenset({self.server, *await self._extend()})
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End the lease now, so that others need not wait until it runs out."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self._execute(_END, server=self.server)
        except Exception as error:  # it runs out by itself
            logger.warning("lease_not_ended", extra={"fields": {"reason": str(error)}})

    async def _run(self) -> None:
        beat = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            beat += 1
            try:
                await self._beat()
                if beat % FORGET_BEATS == 0:
                    await self._execute(_FORGET, forget_ms=FORGET_MS)
            except Exception as error:  # the database may be back at the next beat
                logger.warning("lease_not_extended", extra={"fields": {"reason": str(error)}})

    async def _beat(self) -> None:
        found = await self._extend()
        if self.server not in found:
            logger.warning("lease_lapsed")
            for lapsed in self._lapsed:
                lapsed()
        alive = found | {self.server}
        come, gone = alive - self._alive, self._alive - alive
        self._alive = alive
        if come or gone:
            for changed in self._changed:
                changed(come, gone)

    async def _extend(self) -> frozenset[str]:
        """The servers that were alive before this beat."""
        rows = await self._execute(_BEAT, server=self.server, lease_ms=LEASE_MS, version=cabotage.__version__)
        return frozenset(str(row[0]) for row in rows)

    async def _execute(self, statement: Any, **values: object) -> list[Any]:
        def work(connection: Connection) -> list[Any]:
            connection.execute(QUICK)
            result = connection.execute(statement, values)
            return list(result) if result.returns_rows else []

        return await self._database.write(work)
