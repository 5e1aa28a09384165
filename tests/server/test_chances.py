"""Live chances are bounded: a few tables for each person, fair turns for networks, nothing when nobody watches."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from cabotage.server.live import chances
from cabotage.server.live.chances import MOST_OF_A_NETWORK, MOST_OF_A_PERSON, Chances
from cabotage.server.people.caller import Caller
from cabotage.tables import Log, Table, Tables
from tests.tables.fixtures import any_game, choose_one

SCHOOL, HOME = "192.0.2.1", "198.51.100.7"


class Ear:
    """A spectator's socket."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)


class Thoughts:
    """In place of the process: what was asked, in this order; each is done when the test says so."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._done: asyncio.Queue[None] = asyncio.Queue()

    async def beside_hints(self, _game: str, _work: object, question: str, _iterations: int) -> list[float]:
        self.asked.append(question)
        await self._done.get()
        return [0.5, 0.5]

    def end(self) -> None:
        self._done.put_nowait(None)

    async def finish(self, count: int = 1) -> None:
        for _ in range(count):
            self.end()
            await settle()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0.001)


@pytest.fixture
def thoughts() -> Thoughts:
    return Thoughts()


@pytest.fixture
async def tables(sqlite_url: str) -> AsyncIterator[Tables]:
    opened = Tables(await Log.open(sqlite_url), games=any_game)
    yield opened
    await opened.close()


@pytest.fixture
async def live(thoughts: Thoughts, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Chances]:
    monkeypatch.setattr(chances, "GRID_SECONDS", 0.001)
    monkeypatch.setattr(chances, "ask", lambda table, seat, seed: table.id)
    made = Chances(cast("Any", thoughts))
    yield made
    await made.close()


async def opened(tables: Tables, count: int) -> list[Table]:
    return [await tables.open("toy", ["me", "here"], "anna", has_chances=True) for _ in range(count)]


def person(name: str | None, address: str = HOME) -> Caller:
    return Caller(name, address, "en", is_secure=False)


async def test_one_person_gets_chances_of_a_few_tables_only(live: Chances, thoughts: Thoughts, tables: Tables) -> None:
    found = await opened(tables, MOST_OF_A_PERSON + 1)
    ears = [Ear() for _ in found]
    for table, ear in zip(found, ears, strict=True):
        live.enter(table, ear, person("bob"))
    await settle()
    await thoughts.finish(len(found))
    assert [len(ear.heard) for ear in ears] == [1] * MOST_OF_A_PERSON + [0]
    live.enter(found[0], Ear(), person("bob"))  # one more socket at a table that they follow
    another = Ear()
    live.enter(found[-1], another, person("carol"))
    await settle()
    await thoughts.finish()
    assert [len(ears[-1].heard), len(another.heard)] == [0, 1]
    live.leave(found[1], ears[1])
    live.enter(found[-1], ears[-1], person("bob"))
    assert len(ears[-1].heard) == 1


async def test_people_without_an_identity_share_what_their_network_may_follow(live: Chances, tables: Tables) -> None:
    found = await opened(tables, MOST_OF_A_NETWORK + 1)
    for table in found:
        live.enter(table, Ear(), person(None, SCHOOL))
    assert set(live._watched) == {table.id for table in found[:-1]}
    live.enter(found[-1], Ear(), person(None, HOME))
    assert len(live._watched) == MOST_OF_A_NETWORK + 1


async def test_one_table_at_a_time_and_networks_take_turns(live: Chances, thoughts: Thoughts, tables: Tables) -> None:
    found = await opened(tables, 7)
    for table in found[:6]:
        live.enter(table, Ear(), person(None, SCHOOL))
    await settle()
    ear = Ear()
    live.enter(found[6], ear, person("dora", HOME))
    await settle()
    assert thoughts.asked == [found[0].id]
    await thoughts.finish(3)
    assert found[6].id in thoughts.asked[:3]
    assert len(ear.heard) == 1


async def test_coming_again_is_no_way_to_be_first(live: Chances, thoughts: Thoughts, tables: Tables) -> None:
    found = await opened(tables, 3)
    live.enter(found[0], Ear(), person(None, SCHOOL))
    live.enter(found[1], Ear(), person("dora", HOME))
    await settle()
    other = Ear()
    live.enter(found[2], other, person(None, "203.0.113.9"))
    live.leave(found[2], other)
    live.enter(found[2], other, person(None, "203.0.113.9"))
    await settle()
    await thoughts.finish(2)
    assert thoughts.asked == [table.id for table in found]


async def test_while_a_table_waits_only_its_newest_row_counts(
    live: Chances, thoughts: Thoughts, tables: Tables
) -> None:
    first, second = await opened(tables, 2)
    ear = Ear()
    live.enter(first, Ear(), person(None, SCHOOL))
    await settle()
    live.enter(second, ear, person(None, HOME))
    await settle()
    for number in range(3):
        await choose_one(second, random.Random(number))
    await thoughts.finish(2)
    assert thoughts.asked == [first.id, second.id]
    assert [message["seq"] for message in ear.heard] == [second.seq]


async def test_when_nobody_watches_nothing_is_computed(live: Chances, thoughts: Thoughts, tables: Tables) -> None:
    first, second, third = await opened(tables, 3)
    ears = [Ear(), Ear(), Ear()]
    for table, ear in zip((first, second, third), ears, strict=True):
        live.enter(table, ear, person(None, SCHOOL))
    await settle()
    live.leave(second, ears[1])  # while it waits
    live.leave(first, ears[0])  # while it is computed: the process is busy until it is done
    await settle()
    assert thoughts.asked == [first.id]
    await thoughts.finish(2)
    assert thoughts.asked == [first.id, third.id]
    live.leave(third, ears[2])
    await settle()
    assert [len(ear.heard) for ear in ears] == [0, 0, 1]
    assert (live._watched, live._waiting, live._served, live._followed) == ({}, {}, {}, {})


async def test_a_spectator_who_leaves_before_their_turn_begins_frees_it(
    live: Chances, thoughts: Thoughts, tables: Tables
) -> None:
    first, second, third = await opened(tables, 3)
    ears = [Ear(), Ear(), Ear()]
    for table, ear in zip((first, second, third), ears, strict=True):
        live.enter(table, ear, person(None, SCHOOL))
    await settle()
    thoughts.end()
    while len(live._waiting) == 2:
        await asyncio.sleep(0)
    live.leave(second, ears[1])  # the turn is given, but not taken
    await settle()
    await thoughts.finish()
    assert thoughts.asked == [first.id, third.id]
