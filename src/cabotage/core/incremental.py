"""Observations of many games side by side, written straight from their states, and only where something has changed.

A view is never made: `Visibility.access` says which numbers of a state an observer may know, and all others are HIDDEN
here too. The result is what `Observer.observe` makes of the observer's view, number by number; a law checks this.

Branches that nobody can foretell cost more than all the rest here, so what is hidden or absent is written without one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cabotage.core.compiling import inlined
from cabotage.core.contract import HIDDEN, IS_INTERPRETED
from cabotage.core.observation import FLAGS, LOOKED_UP, NUMBER, ONE_HOT, SEAT, SEATS, Item
from cabotage.core.visibility import ALWAYS, NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers, Records
    from cabotage.core.visibility import Cells

SOURCE, BIT = Item._fields.index("source"), Item._fields.index("bit")
NEVER_WRITTEN = -(1 << 14)  # no field has it
PLACE = np.uint16  # unsigned: Numba looks at each signed index, whether it counts from the end
ITEM = np.dtype(
    [
        ("source", PLACE),  # as in an Item
        ("at", PLACE),
        ("low", np.int16),
        ("cells", PLACE),  # the size of an Item
        ("table", PLACE),
        ("encoding", PLACE),
        ("reader", PLACE),  # the cell of the state that says who knows this one, by `mask`; `known` has a bit for each
        ("mask", np.int16),
        ("known", np.int16),
    ]
)
ALL, NONE = -1, 0  # bits
ORDER = (NUMBER, ONE_HOT, SEAT, FLAGS, SEATS, LOOKED_UP)  # of turning items: those with a mark are beside each other


class Plan(NamedTuple):
    """How the observations of one box are written.

    Steady cells are public, and written alike for every observer. All other items turn with the observer.
    """

    steady_cells: NDArray[np.uint16]
    steady_spans: NDArray[np.uint16]  # the items of each steady cell
    steady_items: Records
    turning: Records  # by observer
    spans: NDArray[np.uint16]  # the turning items of each encoding, in their order
    tables: NDArray[np.int16]
    seats: int


class Written(NamedTuple):
    """What the observation of each lane shows now."""

    cells: NDArray[np.int16]  # the steady ones
    marks: NDArray[np.uint16]  # where each turning one-hot number and each seat was written


def plan_of(box: Box) -> Plan:
    """The plan of this box."""
    observer = box.observer
    access = np.array([box.visibility.access(seat) for seat in range(box.seats)], np.int32)
    steady: dict[int, list[tuple[int, ...]]] = {}
    turning: list[list[tuple[int, ...]]] = [[] for _ in range(box.seats)]
    ends = [0]
    for encoding in ORDER:
        for k in range(observer.spans[encoding], observer.spans[encoding + 1]):
            rows = observer.plan[:, k]
            if rows[0, BIT]:  # a set is written as a whole, with its first member
                continue
            readers = access[np.arange(box.seats), rows[:, SOURCE]]
            items = [
                (*row[:BIT], encoding, *_access(reader))
                for row, reader in zip(rows.tolist(), readers.tolist(), strict=True)
            ]
            if encoding not in (SEAT, SEATS) and (rows == rows[0]).all() and (readers == ALWAYS).all():
                steady.setdefault(int(rows[0, SOURCE]), []).append(items[0])
            else:
                for of_seat, item in zip(turning, items, strict=True):
                    of_seat.append(item)
        ends.append(len(turning[0]))
    cells = sorted(steady)
    return Plan(
        np.array(cells, PLACE),
        np.cumsum([0, *(len(steady[cell]) for cell in cells)]).astype(PLACE),
        _records([item for cell in cells for item in steady[cell]]),
        _records(turning).reshape(box.seats, -1),
        np.array(ends, PLACE),
        observer.tables,
        box.seats,
    )


def _records(items: Sequence[object]) -> Records:
    """As in `batch`: uncompiled functions need a recarray to read fields as attributes."""
    records = np.array(items, ITEM)
    return records.view(np.recarray) if IS_INTERPRETED else records


def _access(reader: int) -> tuple[int, int, int]:
    """What `Visibility.access` says of a cell, as the last fields of an item."""
    if reader in (ALWAYS, NEVER):
        return 0, NONE, ALL if reader == ALWAYS else NONE
    return reader, ALL, NONE


def nothing_written(plan: Plan, count: int) -> Written:
    """For lanes whose observations are all zero."""
    marked = plan.turning[0, plan.spans[1] : plan.spans[3]]["at"]
    return Written(
        np.full((count, len(plan.steady_cells)), NEVER_WRITTEN, np.int16), np.repeat(marked[np.newaxis], count, axis=0)
    )


@inlined
def rewrite(
    plan: Plan, written: Written, states: Cells, i: int, observer: int, out: NDArray[np.int16], changed: Numbers
) -> None:
    """Make row i of `out`, which shows what was written last, the observation of this seat in state i.

    `changed` is room for one number more than a state has.
    """
    row, state = out[i], states[i]
    _rewrite_steady(plan, written.cells[i], state, row, changed)
    _write_turning(plan, state, observer, row, written.marks[i])


@inlined
def _rewrite_steady(
    plan: Plan, last: NDArray[np.int16], state: NDArray[np.int16], row: NDArray[np.int16], changed: Numbers
) -> None:
    """Write what follows from the cells that have changed; none of them is hidden from anybody."""
    count = 0
    for c in range(plan.steady_cells.size):
        changed[count] = c
        count += 1 if state[plan.steady_cells[c]] != last[c] else 0
    for n in range(count):
        c = changed[n]
        before, value = last[c], state[plan.steady_cells[c]]
        for k in range(plan.steady_spans[c], plan.steady_spans[c + 1]):
            item = plan.steady_items[k]
            if item.encoding == ONE_HOT:
                if 0 <= before - item.low < item.cells:
                    row[item.at + before - item.low] = 0
                if 0 <= value - item.low < item.cells:
                    row[item.at + value - item.low] = 1
            elif item.encoding == FLAGS:
                for member in range(item.cells):
                    row[item.at + member] = value >> member & 1
            elif item.encoding == LOOKED_UP:
                row[item.at] = plan.tables[item.table, value] if value >= 0 else item.low
            else:
                row[item.at] = value
        last[c] = value


@inlined
def _read(state: NDArray[np.int16], item: Any, observer: int) -> int:
    """The number that this item shows, or HIDDEN if the observer may not know it."""
    is_known = (state[item.reader] & item.mask | item.known) >> observer & 1
    number: int = HIDDEN + (state[item.source] - HIDDEN) * is_known
    return number


@inlined
def _write_turning(
    plan: Plan, state: NDArray[np.int16], observer: int, row: NDArray[np.int16], marks: NDArray[np.uint16]
) -> None:
    """Write all that depends on the observer."""
    items, spans, seats, first = plan.turning[observer], plan.spans, plan.seats, int(plan.spans[1])
    for k in range(spans[0], spans[1]):
        value, low = _read(state, items[k], observer), items[k].low
        row[items[k].at] = low if value == HIDDEN else value
    for m in range(marks.size):
        row[marks[m]] = 0
    for k in range(spans[1], spans[2]):
        item = items[k]
        cell = _read(state, item, observer) - item.low
        is_shown = (cell >= 0) & (cell < item.cells)
        marks[k - first] = item.at + cell * is_shown
        row[marks[k - first]] = is_shown
    for k in range(spans[2], spans[3]):
        value = _read(state, items[k], observer)
        is_shown = (value >= 0) & (value < seats)
        marks[k - first] = items[k].at + (value - observer + seats * (value < observer)) * is_shown
        row[marks[k - first]] = is_shown
    for k in range(spans[3], spans[4]):
        members, at = max(0, _read(state, items[k], observer)), int(items[k].at)
        for member in range(items[k].cells):
            row[at + member] = members >> member & 1
    for k in range(spans[4], spans[5]):
        members, at = max(0, _read(state, items[k], observer)), int(items[k].at)
        members = members >> observer | members << (seats - observer)
        for member in range(seats):
            row[at + member] = members >> member & 1
    for k in range(spans[5], spans[6]):
        item = items[k]
        value = _read(state, item, observer)
        row[item.at] = plan.tables[item.table, value] if value >= 0 else item.low
