"""The processes that play: each sets up once, is handed one game after the other, and can be stopped at any time."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from cabotage.arena.errors import ArenaError
from cabotage.arena.match import Referee
from cabotage.core import compiling
from cabotage.core.box import Box

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.arena.schedule import Match

LEAVING_SECONDS = 2
SILENT_SECONDS = 24 * 3600.0


def play_alone(box: Box, seed: int, matches: Sequence[Match]) -> Generator[tuple[GameResult, Thinking]]:
    """Play in this process."""
    for match in matches:
        yield Referee(box, match, seed).play()


def play_together(
    box: Box, seed: int, matches: Sequence[Match], workers: int
) -> Generator[tuple[GameResult, Thinking]]:
    """Play in other processes; the games come in the order of the schedule whoever is quicker."""
    pool = [_Hand(settings_of(box), seed) for _ in range(min(workers, len(matches)))]
    waiting: dict[int, tuple[GameResult, Thinking]] = {}
    ahead, awaited = iter(matches), iter(matches)
    following = next(awaited, None)
    try:
        for hand in pool:
            hand.begin(ahead)
        while following is not None:
            for hand in _finished(pool):
                played, thinking = hand.end()
                waiting[played.game] = (played, thinking)
                hand.begin(ahead)
            while following is not None and following.number in waiting:
                yield waiting.pop(following.number)
                following = next(awaited, None)
    finally:
        for hand in pool:
            hand.dismiss()


class _Hand:
    """One process, and the game it is playing."""

    def __init__(self, settings: Mapping[str, Any], seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, settings, seed), daemon=True)
        self.process.start()
        other.close()
        self.match: Match | None = None

    def begin(self, matches: Iterator[Match]) -> None:
        """Hand it the next game, if there is one."""
        self.match = next(matches, None)
        if self.match is not None:
            with suppress(OSError):  # a dead process is noticed where its answer is awaited
                self.pipe.send(self.match)

    def end(self) -> tuple[GameResult, Thinking]:
        """What came out of the game."""
        assert self.match is not None
        try:
            answer: tuple[GameResult, Thinking] = self.pipe.recv()
        except (EOFError, OSError):
            raise ArenaError("refused.worker", game=self.match.number) from None
        return answer

    def dismiss(self) -> None:
        """Stop it, also in the middle of a game."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(LEAVING_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _finished(pool: list[_Hand]) -> list[_Hand]:
    """Those that have something to say; the pipe of a dead process says that it is closed."""
    ready = wait([hand.pipe for hand in pool if hand.match])
    return [hand for hand in pool if hand.pipe in ready]


def _work(pipe: Connection, settings: Mapping[str, Any], seed: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that has started this one
    signal.signal(signal.SIGTERM, _leave)
    compiling.NOTICE_SECONDS = SILENT_SECONDS  # the first process has compiled; to load takes a moment
    box = open_box(settings)
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            pipe.send(Referee(box, pipe.recv(), seed).play())
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is leaving already


def _leave(*_: object) -> None:
    """Not at once: bots that are programs have to be ended first, whatever they are doing."""
    raise SystemExit


def settings_of(box: Box) -> dict[str, Any]:
    """What a box is made of, as JSON; boards as a record keeps them."""
    boards = {name: {"name": board.name, "data": board.data} for name, board in box.boards.items()}
    return {"game": box.game.id, "seats": box.seats, "options": {**box.options, **boards}}


def open_box(settings: Mapping[str, Any]) -> Box:
    """The box again."""
    from cabotage.games import find

    return Box(find(settings["game"]), settings["seats"], settings["options"])
