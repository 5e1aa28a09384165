"""Rate limits: requests, new tables and greetings, per person and per address."""

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
    """Each method counts one use, and raises TooMany above the limit."""

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
        # A visitor without a cookie has the limit of one person, by address.
        self._check(self._people, f"address {address}" if identity is None else identity)

    def table(self, address: str) -> None:
        """Something new that is stored: a table, an identity."""
        self._check(self._tables, address)

    def promise(self, address: str) -> None:
        """A commitment to the dice of a future table; the same limit as for tables."""
        self._check(self._tables, f"promise {address}")

    def greeting(self, identity: str) -> None:
        self._check(self._greetings, identity)

    def _check(self, buckets: Buckets, key: str) -> None:
        if self._is_on and not buckets.take(key):
            raise TooMany("request.too_many")
