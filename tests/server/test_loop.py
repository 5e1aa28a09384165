"""Nothing holds up the event loop: with a long game, every kind of request leaves it free within 5 ms."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cabotage.server import lag
from cabotage.tables import Tables
from tests.server.fixtures import WAIT_SECONDS, Visitor, Wire, harbour

pytestmark = pytest.mark.quiet

MOST_SECONDS = 0.005
MOVES = 400  # choices, each with the draws after it
ROUNDS = 5
TICK_SECONDS = 0.001


class Holding:
    """How long the event loop was busy at a time, in seconds of the processor: other programs do not count."""

    def __init__(self) -> None:
        self.most = 0.0
        self.loop: asyncio.AbstractEventLoop | None = None

    async def watch(self, _metrics: Any) -> None:
        """Takes the place of `lag.watch`."""
        self.loop = asyncio.get_running_loop()
        began = time.thread_time()
        while True:
            await asyncio.sleep(TICK_SECONDS)
            now = time.thread_time()
            self.most, began = max(self.most, now - began), now

    def of(self, request: Callable[[], object]) -> float:
        """The longest time while this was answered."""
        time.sleep(5 * TICK_SECONDS)
        self.most = 0.0
        request()
        time.sleep(5 * TICK_SECONDS)
        return self.most


@pytest.fixture
def holding(monkeypatch: pytest.MonkeyPatch) -> Iterator[Holding]:
    found = Holding()
    monkeypatch.setattr(lag, "watch", found.watch)
    gc.collect()
    gc.freeze()  # as the server does when it has started
    gc.disable()
    yield found
    gc.enable()
    gc.unfreeze()


def test_no_request_holds_up_the_others(tmp_path: Path, holding: Holding) -> None:
    with harbour(f"sqlite:///{tmp_path / 'tables.db'}") as running, running.visitor() as anna:
        table = anna.open("treasure_boots")["table"]
        assert holding.loop is not None
        played = asyncio.run_coroutine_threadsafe(play(running.app.state.services.tables, table), holding.loop)
        assert played.result(WAIT_SECONDS) > MOVES
        with anna.live(table) as wire:
            wire.hear()
            found = [{name: holding.of(ask) for name, ask in kinds(anna, wire, table).items()} for _ in range(ROUNDS)]
    # The first round reads files and compiles; what really holds up the loop does so every time.
    least = {name: min(each[name] for each in found[1:]) for name in found[0]}
    assert least["move"] > 0.0001  # the measurement sees something
    assert {name: seconds for name, seconds in least.items() if seconds > MOST_SECONDS} == {}


async def play(tables: Tables, name: str) -> int:
    """Random choices at this table; much faster than by requests."""
    table, rng = await tables.find(name), random.Random(0)
    for _ in range(MOVES):
        assert table.to_act is not None
        await table.submit(table.to_act, table.seq, int(rng.choice(table.state.position.legal.numbers)))
    return table.seq


def kinds(anna: Visitor, wire: Wire, table: str) -> dict[str, Callable[[], object]]:
    """One request of each kind, in an order in which no earlier one has done the work of a later one."""
    path = f"/api/tables/{table}"

    def again() -> None:
        with anna.live(table) as other:
            other.hear()

    return {
        "move": lambda: anna.play(table, 1),
        "moments": lambda: anna.ask("GET", f"{path}/moments"),
        "record": lambda: anna.ask("GET", f"{path}/record"),
        "whole story": lambda: anna.view(table, since=-1),
        "earlier": lambda: anna.view(table, at=wire.view["seq"] // 2),
        "new socket": again,
        "look": lambda: wire.say(type="look", seat=1),
        "late undo": lambda: wire.say(type="undo", seq=wire.view["seq"]),
        "my tables": lambda: anna.ask("GET", "/api/tables"),
        "rules": lambda: anna.ask("GET", "/api/games/treasure_boots/rules"),
    }
