"""Evaluation of a position for one viewer: every seat's chances, and the best choices."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from cabotage.bots.bounds import wilson
from cabotage.bots.search import Budget, search
from cabotage.core.contract import OVER, SPECTATOR, View
from cabotage.core.errors import PositionError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.message import Message

EXPLAINED = 3  # choices of a hint that say what speaks for them


@dataclass(frozen=True)
class Chance:
    """A seat's expected share of the win, with 95 % bounds for the noise of the search.

    The bounds do not cover its assumptions: that all play on as the search does, and look no farther.
    """

    value: float
    low: float
    high: float

    @staticmethod
    def of(value: float, tries: int) -> Chance:
        """A chance with its bounds after this many tries."""
        value = min(1.0, max(0.0, value))
        return Chance(value, *wilson(value, tries))


@dataclass(frozen=True)
class EvaluatedChoice:
    """An offered choice, and every seat's chances after it."""

    number: int
    notation: str
    visits: int  # how often the search tried it
    chances: tuple[Chance, ...]
    merit: Message | None = None  # what speaks for it; in hints, of the best choices


@dataclass(frozen=True)
class Evaluation:
    """The result for one viewer. In co-operative games all seats have the same chances."""

    viewer: int  # a seat or SPECTATOR
    iterations: int
    chances: tuple[Chance, ...]  # of each seat, after the best choice
    choices: tuple[EvaluatedChoice, ...]  # best first; empty unless the viewer is to act

    def json(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


def evaluate(box: Box, view: View, viewer: int, budget: Budget, seed: int = 0) -> Evaluation:
    """Search from this view. A spectator, or a seat that is not to act, gets chances only.

    Choices are sorted by their lower bound, so that a choice with few tries ranks first only if it does much better.
    The chances are those after the best choice: the average over all tries includes exploration.
    """
    if not SPECTATOR <= viewer < box.seats:
        raise PositionError("position.seat", last=box.seats - 1, seat=viewer)
    actor = box.resample(view, viewer, seed).to_act
    result = search(box, view, viewer, budget, seed)
    if actor == OVER:
        return Evaluation(viewer, result.iterations, tuple(Chance(value, value, value) for value in result.values), ())
    choices = tuple(
        EvaluatedChoice(choice.number, box.texts[choice.number], choice.visits, _chances(choice.values, choice.visits))
        for choice in (result.choices if actor == viewer else ())
    )
    choices = tuple(sorted(choices, key=lambda choice: -choice.chances[viewer].low))
    chances = choices[0].chances if choices else _chances(result.values, result.iterations)
    return Evaluation(viewer, result.iterations, chances, choices)


def hint(box: Box, view: View, seat: int, budget: Budget, seed: int = 0) -> Evaluation:
    """Evaluate what this seat sees now: a hint does not remember for people what they have seen."""
    visible = View(view.copy())
    box.game.resample.unremember(box.constants, visible, 0, seat)
    evaluation = evaluate(box, visible, seat, budget, seed)
    return replace(evaluation, choices=_explained(box, visible, seat, evaluation.choices))


def _explained(box: Box, view: View, seat: int, choices: tuple[EvaluatedChoice, ...]) -> tuple[EvaluatedChoice, ...]:
    """The same choices, the best of them with what speaks for them."""
    if not choices:
        return choices
    position = box.resample(view, seat, seed=0)  # what is imagined in it makes no difference to a merit
    told = (replace(choice, merit=position.merit(choice.number)) for choice in choices[:EXPLAINED])
    return (*told, *choices[EXPLAINED:])


def _chances(values: tuple[float, ...], tries: int) -> tuple[Chance, ...]:
    return tuple(Chance.of(value, tries) for value in values)
