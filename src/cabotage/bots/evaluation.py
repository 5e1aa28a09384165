"""How things stand for people: every seat's chances and the best choices, as far as one viewer can know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cabotage.bots.bounds import wilson
from cabotage.bots.search import Budget, think
from cabotage.core.contract import OVER, SPECTATOR, View
from cabotage.core.errors import PositionError

if TYPE_CHECKING:
    from cabotage.core.box import Box


@dataclass(frozen=True)
class Chance:
    """A seat's expected share of the win, with 95 % bounds for the luck of so many tries.

    The bounds say nothing of what the search imagines wrongly: that all play on as it would, looking no farther.
    """

    value: float
    low: float
    high: float

    @staticmethod
    def of(value: float, tries: int) -> Chance:
        value = min(1.0, max(0.0, value))
        return Chance(value, *wilson(value, tries))

    def json(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Judged:
    """An offered choice, and every seat's chances after it."""

    number: int
    notation: str
    visits: int  # how often the search tried it
    chances: tuple[Chance, ...]

    def json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "notation": self.notation,
            "visits": self.visits,
            "chances": [chance.json() for chance in self.chances],
        }


@dataclass(frozen=True)
class Evaluation:
    """What a search says to one viewer. If all play as one, all seats have the same chances."""

    viewer: int  # a seat or SPECTATOR
    iterations: int
    chances: tuple[Chance, ...]  # of each seat, if whoever acts chooses well
    choices: tuple[Judged, ...]  # best first; none unless the viewer is to act

    def json(self) -> dict[str, Any]:
        return {
            "viewer": self.viewer,
            "iterations": self.iterations,
            "chances": [chance.json() for chance in self.chances],
            "choices": [choice.json() for choice in self.choices],
        }


def evaluate(box: Box, view: View, viewer: int, budget: Budget, seed: int = 0) -> Evaluation:
    """Search from this view. The viewer need not be to act, and may be a spectator; then only chances are given.

    The best choice is the one of which most can be counted on, by its lower bound: what was tried little has to do much
    better. Chances are those after it, since the average over all tries would hold what was tried only to see.
    """
    if not SPECTATOR <= viewer < box.seats:
        raise PositionError("position.seat", last=box.seats - 1, seat=viewer)
    world = box.resample(view, viewer, seed)
    found = think(box, view, viewer, budget, seed)
    if world.to_act == OVER:
        return Evaluation(viewer, found.iterations, tuple(Chance(value, value, value) for value in found.values), ())
    choices = tuple(
        Judged(advice.number, box.texts[advice.number], advice.visits, _chances(advice.values, advice.visits))
        for advice in (found.choices if world.to_act == viewer else ())
    )
    choices = tuple(sorted(choices, key=lambda choice: -choice.chances[viewer].low))
    chances = choices[0].chances if choices else _chances(found.values, found.iterations)
    return Evaluation(viewer, found.iterations, chances, choices)


def hint(box: Box, view: View, seat: int, budget: Budget, seed: int = 0) -> Evaluation:
    """The same of what lies open before this seat now: a hint does not remember for people what they have seen."""
    open_view = View(view.copy())
    box.game.resample.unremember(box.constants, open_view, 0, seat)
    return evaluate(box, open_view, seat, budget, seed)


def _chances(values: tuple[float, ...], tries: int) -> tuple[Chance, ...]:
    return tuple(Chance.of(value, tries) for value in values)
