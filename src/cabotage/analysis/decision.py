"""One decision of a finished game: what it cost, judged from what its seat knew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cabotage.analysis.valuing import values_of
from cabotage.analysis.verdict import Limits, Verdict, limits_of
from cabotage.bots.ranks import best_budget
from cabotage.bots.search import Budget, search
from cabotage.bots.values import Values
from cabotage.core.contract import WIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.analysis.effort import Effort
    from cabotage.core.box import Box
    from cabotage.core.contract import State, View
    from cabotage.core.position import Position

ERRORS = 3.0  # standard errors that noise may explain: a game has hundreds of decisions
FEWEST = 16  # samples before a comparison may end
LEAST_SPREAD = 0.05  # of the samples: a few equal ones do not prove certainty
FOLLOWED = 30  # iterations of the search for the next choice after the one that is judged
PLAYED_ON = 4  # playouts of each sample


@dataclass(frozen=True)
class Decision:
    """What a seat chose, what a search would have chosen from the same view, and the difference."""

    at: int  # number of the event, from 0
    seat: int
    chosen: int
    best: int
    effect: NDArray[np.float64]  # on every seat: the value of what was chosen less that of the best
    noise: float  # three standard errors of the effect on the seat that chose
    verdict: Verdict

    @property
    def cost(self) -> float:
        """What the seat lost by it; below zero by noise only."""
        return -float(self.effect[self.seat])


class Compared(NamedTuple):
    """The value of one choice less that of another, for every seat, over paired samples."""

    effect: NDArray[np.float64]
    noise: float


def judge(box: Box, state: State, at: int, seat: int, chosen: int, effort: Effort, seed: int) -> Decision:
    """Compare a choice with the best one that a search finds from what the seat knew.

    The search that picks the best does not value it: the best of noisy values looks better than it is.
    """
    view = box.visibility.view(state, seat)
    best = search(box, view, seat, best_budget(box, effort.iterations), seed).choices[0].number
    if best == chosen:
        return Decision(at, seat, chosen, best, np.zeros(box.seats), 0.0, Verdict.GOOD)
    limits = limits_of(box.game.id)
    effect, noise = compare(box, view, seat, (chosen, best), effort.samples, seed + 1, limits)
    return Decision(at, seat, chosen, best, effect, noise, limits.of(-float(effect[seat]) - noise))


def compare(
    box: Box, view: View, seat: int, pair: tuple[int, int], samples: int, seed: int, limits: Limits
) -> Compared:
    """Follow two choices in the same imagined states with the same dice, until it is clear how much they differ.

    Both are valued alike: the next seat to act chooses by a short search from its own view, then playouts go on.
    """
    values = values_of(box, PLAYED_ON, box.game.judge.SEARCH.captain.horizon)
    found: list[NDArray[np.float64]] = []
    wanted = min(FEWEST, samples)
    while True:
        for sample in range(len(found), wanted):
            start = box.resample(view, seat, seed * 4099 + sample)
            first, second = (value_after(values, start, number, seed * 4099 + sample) for number in pair)
            found.append(first - second)
        compared = _summed_up(found, seat)
        if wanted >= samples or _is_clear(compared, seat, limits):
            return compared
        wanted = min(samples, 2 * wanted)


def _summed_up(found: list[NDArray[np.float64]], seat: int) -> Compared:
    effects = np.array(found)
    spread = float(effects[:, seat].std(ddof=1)) if len(found) > 1 else 1.0
    return Compared(effects.mean(axis=0), ERRORS * max(LEAST_SPREAD, spread) / len(found) ** 0.5)


def _is_clear(compared: Compared, seat: int, limits: Limits) -> bool:
    """Whether more samples would hardly change the verdict."""
    cost = -float(compared.effect[seat])
    return limits.of(cost - compared.noise) is limits.of(cost + compared.noise)


def value_after(values: Values, start: Position, number: int, seed: int) -> NDArray[np.float64]:
    """Every seat's expected share of the win after this choice."""
    box, position = values.box, start.copy()
    position.advance(number)
    position.roll()
    if position.is_over:
        return np.array(box.shares(position.states)) / WIN
    actor = position.to_act
    following = search(box, position.view(actor), actor, Budget(iterations=FOLLOWED), seed).choices[0].number
    position.advance(following)
    return values.of(position.states, seed)
