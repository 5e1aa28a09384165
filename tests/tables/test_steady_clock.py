"""The clock of tables does not follow jumps of the wall clock."""

from __future__ import annotations

import logging

import pytest

from cabotage.tables.clock import SteadyClock

NOON_MS = 1_700_000_000_000
DAY_MS = 86_400_000


class Machine:
    """Two clocks that a test moves."""

    def __init__(self) -> None:
        self.wall_ms = NOON_MS
        self.steady_ms = 5_000
        self.clock = SteadyClock(lambda: self.wall_ms, lambda: self.steady_ms)

    def wait(self, ms: int) -> None:
        self.wall_ms += ms
        self.steady_ms += ms


@pytest.mark.parametrize("jump_ms", [-DAY_MS, DAY_MS, -3_600_000, 1_500])
def test_a_jump_does_not_change_how_long_a_turn_lasts(jump_ms: int, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    began = machine.clock()
    machine.wait(20_000)
    machine.wall_ms += jump_ms
    with caplog.at_level(logging.WARNING):
        assert machine.clock() - began == 20_000
        machine.wait(40_000)
        assert machine.clock() - began == 60_000
    assert [record.fields for record in caplog.records] == [{"seconds": jump_ms / 1000}]  # type: ignore[attr-defined]
    assert machine.clock.jumps == 1


def test_small_corrections_are_followed() -> None:
    machine = Machine()
    machine.wall_ms += 400
    assert machine.clock() == NOON_MS + 400
    machine.wall_ms -= 900
    assert machine.clock() == NOON_MS - 500
    assert machine.clock.jumps == 0


def test_a_jump_that_is_taken_back_is_forgotten() -> None:
    machine = Machine()
    machine.wall_ms -= DAY_MS
    assert machine.clock() == NOON_MS
    machine.wall_ms += DAY_MS + 300
    assert machine.clock() == NOON_MS + 300
    machine.wall_ms -= DAY_MS
    assert machine.clock() == NOON_MS + 300
    assert machine.clock.jumps == 2


def test_after_a_restart_the_clock_is_not_behind_the_log(caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine()
    machine.clock.continue_from(NOON_MS + DAY_MS)
    assert machine.clock() == NOON_MS + DAY_MS
    machine.wait(60_000)
    assert machine.clock() == NOON_MS + DAY_MS + 60_000
    assert [record.message for record in caplog.records] == ["clock_behind_log"]
    machine.clock.continue_from(NOON_MS)
    assert machine.clock() == NOON_MS + DAY_MS + 60_000
