"""Who is connected to which table, here and through other servers; sends presence and greetings to sockets."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cabotage.server.live.exchange import Connected, Exchange
    from cabotage.tables import Table

MOST_GONE = 10_000  # before those who left long ago are forgotten
FORGET_SECONDS = 3600.0


class Listener(Protocol):
    """A socket."""

    def hear(self, message: dict[str, Any]) -> None:
        """Queue a message without waiting."""


class Presence:
    """The sockets of this process. With an exchange, also the people connected through other servers."""

    def __init__(self, exchange: Exchange | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._exchange = exchange
        self._clock = clock
        self._began = clock()
        self._tables: dict[str, Table] = {}  # those with a socket
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._people: defaultdict[str, Counter[str]] = defaultdict(Counter)  # table -> identity -> sockets
        self._elsewhere: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)  # table -> (identity, server)
        self._gone: dict[tuple[str, str], float] = {}  # when a person was last seen at a table

    @property
    def sockets(self) -> int:
        return sum(map(len, self._listeners.values()))

    def enter(self, table: Table, listener: Listener, identity: str | None) -> None:
        """A socket has opened; informs the others if this person was not connected before."""
        self._tables[table.id] = table
        self._listeners[table.id].add(listener)
        if identity is None:
            return
        was_here = self._is_here(table.id, identity)
        self._gone.pop((table.id, identity), None)
        self._people[table.id][identity] += 1
        if self._people[table.id][identity] == 1 and self._exchange is not None:
            self._exchange.change(table.id, identity, True)
        if not was_here:
            self._announce(table.id, identity, listener)

    def leave(self, table: Table, listener: Listener, identity: str | None) -> None:
        """A socket has closed."""
        if identity is not None:
            self._leave(table, listener, identity)
        self._listeners[table.id].discard(listener)
        if not self._listeners[table.id]:
            del self._listeners[table.id], self._tables[table.id]

    def _leave(self, table: Table, listener: Listener, identity: str) -> None:
        people = self._people[table.id]
        people[identity] -= 1
        if people[identity]:
            return
        del people[identity]
        if not people:
            del self._people[table.id]
        self._see(table, identity)
        if self._exchange is not None:
            self._exchange.change(table.id, identity, False)
        if not self._is_here(table.id, identity):
            self._announce(table.id, identity, listener)

    def here(self, table: Table) -> list[bool]:
        """For each seat, whether its person is connected; bots always are."""
        return [
            seat.bot is not None or (seat.holder is not None and self._is_here(table.id, seat.holder))
            for seat in table.state.seats
        ]

    def note(self, table: Table, identity: str | None) -> None:
        """A person sent a request by HTTP: present now, though perhaps without a socket."""
        if identity is None or self._people.get(table.id, Counter())[identity] or not _holds(table, identity):
            return
        self._see(table, identity)
        if self._exchange is not None:
            self._exchange.note(table.id, identity)

    async def away_seconds(self, table: Table, identity: str) -> float:
        """How long ago a person was connected to this table or requested it; negative if connected now.

        Right after a start nobody counts as away: they need time to connect again.
        """
        if self._is_here(table.id, identity):
            return -1.0
        seconds = self._clock() - self._gone.get((table.id, identity), self._began)
        if self._exchange is not None:
            seconds = min(seconds, await self._exchange.away_seconds(table.id, identity))
        return seconds

    def tell(self, table: str, message: dict[str, Any], but: Listener | None = None) -> None:
        """Send a message to all sockets of a table at this server."""
        for listener in self._listeners.get(table, ()):
            if listener is not but:
                listener.hear(message)

    def greet(self, table: str, seat: int, greeting: str) -> None:
        """Send a greeting to all sockets of a table at all servers."""
        self.tell(table, {"type": "greeting", "seat": seat, "greeting": greeting})
        if self._exchange is not None:
            self._exchange.greet(table, seat, greeting)

    # What other servers report

    def connected(self) -> list[tuple[str, str]]:
        """The tables and people connected through this server."""
        return [(table, identity) for table, people in self._people.items() for identity in people]

    def change_elsewhere(self, connected: Connected, is_here: bool) -> None:
        """Somebody has connected through another server, or disconnected."""
        table, identity, server = connected
        was_here = self._is_here(table, identity)
        if is_here:
            self._elsewhere[table].add((identity, server))
        else:
            self._elsewhere[table].discard((identity, server))
            if not self._elsewhere[table]:
                del self._elsewhere[table]
        if self._is_here(table, identity) != was_here:
            self._announce(table, identity)

    def replace_elsewhere(self, connected: Iterable[Connected]) -> None:
        """Everybody who is connected through other servers now."""
        before = {table: self.here(found) for table, found in self._tables.items()}
        self._elsewhere.clear()
        for table, identity, server in connected:
            self._elsewhere[table].add((identity, server))
        for table, found in self._tables.items():
            if (seats := self.here(found)) != before[table]:
                self.tell(table, {"type": "presence", "seats": seats})

    def _is_here(self, table: str, identity: str) -> bool:
        if self._people.get(table, Counter())[identity]:
            return True
        return any(identity == other for other, _ in self._elsewhere.get(table, ()))

    def _see(self, table: Table, identity: str) -> None:
        if not _holds(table, identity):
            return
        now = self._clock()
        self._gone[table.id, identity] = now
        if len(self._gone) > MOST_GONE:
            self._gone = {key: seen for key, seen in self._gone.items() if now - seen < FORGET_SECONDS}

    def _announce(self, table: str, identity: str, but: Listener | None = None) -> None:
        """Except to the socket itself: its first view says who is connected."""
        found = self._tables.get(table)
        if found is not None and _holds(found, identity):
            self.tell(table, {"type": "presence", "seats": self.here(found)}, but)


def _holds(table: Table, identity: str) -> bool:
    return any(seat.holder == identity for seat in table.state.seats)
