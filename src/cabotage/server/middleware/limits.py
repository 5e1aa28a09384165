"""Nobody may flood the server: so many requests, new tables and greetings for one person and for one address."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cabotage.server.errors import TooMany
from cabotage.server.middleware.bucket import Buckets

if TYPE_CHECKING:
    from cabotage.server.settings import Settings

BURST_SECONDS = 2.0
MINUTE = 60.0
PEOPLE_AT_ONE_ADDRESS = 3  # a family or a club behind one router


class Limits:
    """Ask before doing; raises TooMany."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        rate = settings.requests_per_second
        self._is_on = settings.has_limits
        self._people = Buckets(rate, rate * BURST_SECONDS, clock)
        many = PEOPLE_AT_ONE_ADDRESS
        self._addresses = Buckets(rate * many, rate * BURST_SECONDS * many, clock)
        self._tables = Buckets(settings.tables_per_minute / MINUTE, settings.tables_per_minute, clock)
        self._greetings = Buckets(settings.greetings_per_minute / MINUTE, settings.greetings_per_minute / 2, clock)

    def request(self, identity: str | None, address: str) -> None:
        """A request, or a message over a socket."""
        self._check(self._addresses, address)
        # A visitor without a secret counts by address only, but no more than one person may.
        self._check(self._people, f"address {address}" if identity is None else identity)

    def table(self, address: str) -> None:
        """Something new that is kept for good: a table, a person."""
        self._check(self._tables, address)

    def promise(self, address: str) -> None:
        """Dice for a table that is yet to be opened: as many as tables."""
        self._check(self._tables, f"promise {address}")

    def greeting(self, identity: str) -> None:
        self._check(self._greetings, identity)

    def _check(self, buckets: Buckets, key: str) -> None:
        if self._is_on and not buckets.take(key):
            raise TooMany("request.too_many")
