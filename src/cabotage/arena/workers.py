"""Worker processes: each opens the box once, plays one game after the other, and can be stopped at any time."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.arena.errors import ArenaError
from cabotage.arena.match import Referee, Roster
from cabotage.bots.confinement import hidden, shield
from cabotage.core import compiling
from cabotage.core.box import Box

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.arena.schedule import Match

STOP_SECONDS = 2
SILENT_SECONDS = 24 * 3600.0


def play_alone(
    box: Box, seed: int, matches: Sequence[Match], is_adjusted: bool = True
) -> Generator[tuple[GameResult, Thinking]]:
    """Play in this process."""
    with Roster(box) as roster:
        for match in matches:
            yield Referee(box, match, seed, roster, is_adjusted).play()


def play_together(
    box: Box, seed: int, matches: Sequence[Match], workers: int, is_adjusted: bool = True
) -> Generator[tuple[GameResult, Thinking]]:
    """Play in other processes; the results come in the order of the schedule."""
    pool = [_Worker(settings_of(box), seed, is_adjusted) for _ in range(min(workers, len(matches)))]
    waiting: dict[int, tuple[GameResult, Thinking]] = {}
    ahead, awaited = iter(matches), iter(matches)
    following = next(awaited, None)
    try:
        for worker in pool:
            worker.prepare()
        for worker in pool:
            worker.start(ahead)
        while following is not None:
            for worker in _finished(pool):
                result, thinking = worker.receive()
                waiting[result.game] = (result, thinking)
                worker.start(ahead)
            while following is not None and following.number in waiting:
                yield waiting.pop(following.number)
                following = next(awaited, None)
    finally:
        for worker in pool:
            worker.stop()


class _Worker:
    """One process, and the game it plays."""

    def __init__(self, settings: Mapping[str, Any], seed: int, is_adjusted: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_work, args=(other, settings, seed, is_adjusted, hidden), daemon=True)
        self.process.start()
        other.close()
        self.match: Match | None = None

    def prepare(self) -> None:
        """Wait until it has shielded its memory: no bot may run before."""
        with suppress(EOFError, OSError):  # `receive` notices a dead process
            self.pipe.recv()

    def start(self, matches: Iterator[Match]) -> None:
        """Send it the next game, if there is one."""
        self.match = next(matches, None)
        if self.match is not None:
            with suppress(OSError):  # `receive` notices a dead process
                self.pipe.send(self.match)

    def receive(self) -> tuple[GameResult, Thinking]:
        """The result of its game."""
        assert self.match is not None
        try:
            result: tuple[GameResult, Thinking] = self.pipe.recv()
        except (EOFError, OSError):
            raise ArenaError("refused.worker", game=self.match.number) from None
        return result

    def stop(self) -> None:
        """Stop it, even in the middle of a game."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(STOP_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


def _finished(pool: list[_Worker]) -> list[_Worker]:
    """The workers with a result, and those that have died."""
    ready = wait([worker.pipe for worker in pool if worker.match])
    return [worker for worker in pool if worker.pipe in ready]


def _work(pipe: Connection, settings: Mapping[str, Any], seed: int, is_adjusted: bool, to_hide: set[Path]) -> None:
    shield()
    hidden.update(to_hide)
    pipe.send(None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C
    signal.signal(signal.SIGTERM, _exit)
    compiling.NOTICE_SECONDS = SILENT_SECONDS  # the parent process has compiled everything
    box = open_box(settings)
    with suppress(EOFError, OSError), Roster(box) as roster:  # the parent process is gone
        while True:
            pipe.send(Referee(box, pipe.recv(), seed, roster, is_adjusted).play())
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it exits already


def _exit(*_: object) -> None:
    """Raise instead of exiting at once, so that bots that are programs are closed."""
    raise SystemExit


def settings_of(box: Box) -> dict[str, Any]:
    """What a box is made of, as JSON; options as in a record."""
    return {"game": box.game.id, "seats": box.seats, "options": box.written_options}


def open_box(settings: Mapping[str, Any]) -> Box:
    """The box with these settings."""
    from cabotage.games import find

    return Box(find(settings["game"]), settings["seats"], settings["options"])
