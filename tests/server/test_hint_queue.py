"""The queue for hints: one at a time for each person, and one address cannot keep the others from getting any."""

from __future__ import annotations

import asyncio

import pytest

from cabotage.server.bots.hints import WAITING_HINTS, HintQueue, Locks
from cabotage.server.errors import Busy, HintPending

SCHOOL, HOME = "192.0.2.1", "198.51.100.7"


class Asking:
    """People who ask, and the order in which they get their hints."""

    def __init__(self, queue: HintQueue) -> None:
        self.queue = queue
        self.served: list[str] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._may_end: dict[str, asyncio.Event] = {}

    async def ask(self, person: str, address: str) -> None:
        """Ask, and wait until the queue has noted it."""

        async def hint() -> None:
            async with self.queue.turn(person, address):
                self.served.append(person)
                await self._may_end[person].wait()

        self._may_end[person] = asyncio.Event()
        self._tasks[person] = asyncio.create_task(hint())
        await asyncio.sleep(0)

    async def end(self, person: str) -> None:
        """This hint is ready."""
        self._may_end[person].set()
        await self._tasks[person]
        await asyncio.sleep(0)

    async def cancel(self, person: str) -> None:
        self._tasks[person].cancel()
        await asyncio.wait([self._tasks[person]])
        await asyncio.sleep(0)

    def refusal(self, person: str) -> object:
        task = self._tasks[person]
        error = task.exception() if task.done() else None
        return None if error is None else type(error)

    async def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


async def test_addresses_take_turns() -> None:
    asking = Asking(HintQueue(1))
    for number in range(5):
        await asking.ask(f"pupil{number}", SCHOOL)
    await asking.ask("anna", HOME)
    for _ in range(3):
        await asking.end(asking.served[-1])
    assert asking.served == ["pupil0", "pupil1", "anna", "pupil2"]
    await asking.stop()


async def test_one_address_cannot_fill_the_queue() -> None:
    asking = Asking(HintQueue(1))
    for number in range(WAITING_HINTS + 3):
        await asking.ask(f"bot{number}", SCHOOL)
    assert asking.refusal(f"bot{WAITING_HINTS}") is None
    assert asking.refusal(f"bot{WAITING_HINTS + 1}") is Busy
    await asking.ask("anna", HOME)
    await asyncio.sleep(0)
    assert asking.refusal(f"bot{WAITING_HINTS}") is Busy  # the newest of the crowd had to go
    assert asking.refusal("anna") is None
    assert asking.queue.queued == WAITING_HINTS
    await asking.end("bot0")
    await asking.end("bot1")
    assert asking.served[-1] == "anna"
    await asking.stop()
    assert asking.queue.queued == 0


async def test_a_person_has_one_hint_at_a_time_from_whatever_address() -> None:
    asking = Asking(HintQueue(2))
    await asking.ask("anna", HOME)
    with pytest.raises(HintPending):
        await asking.queue.turn("anna", SCHOOL).__aenter__()
    await asking.end("anna")
    await asking.ask("anna", SCHOOL)
    assert asking.served == ["anna", "anna"]
    await asking.stop()


async def test_who_no_longer_waits_leaves_the_queue() -> None:
    asking = Asking(HintQueue(1))
    for person in ("anna", "ben", "chris"):
        await asking.ask(person, HOME)
    await asking.cancel("ben")
    await asking.cancel("anna")
    assert asking.served == ["anna", "chris"]
    await asking.end("chris")
    await asking.ask("ben", HOME)
    assert asking.served[-1] == "ben"
    await asking.stop()


@pytest.fixture
def two_servers(postgres_url: str) -> tuple[Locks, Locks]:
    return Locks(postgres_url), Locks(postgres_url)


async def test_a_person_has_one_hint_at_a_time_at_all_servers(two_servers: tuple[Locks, Locks]) -> None:
    here, there = (Asking(HintQueue(1, locks)) for locks in two_servers)
    async with here.queue.turn("anna", HOME):
        with pytest.raises(HintPending):
            await there.queue.turn("anna", HOME).__aenter__()
        async with there.queue.turn("ben", HOME):
            pass
    async with there.queue.turn("anna", HOME):
        pass
    for locks in two_servers:
        await locks.close()


async def test_who_goes_while_the_lock_is_taken_does_not_keep_it(two_servers: tuple[Locks, Locks]) -> None:
    here, there = two_servers
    asking = Asking(HintQueue(1, here))
    await asking.ask("anna", HOME)
    await asking.cancel("anna")
    assert await there.take("anna")
    for locks in two_servers:
        await locks.close()


async def test_a_server_that_dies_does_not_keep_its_hints(two_servers: tuple[Locks, Locks]) -> None:
    here, there = two_servers
    assert await here.take("anna")
    assert not await there.take("anna")
    await here.close()
    for _ in range(100):
        if await there.take("anna"):
            break
        await asyncio.sleep(0.05)
    else:
        raise AssertionError("still locked")
    await there.close()


async def test_without_the_database_there_are_hints_all_the_same() -> None:
    locks = Locks("postgresql://nobody@127.0.0.1:1/none?connect_timeout=1")
    hints = HintQueue(1, locks)
    async with hints.turn("anna", HOME):
        assert hints.queued == 0, "the one place is hers"
