"""95 % intervals of means over rounds: games of one round share their draws, so a round is one observation."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Interval = tuple[float, float]

# Two-sided 95 % points of Student's t for 1, 2, 3 ... degrees of freedom.
_T = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
_Z = 1.959964
_NEVER_SEEN = 3.0  # "rule of three": what never happened in n rounds happens at most 3/n of the time, at 95 %


def t_point(freedom: int) -> float:
    """The half-width of the interval in standard errors."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    return _Z + (_Z**3 + _Z) / (4 * freedom) + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * freedom**2)


def of_mean(by_round: Sequence[float], most: float) -> Interval | None:
    """The interval of the mean of these rounds, each between 0 and `most`; None if there is only one round."""
    rounds = len(by_round)
    if rounds < 2:
        return None
    middle = fmean(by_round)
    has_spread = min(by_round) < max(by_round)  # without it the t interval would have no width
    reach = _reach(by_round) if has_spread else _NEVER_SEEN / rounds * most
    return max(0.0, middle - reach), min(most, middle + reach)


def of_unbounded_mean(by_round: Sequence[float]) -> Interval | None:
    """The interval of the mean of values without limits, such as shares adjusted for luck."""
    if len(by_round) < 2:
        return None
    middle, reach = fmean(by_round), _reach(by_round)
    return middle - reach, middle + reach


def _reach(by_round: Sequence[float]) -> float:
    return t_point(len(by_round) - 1) * stdev(by_round) / sqrt(len(by_round))
