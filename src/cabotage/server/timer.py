"""Checks the clocks of all tables, and starts bots that are to act after a restart."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cabotage.core.errors import CabotageError

if TYPE_CHECKING:
    from cabotage.server.bots.runner import BotRunner
    from cabotage.server.lobby import Lobby
    from cabotage.tables import Tables

TICK_SECONDS = 0.5
ROUND_TICKS = 120  # between two checks of all running tables, for bots of a worker that died

logger = logging.getLogger(__name__)


class Timer:
    """One task per worker. If two workers do the same, the log accepts only the first."""

    def __init__(self, tables: Tables, lobby: Lobby, bot_runner: BotRunner) -> None:
        self._tables = tables
        self._lobby = lobby
        self._bot_runner = bot_runner
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
                if tick % ROUND_TICKS == 0 and (tick == 0 or self._tables.log.is_shared):
                    await self._wake_bots()
                for appended in await self._tables.expire():
                    self._bot_runner.look(await self._tables.find(appended.table))
            except Exception:  # the clocks of all other tables must go on
                logger.exception("timer_failed")
            tick += 1
            await asyncio.sleep(TICK_SECONDS)

    async def _wake_bots(self) -> None:
        """Tables where a bot was to act when the server stopped."""
        for name in await self._lobby.running():
            try:
                self._bot_runner.look(await self._tables.find(name))
            except CabotageError as error:
                logger.warning("table_unreadable", extra={"fields": {"table": name, "reason": str(error)}})
            await asyncio.sleep(0)  # lets requests run in between
