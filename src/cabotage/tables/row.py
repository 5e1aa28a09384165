"""One row of a table's log: who did what, and when. Everything else about a table is computed from its rows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

NOBODY = -1  # as seat: the table itself, or chance (the same number as CHANCE)
RANK = "level"  # key of the bot's rank in a row of kind TAKEN_OVER; stored logs use the older word


# Keys of values: a row of kind LEFT by a person who resigns, and one of kind ENDED after a vote.
FOR_GOOD = "for_good"
AGREED = "agreed"


class Kind(StrEnum):
    """What can happen at a table; docs/reference/tables.md says what each row's value holds."""

    OPENED = "opened"
    SAT = "sat"
    LEFT = "left"
    RETURNED = "returned"
    TAKEN_OVER = "taken_over"
    GIVEN_BACK = "given_back"
    FORGOTTEN = "forgotten"
    STARTED = "started"
    CHOSEN = "chosen"
    DRAWN = "drawn"
    UNDONE = "undone"
    VOTED = "voted"
    TIMED_OUT = "timed_out"
    ENDED = "ended"


EVENTS = frozenset({Kind.CHOSEN, Kind.DRAWN})

# After one of these rows, earlier choices are stale; people coming and going does not affect them.
TURNING = frozenset({Kind.STARTED, Kind.CHOSEN, Kind.DRAWN, Kind.UNDONE, Kind.ENDED})


@dataclass(frozen=True, slots=True)
class Row:
    """(table, seq) is the primary key: of two concurrent writers, one fails."""

    table: str
    seq: int
    kind: Kind
    seat: int
    value: Any
    at_ms: int
