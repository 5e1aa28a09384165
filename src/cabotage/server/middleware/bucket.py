"""How much somebody may ask for: a bucket of tokens that fills up at a steady rate."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

KEPT = 20_000  # of those who asked last; a bucket that is forgotten is a full one


class Buckets:
    """One bucket for each key. A key that finds its bucket empty has to wait."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens left, and when

    def take(self, key: str) -> bool:
        """Take a token; False if there is none."""
        now = self._clock()
        tokens, then = self._levels.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - then) * self._per_second)
        has_one = tokens >= 1
        self._levels[key] = (tokens - 1 if has_one else tokens, now)
        self._levels.move_to_end(key)
        if len(self._levels) > KEPT:
            self._levels.popitem(last=False)
        return has_one
