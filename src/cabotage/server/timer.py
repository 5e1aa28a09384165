"""Looks after the tables that are due: clocks that run out, and bots that nobody runs since their server stopped."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from cabotage.core.errors import CabotageError
from cabotage.tables.errors import DatabaseFailure

if TYPE_CHECKING:
    from cabotage.server.bots.runner import BotRunner
    from cabotage.server.due import Due
    from cabotage.tables import Tables

TICK_SECONDS = 0.5
UNKNOWN_TICKS = 10  # between two searches for tables that an older version has changed
MOST = 100  # tables per tick
MOST_THOUGHTS = 500  # at once; more bots are left to other servers, or wait
ASIDE_SECONDS = 60.0  # for a table that fails

logger = logging.getLogger(__name__)


class Timer:
    """One task per server."""

    def __init__(self, tables: Tables, due: Due, bot_runner: BotRunner) -> None:
        self._tables = tables
        self._due = due
        self._bot_runner = bot_runner
        self._aside: dict[str, float] = {}  # until when
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        tick = 0
        while True:
            try:
                await self._look(tick % UNKNOWN_TICKS == 0)
            except Exception:  # the clocks must go on
                logger.exception("timer_failed")
            tick += 1
            await asyncio.sleep(TICK_SECONDS)

    async def _look(self, is_for_unknown: bool) -> None:
        now = time.monotonic()
        self._aside = {table: until for table, until in self._aside.items() if until > now}
        skipped = self._bot_runner.busy | self._aside.keys()
        is_full = len(self._bot_runner.busy) >= MOST_THOUGHTS
        found = await self._due.claim(MOST + len(skipped), is_only_clocks=is_full)
        if is_for_unknown:
            found += await self._due.claim_unknown(MOST)
        for table in found:
            if table not in skipped:
                await self._attend(table)

    async def _attend(self, name: str) -> None:
        """A table that fails must not stop the others."""
        try:
            table = await self._tables.find(name)
            appended = await table.expire_all()
            self._bot_runner.look(table)
            is_done = bool(appended) or table.bot_to_act is not None or await self._due.settle(table)
        except DatabaseFailure as error:  # not the table's fault: it is due again when the database is back
            logger.warning("table_unreadable", extra={"fields": {"table": name, "reason": str(error)}})
            is_done = True
        except Exception as error:
            is_known = isinstance(error, CabotageError)
            fields = {"table": name, "reason": str(error)}
            logger.warning("table_unreadable", exc_info=None if is_known else error, extra={"fields": fields})
            is_done = False
        if not is_done:
            self._aside[name] = time.monotonic() + ASIDE_SECONDS
