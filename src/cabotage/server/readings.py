"""Reading that takes long (looking back, moments, records) runs in a thread, one person at a time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from cabotage.server.api.disconnection import while_connected
from cabotage.server.errors import TooMany

if TYPE_CHECKING:
    from starlette.requests import Request

    from cabotage.server.people.caller import Caller

Result = TypeVar("Result")

MOST_WAITING = 8  # of one person; a page asks for two or three at once
AT_ONCE = 1  # more threads would only take turns with each other, and with everybody's moves


class Readings:
    """First come, first served; but each person has at most one place in the queue."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "cabotage-reading")
        self._free = asyncio.Semaphore(AT_ONCE)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: Counter[str] = Counter()

    async def run(self, caller: Caller, work: Callable[[], Result], request: Request | None = None) -> Result:
        """The result of this work, which must not touch anything that changes.

        A request may be refused because too many of the same person wait, and is dropped if the client goes.
        """
        person = caller.identity or caller.address
        if request is not None and self._waiting[person] >= MOST_WAITING:
            raise TooMany("request.too_many")
        reading = self._read(person, work)
        return await (reading if request is None else while_connected(request, reading))

    async def _read(self, person: str, work: Callable[[], Result]) -> Result:
        async with self._turn(person):
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    @asynccontextmanager
    async def _turn(self, person: str) -> AsyncIterator[None]:
        self._waiting[person] += 1
        lock = self._turns.setdefault(person, asyncio.Lock())
        try:
            async with lock, self._free:
                yield
        finally:
            self._waiting[person] -= 1
            if not self._waiting[person]:
                del self._waiting[person]
