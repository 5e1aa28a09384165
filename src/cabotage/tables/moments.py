"""The moments at which a replay stops: those that have a story."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from cabotage.tables.row import NOBODY, Kind, Row

SETTING_UP = (Kind.STARTED, Kind.DRAWN)


def moments(rows: Sequence[Row], story: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Each with the row after which it is shown, who acted, and its story.

    The first is the board after setup. Rows without a story (one die of several, the end) belong to their neighbours.
    """
    lines = defaultdict(list)
    for line in story:
        lines[line["seq"]].append(line["text"])
    began = _set_up(rows)
    found = [{"at": began, "actor": NOBODY, "story": _begun(rows, lines)}]
    for row in rows[began + 1 :]:
        if lines[row.seq]:
            found.append({"at": row.seq, "actor": row.seat, "story": lines[row.seq]})
    found[-1]["at"] = rows[-1].seq if len(found) > 1 else began
    return found


def _set_up(rows: Sequence[Row]) -> int:
    """The row that completes the setup: chance has drawn, and nobody has chosen yet."""
    chosen = next((row.seq for row in rows if row.kind is Kind.CHOSEN), len(rows))
    return next(row.seq for row in reversed(rows[:chosen]) if row.kind in SETTING_UP)


def _begun(rows: Sequence[Row], lines: Mapping[int, list[str]]) -> list[str]:
    return [line for row in rows if row.kind is Kind.STARTED for line in lines.get(row.seq, [])]
