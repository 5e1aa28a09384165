"""The moments at which one stops when a game is looked at again: each has something to tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from cabotage.tables.row import NOBODY, Kind, Row

SETTING_UP = (Kind.STARTED, Kind.DRAWN)


def moments(rows: Sequence[Row], story: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each with the row after which it is seen, who acted, and what is told of it.

    The first is the board as it is set up. Rows of which nothing is told (one die of several, the end) go with their
    neighbours.
    """
    told = defaultdict(list)
    for line in story:
        told[line["seq"]].append(line["text"])
    began = _set_up(rows)
    found = [{"at": began, "actor": NOBODY, "story": _begun(rows, told)}]
    for row in rows[began + 1 :]:
        if told[row.seq]:
            found.append({"at": row.seq, "actor": row.seat, "story": told[row.seq]})
    found[-1]["at"] = rows[-1].seq if len(found) > 1 else began
    return found


def _set_up(rows: Sequence[Row]) -> int:
    """The row with which setting up is done: chance has drawn, and nobody has chosen yet."""
    chosen = next((row.seq for row in rows if row.kind is Kind.CHOSEN), len(rows))
    return next(row.seq for row in reversed(rows[:chosen]) if row.kind in SETTING_UP)


def _begun(rows: Sequence[Row], told: Mapping[int, list[str]]) -> list[str]:
    return [line for row in rows if row.kind is Kind.STARTED for line in told.get(row.seq, [])]
