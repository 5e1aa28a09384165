"""One row of a table's log: who did what, and when. The log is all there is; everything else follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

NOBODY = -1  # as seat: the table itself, or chance
RANK = "level"  # key of the bot's rank in a row of kind TAKEN_OVER; stored logs use the older word


class Kind(StrEnum):
    """What can happen at a table; docs/reference/tables.md says what each row's value holds."""

    OPENED = "opened"
    SAT = "sat"
    LEFT = "left"
    RETURNED = "returned"
    TAKEN_OVER = "taken_over"
    GIVEN_BACK = "given_back"
    STARTED = "started"
    CHOSEN = "chosen"
    DRAWN = "drawn"
    UNDONE = "undone"
    TIMED_OUT = "timed_out"
    ENDED = "ended"


# After one of these, what a seat saw before is out of date; people coming and going does not disturb a choice.
TURNING = frozenset({Kind.STARTED, Kind.CHOSEN, Kind.DRAWN, Kind.UNDONE, Kind.ENDED})


@dataclass(frozen=True, slots=True)
class Row:
    """(table, seq) is its key: of two who write the same, one is refused."""

    table: str
    seq: int
    kind: Kind
    seat: int
    value: Any
    at_ms: int
