"""One decision of a finished game: what it cost, judged from what its seat knew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from cabotage.bots.bounds import SURE
from cabotage.bots.search import Budget, search
from cabotage.core.contract import OVER, WIN, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.message import Message


class Verdict(StrEnum):
    """How good a choice was."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# From this cost on, in shares of a win. It counts without what noise could explain.
LIMITS = ((0.10, Verdict.BLUNDER), (0.05, Verdict.MISTAKE), (0.02, Verdict.INACCURACY))


@dataclass(frozen=True)
class Decision:
    """What a seat chose, what a search would have chosen from the same view, and the difference."""

    at: int  # number of the event, from 0
    seat: int
    chosen: int
    best: int
    effect: NDArray[np.float64]  # on every seat: the value of what was chosen less that of the best
    noise: float  # half the 95 % interval of the effect on the seat that chose
    texts: Mapping[int, Message] = field(default_factory=dict, repr=False)  # of both choices, as people read them

    @property
    def cost(self) -> float:
        """What the seat lost by it; below zero by noise only."""
        return -float(self.effect[self.seat])

    @property
    def verdict(self) -> Verdict:
        """Named by the least cost that noise leaves possible."""
        least = self.cost - self.noise
        for limit, verdict in LIMITS:
            if least >= limit:
                return verdict
        return Verdict.GOOD


def judge(box: Box, state: State, at: int, seat: int, chosen: int, iterations: int, seed: int) -> Decision:
    """Compare a choice with the best one that a search finds from what the seat knew.

    The search that picks the best does not value it: the best of noisy values looks better than it is. Two more
    searches value both choices, each from what the seat knows after it.
    """
    view = box.visibility.view(state, seat)
    best = search(box, view, seat, Budget(iterations=iterations), seed).choices[0].number
    if best == chosen:
        return Decision(at, seat, chosen, best, np.zeros(box.seats), 0.0)
    ours = _value_after(box, state, seat, chosen, iterations, seed + 1)
    theirs = _value_after(box, state, seat, best, iterations, seed + 2)
    noise = SURE * sqrt(sum(value[seat] * (1 - value[seat]) for value in (ours, theirs)) / iterations)
    glance, describe = box.visibility.glance(view), box.game.scene.choice
    texts = {number: describe(box, glance, number)["text"] for number in (chosen, best)}
    return Decision(at, seat, chosen, best, ours - theirs, noise, texts)


def _value_after(box: Box, state: State, seat: int, number: int, iterations: int, seed: int) -> NDArray[np.float64]:
    """Every seat's expected share of the win after this choice, as far as the seat that chose can know."""
    after = State(state.copy())
    box.game.rules.apply(box.constants, after, 0, number)
    if box.game.rules.to_act(box.constants, after, 0) == OVER:
        return np.array(box.shares(after)) / WIN
    view = box.visibility.view(after, seat)
    result = search(box, view, seat, Budget(iterations=iterations), seed)
    mine = [choice for choice in result.choices if choice.visits]
    values = mine[0].values if mine and box.game.rules.to_act(box.constants, after, 0) == seat else result.values
    return np.array(values)
