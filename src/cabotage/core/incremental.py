"""Observations of many games side by side, written straight from their states, and only where something has changed.

A view is never made: `Visibility.access` says which numbers of a state an observer may know, and all others are HIDDEN
here too. The result is what `Observer.observe` makes of the observer's view, number by number; a law checks this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cabotage.core.compiling import inlined
from cabotage.core.contract import HIDDEN
from cabotage.core.observation import ENCODINGS, FLAGS, LOOKED_UP, NUMBER, ONE_HOT, SEAT, SEATS, Item
from cabotage.core.visibility import ALWAYS, NEVER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.visibility import Cells

SIZE, BIT = Item._fields.index("size"), Item._fields.index("bit")
NEVER_WRITTEN = np.iinfo(np.int16).min  # no field has it


class Plan(NamedTuple):
    """How the observations of one box are written.

    Steady cells are public, and written alike for every observer. All other items turn with the observer.
    """

    steady_cells: NDArray[np.int32]
    steady_spans: NDArray[np.int32]  # the items of each steady cell
    steady_items: NDArray[np.int32]  # columns of an Item, then the encoding
    turning: NDArray[np.int32]  # by observer; columns of an Item, then who may read its cell
    spans: NDArray[np.int32]  # the turning items of each encoding
    tables: NDArray[np.int16]
    seats: int


class Written(NamedTuple):
    """What the observation of each lane shows now."""

    cells: NDArray[np.int16]  # the steady ones
    marks: NDArray[np.int32]  # where turning one-hot numbers and sets have a 1
    mark_counts: NDArray[np.int32]


def plan_of(box: Box) -> Plan:
    """The plan of this box."""
    observer = box.observer
    access = np.array([box.visibility.access(seat) for seat in range(box.seats)], np.int32)
    steady: dict[int, list[tuple[int, ...]]] = {}
    turning: list[list[tuple[int, ...]]] = [[] for _ in range(box.seats)]
    counts = [0] * ENCODINGS
    for encoding in range(ENCODINGS):
        for k in range(observer.spans[encoding], observer.spans[encoding + 1]):
            rows = observer.plan[:, k]
            if rows[0, BIT]:  # a set is written as a whole, with its first member
                continue
            readers = access[np.arange(box.seats), rows[:, 0]]
            if encoding not in (SEAT, SEATS) and (rows == rows[0]).all() and (readers == ALWAYS).all():
                steady.setdefault(int(rows[0, 0]), []).append((*rows[0].tolist(), encoding))
            else:
                counts[encoding] += 1
                for seat in range(box.seats):
                    turning[seat].append((*rows[seat].tolist(), int(readers[seat])))
    cells = sorted(steady)
    return Plan(
        np.array(cells, np.int32),
        np.cumsum([0, *(len(steady[cell]) for cell in cells)]).astype(np.int32),
        np.array([item for cell in cells for item in steady[cell]], np.int32).reshape(-1, len(Item._fields) + 1),
        np.array(turning, np.int32).reshape(box.seats, -1, len(Item._fields) + 1),
        np.cumsum([0, *counts]).astype(np.int32),
        observer.tables,
        box.seats,
    )


def nothing_written(plan: Plan, count: int) -> Written:
    """For lanes whose observations are all zero."""
    most = int(plan.turning[0, :, SIZE].sum())
    return Written(
        np.full((count, len(plan.steady_cells)), NEVER_WRITTEN, np.int16),
        np.zeros((count, most), np.int32),
        np.zeros(count, np.int32),
    )


@inlined
def rewrite(plan: Plan, written: Written, states: Cells, i: int, observer: int, out: NDArray[np.int16]) -> None:
    """Make row i of `out`, which shows what was written last, the observation of this seat in state i."""
    row, state = out[i], states[i]
    _rewrite_steady(plan, written.cells[i], state, row)
    marks = written.marks[i]
    for k in range(written.mark_counts[i]):
        row[marks[k]] = 0
    written.mark_counts[i] = _write_turning(plan, state, observer, row, marks)


@inlined
def _rewrite_steady(plan: Plan, last: NDArray[np.int16], state: NDArray[np.int16], row: NDArray[np.int16]) -> None:
    """Write what follows from the cells that have changed; none of them is hidden from anybody."""
    for c in range(plan.steady_cells.size):
        value = state[plan.steady_cells[c]]
        if value == last[c]:
            continue
        for k in range(plan.steady_spans[c], plan.steady_spans[c + 1]):
            item = plan.steady_items[k]
            encoding = item[6]
            if encoding == ONE_HOT:
                if 0 <= last[c] - item[2] < item[3]:
                    row[item[1] + last[c] - item[2]] = 0
                if 0 <= value - item[2] < item[3]:
                    row[item[1] + value - item[2]] = 1
            elif encoding == FLAGS:
                for member in range(item[3]):
                    row[item[1] + member] = value >> member & 1
            elif encoding == LOOKED_UP:
                row[item[1]] = plan.tables[item[4], value] if value >= 0 else item[2]
            else:
                row[item[1]] = value
        last[c] = value


@inlined
def _read(state: NDArray[np.int16], item: NDArray[np.int32], observer: int) -> int:
    """The number that this item shows, if the observer may read it."""
    reader = item[6]
    if reader == ALWAYS or (reader != NEVER and state[reader] >> observer & 1 == 1):
        return int(state[item[0]])
    return HIDDEN


@inlined
def _mark(members: int, item: NDArray[np.int32], row: NDArray[np.int16], marks: NDArray[np.int32], marked: int) -> int:
    """Write a set, most of which are empty; return how many cells are marked by now."""
    if members:
        for member in range(item[3]):
            marks[marked] = item[1] + member
            row[marks[marked]] = members >> member & 1
            marked += members >> member & 1
    return marked


@inlined
def _write_turning(
    plan: Plan, state: NDArray[np.int16], observer: int, row: NDArray[np.int16], marks: NDArray[np.int32]
) -> int:
    """Write all that depends on the observer; return how many cells were marked with a 1."""
    items, spans, seats, marked = plan.turning[observer], plan.spans, plan.seats, 0
    for k in range(spans[NUMBER], spans[NUMBER + 1]):
        value = _read(state, items[k], observer)
        row[items[k, 1]] = items[k, 2] if value == HIDDEN else value
    for k in range(spans[ONE_HOT], spans[ONE_HOT + 1]):
        cell = _read(state, items[k], observer) - items[k, 2]
        if 0 <= cell < items[k, 3]:
            marks[marked] = items[k, 1] + cell
            row[marks[marked]] = 1
            marked += 1
    for k in range(spans[SEAT], spans[SEAT + 1]):
        value = _read(state, items[k], observer)
        if 0 <= value < seats:
            marks[marked] = items[k, 1] + (value - observer if value >= observer else value - observer + seats)
            row[marks[marked]] = 1
            marked += 1
    for k in range(spans[FLAGS], spans[FLAGS + 1]):
        marked = _mark(max(0, _read(state, items[k], observer)), items[k], row, marks, marked)
    for k in range(spans[SEATS], spans[SEATS + 1]):
        value = max(0, _read(state, items[k], observer))
        marked = _mark(value >> observer | value << (seats - observer), items[k], row, marks, marked)
    for k in range(spans[LOOKED_UP], spans[LOOKED_UP + 1]):
        value = _read(state, items[k], observer)
        row[items[k, 1]] = plan.tables[items[k, 4], value] if value >= 0 else items[k, 2]
    return marked
