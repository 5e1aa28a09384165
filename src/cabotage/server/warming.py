"""Rules ready before somebody waits for them: compiled in a process of its own, then only loaded here."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from typing import TYPE_CHECKING

from cabotage.core.box import Box
from cabotage.games import GAMES

if TYPE_CHECKING:
    from cabotage.core.game import Game

COMPILE = "import sys; from cabotage.server.warming import compile_rules; compile_rules(sys.argv[1])"
NICENESS = 5

logger = logging.getLogger(__name__)


class Warming:
    """Compiling takes ten seconds and holds up everything else in a process; so it is not done in this one."""

    def __init__(self) -> None:
        self._games: dict[str, asyncio.Task[None]] = {}
        self._all: asyncio.Task[None] | None = None

    def start(self) -> None:
        """All games, one after the other."""
        self._all = asyncio.create_task(self._warm_all())

    async def ready(self, game: str) -> None:
        """Wait for one game, now; unknown ones and those of a server that does not warm are left to the caller."""
        if self._all is not None and game in GAMES:
            await asyncio.shield(self._task(game))

    async def close(self) -> None:
        tasks = [task for task in (self._all, *self._games.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _warm_all(self) -> None:
        for game in GAMES:
            await asyncio.shield(self._task(game))

    def _task(self, game: str) -> asyncio.Task[None]:
        if game not in self._games:
            self._games[game] = asyncio.create_task(self._warm(GAMES[game]))
        return self._games[game]

    async def _warm(self, game: Game) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", COMPILE, game.id, stdin=asyncio.subprocess.DEVNULL
        )
        try:
            if await process.wait():
                logger.warning("not_compiled", extra={"fields": {"game": game.id}})
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        await asyncio.to_thread(Box(game).warm)


def compile_rules(game: str) -> None:
    """In the other process: leave everything in the cache that a table needs."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    box = Box(GAMES[game])
    box.warm()
    position = box.start(seed=0)
    for seat in range(-1, box.seats):
        position.scene(seat)
        position.choices(seat)
        box.resample(position.view(seat), seat, 0)
