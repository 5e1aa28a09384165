"""Limits for people and addresses: a budget of units, new identities, greetings."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from cabotage.server.errors import TooMany
from cabotage.server.middleware.bucket import Buckets
from cabotage.server.middleware.costs import USUAL
from cabotage.server.middleware.household import ANONYMOUS, Household
from cabotage.server.middleware.network import network

if TYPE_CHECKING:
    from cabotage.server.settings import Settings

BURST_SECONDS = 4.0
REFUSAL_SECONDS = 0.2  # before a client over its budget is answered
MINUTE = 60.0
HOUR = 3600.0
CONFIRMATIONS_PER_HOUR = 10.0  # mails to unknown addresses, asked for from one network
MOST_KNOWN = 100_000
MOST_HOUSEHOLDS = 10_000


class Limits:
    """Methods that count a use raise TooMany above the limit. `address` is the client's, `key` is `limit_key`."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._is_on = settings.has_limits
        self._clock = clock
        self._address_units = settings.address_units
        self._people = Buckets(settings.person_units, settings.person_units * BURST_SECONDS, clock)
        self._households: OrderedDict[str, Household] = OrderedDict()
        self._newcomers = Buckets(settings.newcomers_per_minute / MINUTE, settings.newcomers_per_minute, clock)
        self._greetings = Buckets(settings.greetings_per_minute / MINUTE, settings.greetings_per_minute / 2, clock)
        self._confirmations = Buckets(CONFIRMATIONS_PER_HOUR / HOUR, CONFIRMATIONS_PER_HOUR, clock)
        self._known: OrderedDict[str, None] = OrderedDict()

    def vouch(self, key: str) -> None:
        """This is the key of a real person. Until then a cookie is worth no more than none: anyone can make one up."""
        self._known[key] = None
        self._known.move_to_end(key)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def request(self, key: str | None, address: str, cost: float = USUAL) -> None:
        """A request, or a message over a socket: takes so many units."""
        if not self._is_on:
            return
        person = key if key is not None and key in self._known else ANONYMOUS
        own = None if person == ANONYMOUS else self._people.filled(person)
        if own is not None and own.units < 1:
            raise TooMany("request.too_many")
        if not self._household(network(address)).take(person, cost, self._clock()):
            raise TooMany("request.too_many")
        if own is not None:
            own.take(cost)

    def newcomer(self, address: str) -> None:
        """A new identity, which is stored."""
        if self._is_on and not self._newcomers.take(network(address)):
            raise TooMany("request.too_many")

    def greeting(self, identity: str) -> None:
        """A greeting, which everybody at the table sees."""
        if self._is_on and not self._greetings.take(identity):
            raise TooMany("request.too_many")

    def confirmation(self, address: str) -> None:
        """A mail to an address that may be a stranger's."""
        if self._is_on and not self._confirmations.take(network(address)):
            raise TooMany("request.too_many")

    def _household(self, key: str) -> Household:
        found = self._households.get(key)
        if found is None:
            rate = self._address_units
            found = self._households[key] = Household(rate, rate * BURST_SECONDS, self._clock())
            if len(self._households) > MOST_HOUSEHOLDS:
                self._households.popitem(last=False)
        self._households.move_to_end(key)
        return found
