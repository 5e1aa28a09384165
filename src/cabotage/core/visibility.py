"""From a state to what a viewer knows (view), and from that to what is visible on the table now (glance).

A view has everything the viewer can know with perfect memory, for bots, research and resampling. A glance leaves out
what is known from memory only; scenes and stories are made from it. Both start with everything hidden and then reveal
fields, so a mistake hides too much rather than too little.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cabotage.core.compiling import compiled
from cabotage.core.contract import SPECTATOR, Glance, Records, State, View, batch
from cabotage.core.schema import FIELD_TYPE, Field, Schema, Sight

Cells = NDArray[np.int16]

RECENT = 128  # glances that are kept: those of one move, for all viewers; more would be garbage that does not die young

EVERYBODY, OWNER, MASK = range(3)

# Who may read a cell of a state, if no other cell of it says so.
ALWAYS, NEVER = -1, -2


class Run(NamedTuple):
    """Cells of a field that one rule reveals, part by part."""

    start: int
    parts: int
    size: int  # of a part, in cells
    rule: int
    mask_start: int = 0


class Visibility:
    """Makes views and glances of the states of one box."""

    def __init__(self, schema: Schema, box: Records) -> None:
        self.schema = schema
        self.blank = as_cells(schema.blank())[0]
        self.view_plan = _plan(_view_run(schema, field) for field in schema.fields.values())
        shown = [field for field in schema.fields.values() if is_shown(field, box) and not field.seen.is_apart]
        self.glance_plan = _plan(Run(schema.first(field.name), 1, field.cells, EVERYBODY) for field in shown)
        self.seen_plan = _plan(_view_run(schema, field) for field in shown)
        self._sieves: dict[tuple[int, bool], Sieve] = {}  # by viewer, and whether with memory
        self._recent = lru_cache(RECENT)(self._seen)
        self._same = lru_cache(RECENT)(partial(Glance, schema))  # viewers who see the same share one glance

    def view(self, states: State, seat: int) -> View:
        """What this seat, or a spectator, knows of the first state."""
        shown = batch(self.schema.dtype)
        reveal(self.view_plan, self.blank, as_cells(states), 0, seat, as_cells(shown), 0)
        return View(shown)

    def access(self, seat: int) -> NDArray[np.int32]:
        """For each cell of a state: ALWAYS or NEVER visible to this seat, or the cell whose bit for the seat decides.

        The same plan as that of views, for code that reads single cells of a state instead.
        """
        readers = np.full(self.blank.size, NEVER, np.int32)
        for run in (Run(*numbers) for numbers in self.view_plan.tolist()):
            for part in range(run.parts):
                cells = slice(run.start + part * run.size, run.start + (part + 1) * run.size)
                if run.rule == MASK:
                    readers[cells] = run.mask_start + part
                elif run.rule == EVERYBODY or part == seat:
                    readers[cells] = ALWAYS
        return readers

    def glance(self, view: View) -> Glance:
        """The part of this view that is visible on the table now."""
        shown = np.empty_like(as_cells(view))
        reveal(self.glance_plan, self.blank, as_cells(view), 0, SPECTATOR, shown, 0)
        return self._same(shown.tobytes())

    def seen(self, state: bytes, viewer: int, with_memory: bool = False) -> Glance:
        """The glance of the view of this viewer, in one pass; with memory, for a game that is over, the whole view.

        The last ones are kept: scene, choices, reasons and two stories are made of the same one.
        """
        return self._recent(state, viewer, with_memory)

    def _seen(self, state: bytes, viewer: int, with_memory: bool) -> Glance:
        sieve = self._sieves.get((viewer, with_memory))
        if sieve is None:
            plan = self.view_plan if with_memory else self.seen_plan
            sieve = self._sieves[viewer, with_memory] = Sieve(plan, self.blank, viewer)
        return self._same(sieve.passed(state))


class Sieve:
    """Does for one viewer what `reveal` does, with bytes: for single states it is much faster than compiled code."""

    def __init__(self, plan: NDArray[np.int64], blank: Cells, seat: int) -> None:
        self._seat = seat
        self._masked: list[tuple[int, slice]] = []  # the cell of the mask, and the bytes that it shows
        is_seen = np.zeros(blank.size, np.bool_)
        for run in (Run(*numbers) for numbers in plan.tolist()):
            for part in range(run.parts):
                start = run.start + part * run.size
                if run.rule == MASK:
                    self._masked.append((run.mask_start + part, _bytes(start, start + run.size)))
                elif run.rule == EVERYBODY or part == seat:
                    is_seen[start : start + run.size] = True
        edges = [0, *(np.flatnonzero(np.diff(is_seen)) + 1).tolist(), blank.size]
        runs = [(bool(is_seen[start]), _bytes(start, end)) for start, end in pairwise(edges)]
        # The bytes that are hidden, with room for those that are seen.
        self._pieces = [b"" if seen else blank.tobytes()[at] for seen, at in runs]
        self._seen = [(place, at) for place, (seen, at) in enumerate(runs) if seen]

    def passed(self, state: bytes) -> bytes:
        """What this viewer may see of the state; everything else is hidden."""
        pieces = self._pieces.copy()
        for place, at in self._seen:
            pieces[place] = state[at]
        shown = b"".join(pieces)
        return self._unmasked(state, shown) if self._masked and self._seat >= 0 else shown

    def _unmasked(self, state: bytes, shown: bytes) -> bytes:
        masks, parts = memoryview(state).cast("h"), bytearray(shown)
        for mask, at in self._masked:
            if masks[mask] >> self._seat & 1:
                parts[at] = state[at]
        return bytes(parts)


def _bytes(start: int, end: int) -> slice:
    """Where these cells are among the bytes of a record."""
    return slice(start * FIELD_TYPE.itemsize, end * FIELD_TYPE.itemsize)


def as_cells(records: Records) -> Cells:
    """The same memory as rows of numbers."""
    return np.frombuffer(records, FIELD_TYPE).reshape(len(records), records.dtype.itemsize // FIELD_TYPE.itemsize)


@compiled
def reveal(
    plan: NDArray[np.int64],
    blank: NDArray[np.int16],
    source: Cells,
    i: int,
    seat: int,
    target: Cells,
    j: int,
) -> None:
    """Hide everything in the target, then copy what the plan lets this seat see."""
    for k in range(blank.size):
        target[j, k] = blank[k]
    for r in range(plan.shape[0]):
        start, parts, size, rule, mask_start = plan[r, 0], plan[r, 1], plan[r, 2], plan[r, 3], plan[r, 4]
        for part in range(parts):
            if rule == OWNER:
                is_seen = part == seat
            elif rule == MASK:
                is_seen = seat >= 0 and source[i, mask_start + part] >> seat & 1 == 1
            else:
                is_seen = True
            if is_seen:
                for k in range(start + part * size, start + (part + 1) * size):
                    target[j, k] = source[i, k]


def _view_run(schema: Schema, field: Field) -> Run | None:
    start = schema.first(field.name)
    if field.seen.sight is Sight.ALL:
        return Run(start, 1, field.cells, EVERYBODY)
    if field.seen.sight is Sight.OWNER:
        return Run(start, field.shape[0], field.cells // field.shape[0], OWNER)
    if field.seen.sight is Sight.MASK:
        mask = schema.fields[field.seen.mask]
        return Run(start, mask.cells, field.cells // mask.cells, MASK, schema.first(mask.name))
    return None


def is_shown(field: Field, box: Records) -> bool:
    """Whether glances have this field: it is not from memory, or an option shows it."""
    seen = field.seen
    return not seen.is_memory or bool(seen.shown_if and int(box[seen.shown_if][0]))


def _plan(runs: Iterable[Run | None]) -> NDArray[np.int64]:
    """The runs as a table; adjacent public ones are merged."""
    plan: list[Run] = []
    for run in runs:
        last = plan[-1] if plan else None
        if run is None:
            continue
        if last and last.rule == run.rule == EVERYBODY and last.start + last.size == run.start:
            plan[-1] = last._replace(size=last.size + run.size)
        else:
            plan.append(run)
    return np.array(plan, np.int64).reshape(len(plan), len(Run._fields))
