"""Compiles rules and bots before somebody needs them, in separate processes; later starts only load them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cabotage import bots
from cabotage.core.box import Box
from cabotage.core.compiling import is_interpreted, receipt
from cabotage.games import GAMES
from cabotage.tables import undo

if TYPE_CHECKING:
    from cabotage.core.game import Game

COMPILE = (
    "import sys; from cabotage.server.bots.compilation import compile_game; compile_game(sys.argv[1], int(sys.argv[2]))"
)
AT_ONCE = 0  # niceness of what somebody waits for
LATER = 5  # and of what somebody may want some day
BOTS_FOLDER = Path(bots.__file__).parent
BOTS = ("mate", "admiral@1", "greedy", "random")  # one of each kind; lower ranks differ in numbers only

logger = logging.getLogger(__name__)


class Compilation:
    """Compiling takes ten seconds and would block this process, so another one does it.

    One game after the other is compiled in the background. A game that somebody opens does not wait for its turn.
    """

    def __init__(self) -> None:
        self._games: dict[str, Warm] = {}
        self._all: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._all = asyncio.create_task(self._warm_all())

    async def ready(self, game: str) -> None:
        """Wait for a game's rules. Returns at once for unknown games, and if the server does not compile in advance."""
        if self._all is not None and game in GAMES:
            await self._warm(game, AT_ONCE).rules.wait()

    async def bots_ready(self, game: str) -> None:
        """Wait until its bots are compiled."""
        if self._all is not None and game in GAMES:
            await self._warm(game, AT_ONCE).bots.wait()

    async def close(self) -> None:
        tasks = [warm.task for warm in self._games.values()] + ([] if self._all is None else [self._all])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _warm_all(self) -> None:
        for game in GAMES:
            await self._warm(game, LATER).bots.wait()

    def _warm(self, game: str, niceness: int) -> Warm:
        if game not in self._games:
            self._games[game] = Warm(GAMES[game], niceness)
        return self._games[game]


class Warm:
    """One game that is being compiled."""

    def __init__(self, game: Game, niceness: int) -> None:
        self.rules = asyncio.Event()
        self.bots = asyncio.Event()
        self.task = asyncio.create_task(self._run(game, niceness))

    async def _run(self, game: Game, niceness: int) -> None:
        try:
            if not await asyncio.to_thread(is_compiled, game):
                await self._compile(game, niceness)
            await self._load(game)
        finally:
            self.rules.set()  # if it failed, it is compiled where it is needed
            self.bots.set()

    async def _load(self, game: Game) -> None:
        if not self.rules.is_set():
            await asyncio.to_thread(compile_rules, Box(game))
            self.rules.set()

    async def _compile(self, game: Game, niceness: int) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", COMPILE, game.id, str(niceness)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            await process.stdout.readline()  # the rules are compiled, or the process has ended
            await self._load(game)
            if await process.wait():
                logger.warning("not_compiled", extra={"fields": {"game": game.id}})
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def is_compiled(game: Game) -> bool:
    """Whether a server on this machine has left everything in the cache before."""
    return not is_interpreted() and _receipt(game).exists()


def _receipt(game: Game) -> Path:
    return receipt(BOTS_FOLDER, game.folder)


def compile_game(game: str, niceness: int) -> None:
    """In the other process: leave everything in the cache that a table and its bots need; the rules first."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    box = Box(GAMES[game])
    with alone(_receipt(box.game), "rules"):
        compile_rules(box)
    with contextlib.suppress(BrokenPipeError):  # the server may have been killed; the cache is of use all the same
        print("rules", flush=True)
    with alone(_receipt(box.game), "bots"):
        compile_bots(box)
    if not is_interpreted():
        _receipt(box.game).touch()


@contextlib.contextmanager
def alone(marker: Path, part: str) -> Iterator[None]:
    """Wait while another server on this machine compiles the same part; then it only has to be loaded."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with marker.with_name(f"{marker.name}-{part}.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def compile_rules(box: Box) -> None:
    """All that a table calls while people play."""
    box.warm()
    undo.prepare(box)
    position = box.start(seed=0)
    for seat in range(-1, box.seats):
        position.scene(seat)
        position.choices(seat)


def compile_bots(box: Box) -> None:
    from cabotage.bots import make_bot
    from cabotage.bots.evaluation import evaluate
    from cabotage.bots.search import Budget

    position = box.start(seed=0)
    seat = position.to_act
    view = position.view(seat)
    for name in BOTS:
        make_bot(name, box, seed=0).choose(view, seat)
    evaluate(box, view, seat, Budget(iterations=1), 0)
    for viewer in range(-1, box.seats):
        box.resample(position.view(viewer), viewer, 0)
