"""The first lesson of a game: positions of real games, each with the one choice that the learner is asked to make.

`lesson.toml` beside the rules lists the steps, and the words have their texts, under lesson.step.<id>:

    [[steps]]
    id = "search"
    start = { seats = 3, seed = 7 }     # a new game, and its options; without it, the game of the last step continues
    events = ["turn c", "die 4"]        # what happens first; draws that are not listed come from the seed
    choice = "turn d"                   # what the learner, who has seat 0, is asked to choose
    draws = ["back green"]              # the draws that follow; those that are not listed come from the seed
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from cabotage.core.box import Box

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.position import Position
    from cabotage.core.words import Words

LEARNER = 0  # the learner's seat
TEXTS = ("task", "done", "wrong")  # of every step
END = "lesson.end"


@dataclass(frozen=True)
class Start:
    """A new game."""

    seats: int
    seed: int
    options: tuple[tuple[str, Any], ...]

    def position(self, game: Game) -> Position:
        """The position before the first draw."""
        return _box(game, self.seats, self.options).first(self.seed)


@dataclass(frozen=True)
class LessonStep:
    """One choice that the learner is asked to make, and how the game comes there."""

    id: str
    choice: str
    start: Start | None
    events: Sequence[str]
    draws: Sequence[str]

    def text(self, words: Words, which: str) -> str:
        """One of TEXTS."""
        return words.say(f"lesson.step.{self.id}.{which}")


@cache
def _box(game: Game, seats: int, options: tuple[tuple[str, Any], ...]) -> Box:
    """Made once, because several games of a lesson have the same, and large boards take long."""
    return Box(game, seats, dict(options))


@cache
def steps(game: Game) -> tuple[LessonStep, ...]:
    """The lesson of a game; the first step starts a game."""
    with (game.folder / "lesson.toml").open("rb") as file:
        return tuple(map(_step, tomllib.load(file)["steps"]))


def _step(written: Mapping[str, Any]) -> LessonStep:
    start = dict(written["start"]) if "start" in written else None
    return LessonStep(
        written["id"],
        written["choice"],
        Start(start.pop("seats"), start.pop("seed"), tuple(start.items())) if start else None,
        tuple(written.get("events", ())),
        tuple(written.get("draws", ())),
    )


def lead(position: Position, texts: Iterable[str]) -> list[Event]:
    """Play these choices and draws, then draw until a seat has to choose."""
    happened: list[Event] = []
    for text in texts:
        while position.is_chance and text not in [outcome.text for outcome in position.chances]:
            happened.append(position.roll_once())
        happened += position.roll(text) if position.is_chance else [position.play(text)]
    return happened + position.roll()
