"""The budget of one address, shared fairly by the people behind it."""

from __future__ import annotations

from collections import OrderedDict

from cabotage.server.middleware.bucket import Bucket

ANONYMOUS = ""  # everybody without an identity
ACTIVE_SECONDS = 60.0
MOST_PEOPLE = 1000


class Household:
    """Half of the budget is for those who come first. The other half is divided equally among all who are active.

    So one person behind a router cannot use up what the others need, however many requests they send. New identities
    do not help them: everybody without a known identity has one share together, and all shares together are the half.
    """

    def __init__(self, per_second: float, burst: float, now: float) -> None:
        self._per_second = per_second / 2
        self._burst = burst / 2
        self._common = Bucket(self._burst, now)
        self._shares: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, person: str, cost: float, now: float) -> bool:
        """Take units for a person, first from the common half; False if that and their share are used up."""
        share = self._share(person, now)
        self._common.fill(now, self._per_second, self._burst)
        return self._common.take(cost) or share.take(cost)

    def _share(self, person: str, now: float) -> Bucket:
        while self._shares and now - next(iter(self._shares.values())).then > ACTIVE_SECONDS:
            self._shares.popitem(last=False)
        count = len(self._shares) + (person not in self._shares)
        share = self._shares.get(person)
        if share is None:
            share = self._shares[person] = Bucket(self._burst / count, now)
            if len(self._shares) > MOST_PEOPLE:
                self._shares.popitem(last=False)
        self._shares.move_to_end(person)
        share.fill(now, self._per_second / count, self._burst / count)
        return share
