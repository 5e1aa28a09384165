"""Who is connected to which table; sends presence and greetings to all sockets of a table."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cabotage.tables import Table


class Listener(Protocol):
    """A socket."""

    def hear(self, message: dict[str, Any]) -> None:
        """Queue a message without waiting."""


class Presence:
    """The sockets of this process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._people: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._gone: dict[tuple[str, str], float] = {}  # when a person's last connection to a table ended

    @property
    def sockets(self) -> int:
        return sum(map(len, self._listeners.values()))

    def enter(self, table: Table, listener: Listener, identity: str | None) -> None:
        """A socket has opened; informs the others if this person was not connected before."""
        self._listeners[table.id].add(listener)
        if identity is None:
            return
        self._gone.pop((table.id, identity), None)
        self._people[table.id][identity] += 1
        if self._people[table.id][identity] == 1:
            self._announce(table, identity, listener)

    def leave(self, table: Table, listener: Listener, identity: str | None) -> None:
        self._listeners[table.id].discard(listener)
        if not self._listeners[table.id]:
            del self._listeners[table.id]
        if identity is None:
            return
        people = self._people[table.id]
        people[identity] -= 1
        if not people[identity]:
            del people[identity]
            if any(seat.holder == identity for seat in table.state.seats):
                self._gone[table.id, identity] = self._clock()
            self._announce(table, identity, listener)
        if not people:
            del self._people[table.id]

    def here(self, table: Table) -> list[bool]:
        """For each seat, whether its person is connected; bots always are."""
        people = self._people.get(table.id, Counter())
        return [
            seat.bot is not None or (seat.holder is not None and people[seat.holder] > 0) for seat in table.state.seats
        ]

    def note(self, table: Table, identity: str | None) -> None:
        """A person sent a request by HTTP: present now, though without a socket."""
        if identity is not None and any(seat.holder == identity for seat in table.state.seats):
            self._gone[table.id, identity] = self._clock()

    def away_seconds(self, table: Table, identity: str) -> float:
        """How long ago a person was connected to this table or requested it; negative if connected now."""
        if self._people.get(table.id, Counter())[identity]:
            return -1.0
        return self._clock() - self._gone.get((table.id, identity), self._began)

    def tell(self, table: str, message: dict[str, Any], but: Listener | None = None) -> None:
        """Send a message to all sockets of a table."""
        for listener in self._listeners.get(table, ()):
            if listener is not but:
                listener.hear(message)

    def _announce(self, table: Table, identity: str, listener: Listener) -> None:
        """Except to the socket itself: its first view says who is connected."""
        if any(seat.holder == identity for seat in table.state.seats):
            self.tell(table.id, {"type": "presence", "seats": self.here(table)}, but=listener)
