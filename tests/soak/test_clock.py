"""The computer's clock jumps by an hour or a day while a turn is running: the turn keeps its length."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from cabotage.games import find
from cabotage.tables.clock import SteadyClock
from tests.faults.soundness import sound_rows
from tests.server.fixtures import Visitor, harbour
from tests.soak.conftest import Report
from tests.soak.scale import scaled

JUMPS = 200
RESTARTS = 10
HOUR_MS, DAY_MS = 3_600_000, 86_400_000
TURN_SECONDS = 60
PATIENCE_SECONDS = 30.0
TICKS_SECONDS = 1.2  # the server looks at its clocks twice a second

pytestmark = pytest.mark.soak


class Computer:
    """A computer whose clock somebody sets."""

    def __init__(self) -> None:
        self.wall_ms = 1_800_000_000_000
        self.steady_ms = 1_000

    def wait(self, seconds: float) -> None:
        self.wall_ms += int(seconds * 1000)
        self.steady_ms += int(seconds * 1000)

    def clock(self) -> SteadyClock:
        """As a server that starts now has it."""
        return SteadyClock(lambda: self.wall_ms, lambda: self.steady_ms)


def seconds_left(anna: Visitor, table: str) -> float:
    return float(anna.view(table)["clock"]["seconds_left"])


def await_timeout(anna: Visitor, table: str, seq: int) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while anna.view(table)["seq"] == seq:
        assert time.monotonic() < until, "the turn never ends"
        time.sleep(0.02)


def test_turns_keep_their_length(sqlite_url: str, report: Report) -> None:
    rng, computer = random.Random("clock"), Computer()
    jumps, restarts, tables, table = 0, 0, 0, ""
    for _ in range(scaled(RESTARTS)):
        restarts += 1
        with harbour(sqlite_url, computer.clock()) as port, port.visitor() as anna:
            anna.client.headers["authorization"] = f"Bearer {anna.ask('POST', '/api/identities', 201)['token']}"
            table = ""
            for _ in range(max(1, scaled(JUMPS) // scaled(RESTARTS))):
                if not table or anna.view(table)["to_act"] < 0:
                    table = anna.open("smugglers", clock={"kind": "turn", "seconds": TURN_SECONDS})["table"]
                    tables += 1
                view = anna.view(table)
                assert seconds_left(anna, table) == TURN_SECONDS
                computer.wait(20)
                computer.wall_ms += rng.choice((-DAY_MS, -HOUR_MS, HOUR_MS, DAY_MS))
                jumps += 1
                assert seconds_left(anna, table) == TURN_SECONDS - 20
                computer.wait(TURN_SECONDS - 21)
                if rng.random() < 0.2:
                    time.sleep(TICKS_SECONDS)
                assert anna.view(table)["seq"] == view["seq"], "the turn ended too soon"
                assert seconds_left(anna, table) == 1
                computer.wait(1)
                await_timeout(anna, table, view["seq"])
            left = seconds_left(anna, table) if anna.view(table)["to_act"] >= 0 else None
        # A server that starts with its clock behind the log continues from the newest move. All jumps so far may have
        # put it ahead, so that it is set back by more than all of them.
        computer.wall_ms -= DAY_MS * (jumps + 1)
        with harbour(sqlite_url, computer.clock()) as port, port.visitor() as ben:
            if left is not None:
                assert seconds_left(ben, table) == left
    asyncio.run(sound_rows(sqlite_url, find))
    report(jumps=jumps, restarts=restarts, tables=tables)
