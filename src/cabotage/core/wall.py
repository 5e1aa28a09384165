"""The one way out of the rules: from a state to what a viewer knows (view), and from that to what lies open (glance).

A view is everything the viewer can know with perfect memory; bots, research and resampling take it. A glance leaves
out what is known only from memory; scenes and stories for people are made from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cabotage.core.compiling import compiled
from cabotage.core.contract import MOST_SEATS, SPECTATOR, Glance, Records, State, View, batch
from cabotage.core.schema import FIELD_TYPE, Field, Schema, Sight

if TYPE_CHECKING:
    from numpy.typing import NDArray

EVERYBODY, OWNER, MASK = range(3)


class Run(NamedTuple):
    """A stretch of bytes that is revealed cell by cell by one rule."""

    start: int
    cells: int
    cell_bytes: int
    rule: int
    mask_start: int = 0


class Wall:
    """Makes views and glances of the states of one box."""

    def __init__(self, schema: Schema, box: Records) -> None:
        self.schema = schema
        self.blank = as_bytes(schema.blank())[0]
        self.view_plan = _plan(_view_run(schema, field) for field in schema.fields.values())
        self.glance_plan = _plan(_glance_run(schema, field, box) for field in schema.fields.values())

    def view(self, states: State, seat: int) -> View:
        """What this seat, or a spectator, knows of the first state."""
        return View(self._reveal(self.view_plan, states, seat))

    def glance(self, view: View) -> Glance:
        """What of this view lies open now."""
        return Glance(self._reveal(self.glance_plan, view, SPECTATOR))

    def _reveal(self, plan: NDArray[np.int64], source: Records, seat: int) -> Records:
        shown = batch(self.schema.dtype)
        reveal(plan, self.blank, as_bytes(source), 0, seat, as_bytes(shown), 0)
        return shown


def as_bytes(records: Records) -> NDArray[np.uint8]:
    """The same memory as rows of bytes."""
    return np.asarray(records).view(np.uint8).reshape(len(records), records.dtype.itemsize)


@compiled
def reveal(
    plan: NDArray[np.int64],
    blank: NDArray[np.uint8],
    source: NDArray[np.uint8],
    i: int,
    seat: int,
    target: NDArray[np.uint8],
    j: int,
) -> None:
    """Blank the target, then copy what the plan lets this seat see."""
    for k in range(blank.size):
        target[j, k] = blank[k]
    for r in range(plan.shape[0]):
        start, cells, cell_bytes, rule, mask_start = plan[r, 0], plan[r, 1], plan[r, 2], plan[r, 3], plan[r, 4]
        for cell in range(cells):
            if rule == OWNER:
                is_seen = cell == seat
            elif rule == MASK:
                is_seen = seat >= 0 and (source[i, mask_start + cell * MASK_BYTES] >> seat) & 1 == 1
            else:
                is_seen = True
            if is_seen:
                for k in range(start + cell * cell_bytes, start + (cell + 1) * cell_bytes):
                    target[j, k] = source[i, k]


MASK_BYTES = FIELD_TYPE.itemsize
# A mask is read by its lowest byte: one bit for each possible seat.
assert MOST_SEATS <= 8
assert np.little_endian


def _view_run(schema: Schema, field: Field) -> Run | None:
    start = _start(schema, field.name)
    size = field.cells * FIELD_TYPE.itemsize
    if field.seen.sight is Sight.ALL:
        return Run(start, 1, size, EVERYBODY)
    if field.seen.sight is Sight.OWNER:
        return Run(start, field.shape[0], size // field.shape[0], OWNER)
    if field.seen.sight is Sight.MASK:
        mask = schema.fields[field.seen.mask]
        return Run(start, mask.cells, size // mask.cells, MASK, _start(schema, mask.name))
    return None


def _glance_run(schema: Schema, field: Field, box: Records) -> Run | None:
    seen = field.seen
    if seen.is_memory and not (seen.shown_if and int(box[seen.shown_if][0])):
        return None
    return Run(_start(schema, field.name), 1, field.cells * FIELD_TYPE.itemsize, EVERYBODY)


def _start(schema: Schema, name: str) -> int:
    fields = schema.dtype.fields
    assert fields is not None
    return int(fields[name][1])


def _plan(runs: Iterable[Run | None]) -> NDArray[np.int64]:
    """The runs as a table; neighbours that everybody sees become one."""
    plan: list[Run] = []
    for run in runs:
        last = plan[-1] if plan else None
        if run is None:
            continue
        if last and last.rule == run.rule == EVERYBODY and last.start + last.cell_bytes == run.start:
            plan[-1] = last._replace(cell_bytes=last.cell_bytes + run.cell_bytes)
        else:
            plan.append(run)
    return np.array(plan, np.int64).reshape(len(plan), len(Run._fields))
