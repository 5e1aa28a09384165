"""Weighs the choices of one decision against each other: for somebody who tries a mistake of theirs again."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cabotage.analysis.decision import ERRORS, FEWEST, LEAST_SPREAD, PLAYED_ON, value_after
from cabotage.analysis.valuing import values_of
from cabotage.analysis.verdict import limits_of
from cabotage.bots.bounds import SURE
from cabotage.bots.ranks import best_budget
from cabotage.bots.search import search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.contract import View

ITERATIONS = 6000  # of the search for choices worth weighing
MOST_CHOICES = 4  # that it adds
MOST_SAMPLES = 128
SECONDS = 1.5  # then a weighing ends, but not before it has a few samples


@dataclass(frozen=True)
class Weighed:
    """A choice, the share of the win to expect after it with 95 % bounds, and whether another one is clearly better."""

    number: int
    value: float
    low: float
    high: float
    is_worse: bool


def weigh(box: Box, view: View, seat: int, asked: Iterable[int], seed: int, seconds: float = SECONDS) -> list[Weighed]:
    """These choices and the best others, the best first: all in the same imagined states with the same dice.

    A choice is worse if an analysis would name it an error: by more than noise could explain.
    """
    found = search(box, view, seat, best_budget(box, ITERATIONS), seed).choices[:MOST_CHOICES]
    numbers = list(dict.fromkeys([*asked, *(choice.number for choice in found)]))
    values = _sampled(box, view, seat, numbers, seed, time.process_time() + seconds)
    order = sorted(range(len(numbers)), key=lambda at: -values[:, at].mean())
    limit = limits_of(box.game.id).inaccuracy
    return [_weighed(numbers[at], values[:, at], values[:, order[0]], limit) for at in order]


def _sampled(box: Box, view: View, seat: int, numbers: Sequence[int], seed: int, end: float) -> NDArray[np.float64]:
    """The share of this seat after each choice, a row for each imagined state."""
    values = values_of(box, PLAYED_ON, box.game.judge.SEARCH.captain.horizon)
    rows: list[list[float]] = []
    while len(rows) < MOST_SAMPLES and (len(rows) < FEWEST or time.process_time() < end):
        dice = seed * 4099 + len(rows)
        start = box.resample(view, seat, dice)
        rows.append([float(value_after(values, start, number, dice)[seat]) for number in numbers])
    return np.array(rows)


def _weighed(number: int, shares: NDArray[np.float64], best: NDArray[np.float64], limit: float) -> Weighed:
    value, error, noise = float(shares.mean()), _error(shares), ERRORS * _error(best - shares)
    is_worse = float((best - shares).mean()) - noise >= limit
    return Weighed(number, value, max(0.0, value - SURE * error), min(1.0, value + SURE * error), is_worse)


def _error(samples: NDArray[np.float64]) -> float:
    """The standard error of the mean; a few equal samples do not prove certainty."""
    return max(LEAST_SPREAD, float(samples.std(ddof=1))) / float(len(samples) ** 0.5)
