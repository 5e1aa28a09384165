"""A tournament: bots, a box and a number of games, played in one or many processes, and resumed later."""

from __future__ import annotations

import platform
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import cabotage
from cabotage.arena.cluster import play_on_cluster
from cabotage.arena.errors import ArenaError
from cabotage.arena.match import close
from cabotage.arena.schedule import Match, Schedule, line_up, rotations, whole_rounds
from cabotage.arena.sources import sources_of
from cabotage.arena.store import SETTINGS, Store, compare, count_games, read_settings
from cabotage.arena.stream import new_seed
from cabotage.arena.workers import open_box, play_alone, play_together, settings_of
from cabotage.bots import is_foreign, make_bot
from cabotage.bots.confinement import blank, hidden

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box

FORMAT = "cabotage-arena"
FORMAT_VERSION = 1
MOST_GAMES = 1_000_000_000
DEFAULT_SEED = 1

Watch = Callable[["GameResult"], None]


class Tournament:
    """Bots that play a number of games with one box; the same seed gives the same games.

    A bot is a name or a class. Without a seed it is 1, or, if a bot is not ours, a number that nobody can guess.
    """

    def __init__(self, box: Box, bots: Sequence[str | type[Bot]], games: int = 1000, seed: int | None = None) -> None:
        self.box = box
        self.line_up = line_up(bots, box.seats)
        games = index(games)
        if not 1 <= games <= MOST_GAMES:
            raise ArenaError("refused.games", most=MOST_GAMES, games=games)
        self.rounds = whole_rounds(games, self.line_up)
        self.games = self.rounds * len(rotations(self.line_up))
        self.has_foreign_bots = any(map(is_foreign, self.line_up))
        self._has_new_seed = seed is None and self.has_foreign_bots
        self.seed = new_seed() if self._has_new_seed else DEFAULT_SEED if seed is None else seed

    def __repr__(self) -> str:
        return f"Tournament({self.box!r}, {list(self.line_up)}, games={self.games}, seed={self.seed})"

    @property
    def matches(self) -> Schedule:
        """All games, in order."""
        return Schedule(self.line_up, range(self.games))

    def settings(self) -> dict[str, Any]:
        """The contents of arena.json."""
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            **settings_of(self.box),
            "rules_version": self.box.game.version,
            "line_up": list(self.line_up),
            "games": self.games,
            "seed": self.seed,
            "sources": sources_of(self.box, self.line_up),
            "versions": {
                "cabotage": cabotage.__version__,
                "python": platform.python_version(),
                "numpy": np.__version__,
            },
        }

    def play(
        self,
        out: Path | str | None = None,
        workers: int = 1,
        watch: Watch | None = None,
        cluster: str | None = None,
    ) -> Results:
        """Play all games that are not in the folder yet; without a folder nothing is saved.

        Several workers are new processes, so a script needs `if __name__ == "__main__":`. A cluster is the address of
        a Ray cluster, whose machines play instead.
        """
        check_workers(workers)
        if cluster is not None and self.has_foreign_bots:
            raise ArenaError("refused.cluster_bots")
        blank(str(self.seed))
        if out is None:
            self.warm()
            games = list(_watched(self._play(self.matches, workers, cluster), watch))
            return Results(self, [result for result, _ in games], [thinking for _, thinking in games])
        folder = Path(out)
        hidden.add(folder.resolve())  # the seed is there
        if self.done(folder) < self.games:
            self.warm()  # first, so that an unknown bot leaves no folder behind
        with Store(folder, self.settings(), self.matches) as store:
            left = self.matches[len(store.results) :]
            with closing(self._play(left, workers, cluster)) as games_left:
                for result, thinking in _watched(games_left, watch):
                    store.append(result, thinking)
            return Results(self, store.results, store.thinking)

    def done(self, out: Path | str) -> int:
        """How many games are in the folder; raises ArenaError if they belong to another tournament."""
        folder = Path(out)
        saved = read_settings(folder)
        if saved is None:
            return 0
        self._adopt(saved)
        compare(saved, self.settings(), folder / SETTINGS)
        return count_games(folder)

    def so_far(self, out: Path | str) -> Results | None:
        """The results of all complete rounds in the folder."""
        with Store(Path(out), self.settings(), self.matches) as store:
            each = len(rotations(self.line_up))
            whole = len(store.results) // each * each
            if not whole:
                return None
            shorter = Tournament(self.box, self.line_up, whole, self.seed)
            return Results(shorter, store.results[:whole], store.thinking[:whole])

    def _play(
        self, matches: Sequence[Match], workers: int, cluster: str | None
    ) -> Generator[tuple[GameResult, Thinking]]:
        if cluster is not None:
            return play_on_cluster(self.box, self.seed, matches, cluster)
        if workers == 1 or len(matches) < 2:
            return play_alone(self.box, self.seed, matches)
        return play_together(self.box, self.seed, matches, workers)

    def warm(self) -> None:
        """Make each bot once: this checks the names and compiles everything for the workers."""
        for name in dict.fromkeys(self.line_up):
            close(make_bot(name, self.box, seed=0))

    def _adopt(self, saved: Mapping[str, Any]) -> None:
        """Use the random board of the games in the folder, if the game creates boards at random; and the seed."""
        if self._has_new_seed and isinstance(saved.get("seed"), int):
            self.seed, self._has_new_seed = saved["seed"], False
        box = self.box
        mine = settings_of(box)
        if saved.get("game") != mine["game"] or saved.get("seats") != mine["seats"]:
            return
        for option in box.game.options:
            value = box.options[option.name]
            is_random = option.name in box.boards and value in option.values and not box.boards[option.name].source
            board = saved.get("options", {}).get(option.name)
            if is_random and isinstance(board, dict) and board.get("name") == value:
                mine["options"][option.name] = board
        self.box = open_box(mine)


@dataclass(frozen=True)
class Results:
    """The games of a tournament, and their statistics."""

    tournament: Tournament
    games: list[GameResult] = field(repr=False)
    thinking: list[Thinking] = field(repr=False)

    @cached_property
    def figures(self) -> dict[str, Any]:
        """The contents of report.json; see docs/reference/arena.md."""
        from cabotage.arena.figures import figures

        return figures(self.tournament, self.games, self.thinking)

    def report(self, folder: Path | str, language: str = "en") -> Path:
        """Write report.html and report.json; return the page."""
        from cabotage.arena.report import write

        return write(self.figures, Path(folder), language)


def check_workers(workers: int) -> None:
    if index(workers) < 1:
        raise ArenaError("refused.workers", workers=workers)


def _watched(
    games: Iterator[tuple[GameResult, Thinking]], watch: Watch | None
) -> Iterator[tuple[GameResult, Thinking]]:
    for result, thinking in games:
        yield result, thinking
        if watch is not None:
            watch(result)
