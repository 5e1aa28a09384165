"""Who may have a hint next: one at a time for each person at all servers, and a fair turn for each address."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from cabotage.server.errors import Busy, HintPending
from cabotage.server.middleware.network import network

if TYPE_CHECKING:
    import psycopg

WAITING_HINTS = 20  # per process; more would wait too long
LOCKS = 0x48494E54  # the first half of the keys in PostgreSQL

logger = logging.getLogger(__name__)


class HintQueue:
    """Addresses take turns. If the queue is full, the newest of the address with the most people has to go."""

    def __init__(self, places: int, locks: Locks | None = None) -> None:
        self._places = places
        self._most = WAITING_HINTS * places
        self._locks = locks
        self._people: set[str] = set()
        self._running = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by network, the next one first

    @property
    def queued(self) -> int:
        """How many people wait for their turn."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, person: str, address: str) -> AsyncIterator[None]:
        """While a person gets a hint. Raises HintPending if they wait for one already, Busy if there is no room."""
        if person in self._people:
            raise HintPending("hint.pending")
        self._people.add(person)
        try:
            async with self._locked(person):
                await self._wait(network(address))
                try:
                    yield
                finally:
                    self._next()
        finally:
            self._people.discard(person)

    @asynccontextmanager
    async def _locked(self, person: str) -> AsyncIterator[None]:
        if self._locks is None:
            yield
            return
        taking = asyncio.ensure_future(self._locks.take(person))
        try:
            is_taken = await asyncio.shield(taking)
        except asyncio.CancelledError:
            if await taking:
                await self._locks.release(person)
            raise
        if not is_taken:
            raise HintPending("hint.pending")
        try:
            yield
        finally:
            await asyncio.shield(self._locks.release(person))

    async def _wait(self, key: str) -> None:
        if self._running < self._places:
            self._running += 1
            return
        if self.queued >= self._most:
            self._make_room(key)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(turn)
        try:
            await turn
        except BaseException:
            if turn in self._waiting.get(key, ()):
                self._drop(key, turn)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self._next()  # it was our turn, but nobody waits for the hint any more
            raise

    def _make_room(self, key: str) -> None:
        longest = max(self._waiting, key=lambda other: len(self._waiting[other]))
        if len(self._waiting[longest]) <= len(self._waiting.get(key, ())) + 1:
            raise Busy("server.busy")
        last = self._waiting[longest][-1]
        self._drop(longest, last)
        last.set_exception(Busy("server.busy"))

    def _drop(self, key: str, turn: asyncio.Future[None]) -> None:
        self._waiting[key].remove(turn)
        if not self._waiting[key]:
            del self._waiting[key]

    def _next(self) -> None:
        if not self._waiting:
            self._running -= 1
            return
        key, waiting = next(iter(self._waiting.items()))
        self._waiting.move_to_end(key)
        turn = waiting[0]
        self._drop(key, turn)
        if turn.cancelled():
            self._next()
        else:
            turn.set_result(None)


class Locks:
    """PostgreSQL's advisory locks over one connection: when a server dies, the database frees them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._opening = asyncio.Lock()

    async def take(self, person: str) -> bool:
        """Whether nobody else has it. Without the database there is no order among servers, but there are hints."""
        return await self._ask("SELECT pg_try_advisory_lock(%s, %s)", person) is not False

    async def release(self, person: str) -> None:
        await self._ask("SELECT pg_advisory_unlock(%s, %s)", person)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _ask(self, question: str, person: str) -> bool | None:
        import psycopg

        number = int.from_bytes(hashlib.sha256(person.encode()).digest()[:4], "big", signed=True)
        try:
            async with self._opening:
                if self._connection is None or self._connection.closed:
                    self._connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
            row = await (await self._connection.execute(question.encode(), (LOCKS, number))).fetchone()
        except psycopg.Error as error:
            logger.warning("hints_not_locked", extra={"fields": {"reason": str(error)}})
            with contextlib.suppress(psycopg.Error):
                await self.close()
            return None
        return row is not None and bool(row[0])
