"""Shares of the win without the luck of the draws."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import covariance, variance

FITTED = 60  # observations, from which on the part of the luck to take away is fitted; with fewer it is all of it


def without_luck(shares: Sequence[float], luck: Sequence[float]) -> list[float]:
    """The same shares, less a part of the luck that makes them vary least.

    The part is fitted to one half of the observations and taken from the other: so it knows nothing of the luck that it
    is multiplied with, whose mean is zero, and the expected share stays the same. The values of draws assume that all
    play on by the same policy; for a bot that plays far worse, the best part is close to nothing.
    """
    parts = (1.0, 1.0)
    if len(shares) >= FITTED:
        parts = (_best_part(shares[1::2], luck[1::2]), _best_part(shares[::2], luck[::2]))
    return [share - parts[at % 2] * brought for at, (share, brought) in enumerate(zip(shares, luck, strict=True))]


def _best_part(shares: Sequence[float], luck: Sequence[float]) -> float:
    spread = variance(luck)
    return covariance(shares, luck) / spread if spread > 0 else 1.0
