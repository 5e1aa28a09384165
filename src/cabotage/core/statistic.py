"""Figures of a finished game about which its players talk: how each seat came to them, event by event.

They are counted from open states, so they are shown only when the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields
    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.record import Record

Values = tuple[int, ...]  # of each seat


class Step(NamedTuple):
    """One event: all fields before it, its number, and all fields after it."""

    before: Fields
    number: int
    after: Fields


class Gain(NamedTuple):
    """By how much an event changes a figure of one seat."""

    name: str
    seat: int
    more: int = 1


@dataclass(frozen=True)
class Statistic:
    """One figure of all seats: at the end, and how it got there."""

    name: str  # its text is statistics.<name>
    values: Values
    course: tuple[tuple[int, Values], ...]  # events so far and the values then, whenever one has changed

    @property
    def key(self) -> str:
        """Of its text."""
        return f"statistics.{self.name}"


class Tally:
    """Adds up the figures of one game."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._events = 0
        nothing = (0,) * box.seats
        self._courses: dict[str, list[tuple[int, Values]]] = {
            name: [(0, nothing)] for name in box.game.statistics.NAMES
        }

    def add(self, event: Event) -> None:
        """The next event."""
        self._events += 1
        read = self._box.schema.read_bytes
        step = Step(read(event.content_before), event.number, read(event.content_after))
        for name, seat, more in self._box.game.statistics.gains(self._box, step):
            course = self._courses[name]
            values = list(course[-1][1])
            values[seat] += more
            if course[-1][0] == self._events:
                course.pop()
            course.append((self._events, tuple(values)))

    def statistics(self) -> list[Statistic]:
        """All figures, in the game's order, without those that never changed."""
        return [Statistic(name, course[-1][1], tuple(course)) for name, course in self._courses.items() if course[1:]]


def statistics_of(record: Record, game: Game) -> list[Statistic]:
    """The figures of a recorded game."""
    tally = Tally(record.open(game))
    for _, event in record.steps(game):
        if event is not None:
            tally.add(event)
    return tally.statistics()
