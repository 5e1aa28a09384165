"""The time for a turn: unlimited, seconds, or days."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cabotage.tables.checks import is_number, is_text
from cabotage.tables.errors import ClockError

Now = Callable[[], int]  # milliseconds since 1970

UNITS_MS = {"none": 0, "seconds": 1000, "days": 86_400_000}
LONGEST_THEN = 40
MOST = {"none": 0, "seconds": 86_400, "days": 60}
FOLLOWED_MS = 1000
# Where there is one, the clock that also counts while the machine sleeps.
STEADY = getattr(time, "CLOCK_BOOTTIME", None)

logger = logging.getLogger(__name__)


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _steady_ms() -> int:
    return (time.monotonic_ns() if STEADY is None else time.clock_gettime_ns(STEADY)) // 1_000_000


class SteadyClock:
    """The wall clock without its jumps: a turn of 60 seconds stays one, even if somebody sets the clock.

    It starts with the wall clock and counts on with the machine's steady one. Small corrections are followed, larger
    ones are logged and ignored until the next start.
    """

    def __init__(self, wall_ms: Now = _wall_ms, steady_ms: Now = _steady_ms) -> None:
        self._wall_ms = wall_ms
        self._steady_ms = steady_ms
        self._offset_ms = wall_ms() - steady_ms()
        self._jump_ms = 0  # the last one that was logged
        self.jumps = 0

    def __call__(self) -> int:
        steady_ms = self._steady_ms()
        jump_ms = self._wall_ms() - steady_ms - self._offset_ms
        if abs(jump_ms) <= FOLLOWED_MS:
            self._offset_ms += jump_ms
            self._jump_ms = 0
        elif abs(jump_ms - self._jump_ms) > FOLLOWED_MS:
            self._jump_ms = jump_ms
            self.jumps += 1
            logger.warning("clock_jumped", extra={"fields": {"seconds": jump_ms / 1000}})
        return steady_ms + self._offset_ms

    def continue_from(self, at_ms: int) -> None:
        """Never go back behind the log: after a restart with an earlier clock, turns would last too long."""
        behind_ms = at_ms - self()
        if behind_ms > FOLLOWED_MS:
            self._offset_ms += behind_ms
            self._jump_ms = -behind_ms
            self.jumps += 1
            logger.warning("clock_behind_log", extra={"fields": {"seconds": behind_ms / 1000}})


wall_clock_ms = SteadyClock()


def timestamp(at_ms: int) -> str:
    """A point in time as JSON has it."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Clock:
    """Time for one turn: for all choices a seat makes in a row, until chance or another seat acts."""

    unit: str = "none"
    amount: int = 0
    then: str = "absent"  # on a timeout: the rules' action for an absent seat, or "bot:<rank>"

    def __post_init__(self) -> None:
        if self.unit not in UNITS_MS:
            raise ClockError("clock.unit", unit=repr(self.unit), known=", ".join(UNITS_MS))
        if self.unit == "none" and self.amount != 0:
            raise ClockError("clock.unlimited", amount=repr(self.amount))
        most = MOST[self.unit]
        if not is_number(self.amount) or not min(1, most) <= self.amount <= most:
            raise ClockError("clock.amount", unit=self.unit, least=min(1, most), most=most, amount=repr(self.amount))
        if self.then != "absent" and not (is_text(self.then, LONGEST_THEN) and self.then.startswith("bot:")):
            raise ClockError("clock.then", then=repr(self.then))

    @staticmethod
    def read(value: Mapping[str, Any]) -> Clock:
        """A clock from JSON."""
        return Clock(value.get("unit", "none"), value.get("amount", 0), value.get("then", "absent"))

    def written(self) -> dict[str, Any]:
        """The clock as it is stored in the log."""
        return {"unit": self.unit, "amount": self.amount, "then": self.then}

    @property
    def turn_ms(self) -> int | None:
        """Time for one turn, if it is limited."""
        return self.amount * UNITS_MS[self.unit] or None
