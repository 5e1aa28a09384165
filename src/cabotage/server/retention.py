"""Deletes old tables, if the host wants that: finished ones, and those that nobody plays any more."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import delete

from cabotage.server.schema import (
    ANALYSES,
    INVITATIONS,
    LISTINGS,
    MEMBERS,
    OUTBOX,
    PRESENCE,
    RESULTS,
    SEAT_REQUESTS,
    WATCHES,
)

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.server.settings import Settings
    from cabotage.tables import Tables
    from cabotage.tables.clock import Now

EVERY_SECONDS = 3600.0
AT_ONCE = 100  # tables per transaction, so that moves do not wait
DAY_MS = 24 * 3600 * 1000
OF_TABLES = (ANALYSES, INVITATIONS, LISTINGS, MEMBERS, PRESENCE, RESULTS, SEAT_REQUESTS, WATCHES, OUTBOX)

logger = logging.getLogger(__name__)


class Retention:
    """One task per server. If several do it at once, each table is deleted once."""

    def __init__(self, tables: Tables, settings: Settings, now: Now) -> None:
        self._tables = tables
        self._now = now
        self._days = {
            ("over",): settings.keep_finished_days,
            ("waiting", "running"): settings.keep_idle_days,
        }
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if any(self._days.values()):
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def delete_old(self) -> int:
        """Delete what is older than the host keeps; returns how many tables that were."""
        count = 0
        for status, days in self._days.items():
            while days and (found := await self._tables.log.old(status, self._now() - round(days * DAY_MS), AT_ONCE)):
                await self.delete(found)
                count += len(found)
        return count

    async def delete(self, tables: list[str]) -> None:
        """The server's own rows first: what is left if it stops in between is found again."""

        def work(connection: Connection) -> None:
            for table in OF_TABLES:
                connection.execute(delete(table).where(table.c.table_id.in_(tables)))

        await self._tables.log.database.write(work)
        await self._tables.delete(tables)

    async def _run(self) -> None:
        while True:
            try:
                if count := await self.delete_old():
                    logger.info("tables_deleted", extra={"fields": {"count": count}})
            except Exception:  # the database may be back in an hour
                logger.exception("retention_failed")
            await asyncio.sleep(EVERY_SECONDS)
