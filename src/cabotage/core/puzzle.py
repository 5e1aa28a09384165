"""Puzzles of a game: positions of games among bots in which one choice is clearly best.

`puzzles.json` beside the rules has them; `tools/puzzles.py` writes it. A chance is the share of the win that the seat
can expect after a choice, judged from what it sees on the table. Chances are written in thousandths.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Literal

from cabotage.core.box import Box
from cabotage.core.errors import UnknownPuzzle

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.position import Position

Difficulty = Literal["easy", "medium", "hard"]
Verdict = Literal["best", "good", "poor"]

PERMILLE = 1000
MARGIN = 0.03  # of the win, by which all other choices are behind
EASY, MEDIUM = 2 / 3, 1 / 3  # the share of weak bots' attempts that find the best choice
TEXTS = frozenset({"id", "notation", "text", "short", "is_detail"})  # of a choice
GOOD = 3 / 4  # of the way from the worst choice to the best


@dataclass(frozen=True)
class WeighedChoice:
    """A choice, the share of the win to expect after it, and 95 % bounds of the sampling."""

    number: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Puzzle:
    """One position with all its choices."""

    game: Game
    id: str
    seats: int
    seat: int  # to act
    phase: str  # as in scenes
    found: float  # the share of weak bots' attempts that chose the best
    right: frozenset[int]  # the best choice, and those that are the same to the rules
    choices: tuple[WeighedChoice, ...]  # all that are offered
    events: tuple[int, ...]  # from the first position on: choices and draws

    @classmethod
    def of(cls, game: Game, written: Mapping[str, Any]) -> Puzzle:
        """As in puzzles.json."""
        return cls(
            game,
            written["id"],
            written["seats"],
            written["seat"],
            written["phase"],
            written["found"],
            frozenset(written["right"]),
            tuple(WeighedChoice(number, *(bound / PERMILLE for bound in each)) for number, *each in written["choices"]),
            tuple(written["events"]),
        )

    @property
    def difficulty(self) -> Difficulty:
        """By how often weak bots find the best choice."""
        return "easy" if self.found >= EASY else "medium" if self.found >= MEDIUM else "hard"

    def first(self) -> Position:
        """The position before the first draw."""
        return _box(self.game, self.seats).first(0)

    def lead(self, position: Position) -> list[Event]:
        """Play from the first position to the puzzle; every number is checked."""
        happened: list[Event] = []
        for number in self.events:
            happened += position.roll(number) if position.is_chance else [position.play(number)]
        return happened

    def position(self) -> Position:
        """The position to solve."""
        position = self.first()
        self.lead(position)
        return position

    def verdict(self, number: int) -> Verdict:
        """How good this choice is."""
        if number in self.right:
            return "best"
        values = {choice.number: choice.value for choice in self.choices}
        least, most = min(values.values()), max(values.values())
        return "good" if values[number] - least >= GOOD * (most - least) else "poor"


def deed(choice: Mapping[str, Any], scene: Mapping[str, Any]) -> dict[str, Any]:
    """What a choice does, without its texts. Choices with the same deed are equally good.

    Calypso: tiles that show the same colour differ only to those who remember, and where a turned one is put changes
    nothing.
    """
    does = {key: value for key, value in choice.items() if key not in TEXTS}
    if "tile" in choice:
        does["tile"] = scene["hollows"][ascii_lowercase.index(choice["tile"])]["colour"]
        does["to"] = None
    return does


@cache
def puzzles(game: Game) -> Mapping[str, Puzzle]:
    """All puzzles of a game, by id."""
    written = json.loads((game.folder / "puzzles.json").read_text("utf-8"))
    return {each["id"]: Puzzle.of(game, each) for each in written["puzzles"]}


def find_puzzle(game: Game, name: str) -> Puzzle:
    """The puzzle with this id. Raises UnknownPuzzle."""
    found = puzzles(game).get(name)
    if found is None:
        raise UnknownPuzzle("puzzle.unknown", game=game.id, name=repr(name))
    return found


def of_the_day(games: Iterable[Game], day: int) -> Puzzle:
    """The puzzle of this day, a number. No puzzle comes again before all others did; games take turns."""
    places = [(place, puzzle) for game in games for place, puzzle in enumerate(puzzles(game).values())]
    in_turn = [puzzle for _, puzzle in sorted(places, key=lambda each: each[0])]  # stable: games keep their order
    return in_turn[day % len(in_turn)]


@cache
def _box(game: Game, seats: int) -> Box:
    """Made once, because large boards take long."""
    return Box(game, seats, {})
