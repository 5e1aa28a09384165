"""Bots before hints: people who ask for hints wait for each other, and nobody's bot waits for them."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest

from cabotage.server.bots import worker
from cabotage.server.bots.pool import Pool
from tests.server.fixtures import Harbour, Visitor, harbour

ASKING = 12
THOUGHTS = 9
SLOW_ITERATIONS = 20_000  # a hint takes about a second
PATIENCE_SECONDS = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    database = f"sqlite:///{tmp_path_factory.mktemp('hints') / 'tables.db'}"
    with harbour(database, hint_iterations=SLOW_ITERATIONS, hinters=1) as running:
        with running.visitor() as anna:  # loads what is needed in both kinds of processes
            anna.ask("GET", f"/api/tables/{anna.open('smugglers')['table']}/hint")
            thought_seconds(anna, anna.open("smugglers", ("me", "bot:mate"))["table"], 1)
        yield running


def thought_seconds(visitor: Visitor, table: str, count: int) -> list[float]:
    """How long people wait for a bot's answer."""
    found: list[float] = []
    view = visitor.view(table)
    while len(found) < count:
        view = visitor.choose(table, visitor.view(table, seat=0))
        began = time.monotonic()
        while view["to_act"] == 1:
            assert time.monotonic() < began + PATIENCE_SECONDS
            time.sleep(0.005)
            view = visitor.view(table)
        if view["to_act"] != 0:  # over
            table = visitor.open("smugglers", ("me", "bot:mate"))["table"]
        found.append(time.monotonic() - began)
    return found


@contextmanager
def asking(server: Harbour, people: int) -> Iterator[list[int]]:
    """So many people ask for one hint after the other; yields the status of each answer."""
    is_over, answers = threading.Event(), []

    def ask(visitor: Visitor, table: str) -> None:
        while not is_over.is_set():
            answers.append(visitor.client.get(f"/api/tables/{table}/hint").status_code)

    with ExitStack() as stack:
        threads = []
        for _ in range(people):
            visitor = stack.enter_context(server.visitor())
            table = visitor.open("smugglers")["table"]
            threads.append(threading.Thread(target=ask, args=(visitor, table)))
        for thread in threads:
            thread.start()
        try:
            yield answers
        finally:
            is_over.set()
            for thread in threads:
                thread.join(PATIENCE_SECONDS)


@pytest.mark.quiet
def test_twelve_people_who_ask_for_hints_do_not_hold_up_the_bots(server: Harbour) -> None:
    with server.visitor() as anna:
        table = anna.open("smugglers", ("me", "bot:mate"))["table"]
        alone = statistics.median(thought_seconds(anna, table, THOUGHTS))
        with asking(server, ASKING) as answers:
            time.sleep(1)
            beside = statistics.median(thought_seconds(anna, table, THOUGHTS))
    print(f"a bot answers after {alone:.3f} s, beside {ASKING} people who ask for hints after {beside:.3f} s")
    assert beside < 2 * alone
    assert set(answers) == {200}  # all of them were served
    assert len(answers) >= ASKING


def test_one_hint_per_person_at_a_time(server: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.visitor() as anna, server.visitor() as ben, slow_hints(monkeypatch) as hints:
        tables = [anna.open("smugglers")["table"] for _ in range(2)]
        first = threading.Thread(target=anna.ask, args=("GET", f"/api/tables/{tables[0]}/hint"))
        first.start()
        hints.begun.wait(PATIENCE_SECONDS)
        assert anna.refused("GET", f"/api/tables/{tables[1]}/hint?language=fr", 429) == "hint/pending"
        other = threading.Thread(target=ben.ask, args=("GET", f"/api/tables/{ben.open('smugglers')['table']}/hint"))
        other.start()  # another person may ask, and waits
        hints.may_end.set()
        first.join(PATIENCE_SECONDS)
        other.join(PATIENCE_SECONDS)
        anna.ask("GET", f"/api/tables/{tables[1]}/hint")  # now Anna may ask again


def test_a_hint_that_nobody_waits_for_is_not_computed(server: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.visitor() as anna, server.visitor() as ben, slow_hints(monkeypatch) as hints:
        first = threading.Thread(target=anna.ask, args=("GET", f"/api/tables/{anna.open('smugglers')['table']}/hint"))
        first.start()
        hints.begun.wait(PATIENCE_SECONDS)
        table = ben.open("smugglers")["table"]
        with pytest.raises(httpx.ReadTimeout):
            ben.client.get(f"/api/tables/{table}/hint", timeout=0.3)  # and closes the connection
        runner = server.app.state.services.bot_runner
        until = time.monotonic() + PATIENCE_SECONDS
        while len(runner._hints._people) > 1:
            assert time.monotonic() < until
            time.sleep(0.01)
        hints.may_end.set()
        first.join(PATIENCE_SECONDS)
        assert hints.count == 1
        ben.ask("GET", f"/api/tables/{table}/hint")


class SlowHints:
    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.count = 0


@contextmanager
def slow_hints(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowHints]:
    """Hints that end when the test lets them."""
    import asyncio

    hints, run = SlowHints(), Pool.run

    async def slow(self: Pool, work: Any, *arguments: Any) -> Any:
        if work is worker.hint:
            hints.count += 1
            hints.begun.set()
            while not hints.may_end.is_set():
                await asyncio.sleep(0.01)
        return await run(self, work, *arguments)

    monkeypatch.setattr(Pool, "run", slow)
    yield hints
    hints.may_end.set()
