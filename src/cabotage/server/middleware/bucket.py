"""Token buckets for rate limits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

MOST_KEYS = 20_000  # the last used; a bucket that is dropped starts full again


class Buckets:
    """One bucket per key, filled at a steady rate up to `burst`."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens left, and when

    def take(self, key: str) -> bool:
        """Take a token; False if the bucket is empty."""
        now = self._clock()
        tokens, then = self._levels.get(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - then) * self._per_second)
        has_one = tokens >= 1
        self._levels[key] = (tokens - 1 if has_one else tokens, now)
        self._levels.move_to_end(key)
        if len(self._levels) > MOST_KEYS:
            self._levels.popitem(last=False)
        return has_one
