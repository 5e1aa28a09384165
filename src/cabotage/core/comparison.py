"""How a number compares with those of the alternatives, for sentences about choices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

Comparison = Literal["most", "tied", "less"]


def compare(value: float, others: Iterable[float]) -> Comparison:
    """`most` if no other number is as great, `tied` if none is greater, else `less`."""
    best = max(others, default=None)
    if best is None or value > best:
        return "most"
    return "tied" if value == best else "less"
