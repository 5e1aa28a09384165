"""Token buckets for limits."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_KEYS = 20_000  # the last used; a bucket that is dropped starts full again


@dataclass
class Bucket:
    """Filled at a steady rate up to `burst`. The last use may be dearer than what is left: then it owes the rest."""

    units: float
    then: float

    def fill(self, now: float, per_second: float, burst: float) -> None:
        """Add what has come in since the last time."""
        self.units = min(burst, self.units + (now - self.then) * per_second)
        self.then = now

    def take(self, cost: float) -> bool:
        """Take units; False if there is not one left."""
        if self.units < 1:
            return False
        self.units -= cost
        return True


class Buckets:
    """One bucket per key."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> bool:
        """Take units; False if the bucket is empty."""
        return self.filled(key).take(cost)

    def filled(self, key: str) -> Bucket:
        """The bucket of a key, as it is now."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._burst, now)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        bucket.fill(now, self._per_second, self._burst)
        return bucket
