"""The time for a turn: unlimited, seconds, or days."""

from __future__ import annotations

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


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


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
