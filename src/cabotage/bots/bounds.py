"""Confidence bounds of a probability estimated from a number of tries."""

from __future__ import annotations

from math import sqrt

SURE = 1.96  # standard deviations of a 95 % interval


def wilson(value: float, tries: int) -> tuple[float, float]:
    """Wilson's interval, which also holds for few tries and for probabilities of 0 and 1."""
    spread = SURE * SURE / tries
    middle = (value + spread / 2) / (1 + spread)
    half = SURE * sqrt(value * (1 - value) / tries + spread / (4 * tries)) / (1 + spread)
    return min(value, max(0.0, middle - half)), max(value, min(1.0, middle + half))
