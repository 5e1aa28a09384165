"""The metrics of several workers are added up, so that rates are right whichever worker answers."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from cabotage.server.metrics import Metrics
from cabotage.server.middleware.limits import Limits
from cabotage.server.settings import Settings
from cabotage.server.totals import OLD_SECONDS, Totals


class Worker:
    """Its metrics, and the totals as this worker tells them."""

    def __init__(self, folder: Path, number: int) -> None:
        self.metrics = Metrics()
        self.metrics.count_sockets(lambda: 10 * number)
        self.metrics.checked(True, None)
        self.totals = Totals(folder, self.metrics.text, number)

    async def told(self, name: str) -> float:
        """The value of one sample."""
        text = (await self.totals.text()).decode()
        found = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        assert len(found) == 1, text
        return float(found[0])


@pytest.fixture
def crew(tmp_path: Path) -> list[Worker]:
    return [Worker(tmp_path, number) for number in (1, 2)]


MOVES = 'cabotage_moves_total{by="person",game="calypso"}'
SECONDS = 'cabotage_move_seconds_bucket{game="calypso",le="0.005"}'


async def test_counts_are_those_of_all_workers_whichever_is_asked(crew: list[Worker]) -> None:
    one, two = crew
    for _ in range(3):
        one.metrics.moved("calypso", "person", 0.004)
    two.metrics.moved("calypso", "person", 0.5)
    assert await one.told(MOVES) == 3  # the other has not written yet
    assert [await worker.told(MOVES) for worker in (two, one)] == [4, 4]
    assert [await worker.told(SECONDS) for worker in crew] == [3, 3]
    assert await one.told('cabotage_move_seconds_count{game="calypso"}') == 4


async def test_a_count_never_falls(crew: list[Worker]) -> None:
    last = 0.0
    for turn in range(6):
        for worker in crew:
            worker.metrics.moved("calypso", "person", 0.001)
        told = await crew[turn % 2].told(MOVES)
        assert told > last
        last = told


async def test_what_a_dead_worker_counted_stays_and_what_it_held_does_not(crew: list[Worker], tmp_path: Path) -> None:
    one, two = crew
    two.metrics.moved("calypso", "person", 0.001)
    await two.totals.text()
    assert await one.told("cabotage_sockets") == 30
    long_ago = time.time() - OLD_SECONDS - 1
    os.utime(tmp_path / "2", (long_ago, long_ago))
    assert await one.told("cabotage_sockets") == 10
    assert await one.told(MOVES) == 1


async def test_one_worker_that_is_not_ready_is_seen(crew: list[Worker]) -> None:
    one, two = crew
    two.metrics.checked(False, None)
    await two.totals.text()
    assert await one.told("cabotage_ready") == 0


def test_workers_share_what_is_allowed() -> None:
    usual = Settings("", thinkers=3, hinters=1)
    share = usual.shared_by(4)
    assert (share.thinkers, share.hinters) == (1, 1)
    assert (share.person_units, share.address_units, share.newcomers_per_minute) == (25, 100, 75)
    assert (share.connections, share.connections_per_address, share.greetings_per_minute) == (2500, 125, 5)
    assert not share.can_open_network
    assert usual.shared_by(1) is usual
    limits = [Limits(share, clock=lambda: 0.0) for _ in range(4)]
    passed = 0
    for one in limits:
        one.vouch("anna")
        passed += sum(_is_allowed(one) for _ in range(1000))
    assert passed == 400  # as of one server


def _is_allowed(limits: Limits) -> bool:
    from cabotage.server.errors import TooMany

    try:
        limits.request("anna", "192.0.2.1")
    except TooMany:
        return False
    return True
