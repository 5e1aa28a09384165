"""Observations: a view as a flat row of numbers for learning, in named slices that each game declares in `observe.py`.

They are computed from a view, never from a state. Seats are counted from the observer: 0 is the observer, 1 the next
seat. A number that is hidden or absent is all zeros in a one-hot slice, and one below the least number elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import chain, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cabotage.core.compiling import compiled
from cabotage.core.contract import HIDDEN, View
from cabotage.core.errors import PositionError
from cabotage.core.schema import FIELD_TYPE, Sight
from cabotage.core.visibility import as_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box

NUMBER, ONE_HOT, FLAGS, SEAT, SEATS, LOOKED_UP = range(6)
ENCODINGS = 6


class Encoding(IntEnum):
    """How a number of the view is written."""

    NUMBER = NUMBER
    ONE_HOT = ONE_HOT
    FLAGS = FLAGS
    SEAT = SEAT
    SEATS = SEATS
    LOOKED_UP = LOOKED_UP


@dataclass(frozen=True)
class Part:
    """One declared slice: a field of the view, and how it is written. A text stands for that number of the box."""

    name: str
    field: str
    encoding: Encoding
    values: range | None = None  # of a one-hot number; those outside are all zeros
    count: int | str = 0  # of flags, or of the values of a one-hot number
    rows: int | str = 0  # 0: all there are
    columns: int | str = 0  # of a row; 0: all there are
    skipped: int = 0  # rows before the first
    is_by_seat: bool = False  # a row for each seat, the observer's first
    table: str = ""

    def by_seat(self, columns: int | str = 0) -> Part:
        """The first axis is the seat: rows of the seats in the game, the observer's first."""
        return replace(self, is_by_seat=True, rows="seats", columns=columns)

    def own(self) -> Part:
        """The observer's row only."""
        return replace(self, is_by_seat=True, rows=1)

    def first(self, rows: int | str) -> Part:
        """The first rows only."""
        return replace(self, rows=rows)

    def after(self, skipped: int, rows: int | str) -> Part:
        """That many rows after the first ones."""
        return replace(self, skipped=skipped, rows=rows)

    def named(self, name: str) -> Part:
        """The same slice with a name of its own; otherwise it is called like its field."""
        return replace(self, name=name)


def number(field: str) -> Part:
    """Numbers as they are."""
    return Part(field, field, Encoding.NUMBER)


def one_hot(field: str, values: range | None = None, count: int | str = 0) -> Part:
    """A cell for each value; by default for those of the field from 0 on."""
    return Part(field, field, Encoding.ONE_HOT, values, count)


def flags(field: str, count: int) -> Part:
    """A set as a cell for each of its possible members."""
    return Part(field, field, Encoding.FLAGS, count=count)


def seat(field: str) -> Part:
    """A seat as a cell for each, the observer first."""
    return Part(field, field, Encoding.SEAT)


def seats(field: str) -> Part:
    """A set of seats as a cell for each, the observer first."""
    return Part(field, field, Encoding.SEATS)


def looked_up(field: str, table: str) -> Part:
    """The entry in this table of the box, such as the row of a square."""
    return Part(f"{field}_{table}", field, Encoding.LOOKED_UP, table=table)


@dataclass(frozen=True)
class Slice:
    """Where one part of an observation is, and what its numbers mean."""

    name: str
    slice: slice
    shape: tuple[int, ...]  # rows, columns and, for one-hot numbers and sets, cells
    low: int
    high: int
    one_hot: int  # cells for each number, of which at most one is 1; 0: not one-hot
    meaning: str


class Item(NamedTuple):
    """One number of a view as compiled code writes it; a set has an item for each of its possible members."""

    source: int  # its place in the view
    at: int  # its first cell in the observation
    low: int
    size: int
    table: int
    bit: int


class Observer:
    """Makes the observations of one box."""

    def __init__(self, box: Box) -> None:
        self._box = box
        parts: Iterable[Part] = box.game.observe.OBSERVED
        self.tables = np.zeros((1, 1), FIELD_TYPE)
        self._names: list[str] = []
        self.slices: list[Slice] = []
        items: list[list[list[Item]]] = [[[] for _ in range(ENCODINGS)] for _ in range(box.seats)]
        self.size = 0
        for part in parts:
            self._compile(part, items)
        ends = np.cumsum([len(of_encoding) for of_encoding in items[0]])
        self.spans = np.array([0, *ends], np.int32)  # the items of each encoding
        self.plan = np.array([list(chain(*by_encoding)) for by_encoding in items], np.int32)  # of each observer

    def observe(self, view: View, observer: int) -> NDArray[np.int16]:
        """The observation of this seat, from its view."""
        if not 0 <= observer < self._box.seats:
            raise PositionError("position.seat", last=self._box.seats - 1, seat=observer)
        out: NDArray[np.int16] = np.zeros((1, self.size), FIELD_TYPE)
        encode(self.plan, self.spans, self.tables, as_cells(view), 0, observer, self._box.seats, out, 0)
        return out.reshape(self.size)

    def _compile(self, part: Part, items: list[list[list[Item]]]) -> None:
        """Add a slice, and its items for each observer."""
        field = self._box.schema.fields[part.field]
        stride = field.cells // field.shape[0] if field.shape else 1
        rows = self._number(part.rows) or (field.shape[0] if field.shape else 1)
        columns = self._number(part.columns) or stride
        least, most = field.limits
        low, high, size, one_hot_size = 0, 1, 1, 0
        if part.encoding is Encoding.NUMBER:
            low, high = least - (field.seen.sight is not Sight.ALL), most
        elif part.encoding is Encoding.ONE_HOT:
            values = part.values if part.values is not None else range(max(0, least), most + 1)
            low, size = values.start, self._number(part.count) or len(values)
            one_hot_size = size
        elif part.encoding is Encoding.FLAGS:
            size = self._number(part.count)
        elif part.encoding in (Encoding.SEAT, Encoding.SEATS):
            size = self._box.seats
            one_hot_size = size if part.encoding is Encoding.SEAT else 0
        else:
            low, high = -1, int(self._box.constants[part.table][0].max())
            self._look_up(part.table)
        table = self._names.index(part.table) if part.table else 0
        start = self._box.schema.first(part.field) + part.skipped * stride
        step = columns if part.columns else stride
        members = size if part.encoding in (Encoding.FLAGS, Encoding.SEATS) else 1
        for observer, by_encoding in enumerate(items):
            for row, column, member in product(range(rows), range(columns), range(members)):
                place = (row + observer) % self._box.seats if part.is_by_seat else row
                bit = (member + observer) % self._box.seats if part.encoding is Encoding.SEATS else member
                at = self.size + (row * columns + column) * size + member
                by_encoding[part.encoding].append(Item(start + place * step + column, at, low, size, table, bit))
        shape = tuple(count for count in (rows, columns, size) if count > 1) or (1,)
        place_of = slice(self.size, self.size + rows * columns * size)
        shown = (low, high) if size == 1 and not one_hot_size else (0, 1)
        self.slices.append(Slice(part.name, place_of, shape, *shown, one_hot_size, field.meaning))
        self.size = place_of.stop

    def _number(self, written: int | str) -> int:
        return int(self._box.plain[written]) if isinstance(written, str) else written

    def _look_up(self, table: str) -> None:
        """Add a table of the box to those of this observer."""
        if table in self._names:
            return
        entries: Any = self._box.constants[table][0]
        tables = np.zeros((len(self._names) + 1, max(len(entries), self.tables.shape[1])), FIELD_TYPE)
        tables[: len(self._names), : self.tables.shape[1]] = self.tables[: len(self._names)]
        tables[-1, : len(entries)] = entries
        self.tables = tables
        self._names.append(table)


@compiled
def encode(
    plan: NDArray[np.int32],
    spans: NDArray[np.int32],
    tables: NDArray[np.int16],
    cells: NDArray[np.int16],
    j: int,
    observer: int,
    seats: int,
    out: NDArray[np.int16],
    i: int,
) -> None:
    """Write the observation of this seat from the numbers of its view."""
    items, view, row = plan[observer], cells[j], out[i]
    for k in range(row.size):
        row[k] = 0
    for k in range(spans[NUMBER], spans[NUMBER + 1]):
        value = view[items[k, 0]]
        row[items[k, 1]] = items[k, 2] if value == HIDDEN else value
    for k in range(spans[ONE_HOT], spans[ONE_HOT + 1]):
        cell = view[items[k, 0]] - items[k, 2]
        if 0 <= cell < items[k, 3]:
            row[items[k, 1] + cell] = 1
    for k in range(spans[FLAGS], spans[FLAGS + 1]):
        value = view[items[k, 0]]
        row[items[k, 1]] = 0 if value == HIDDEN else value >> items[k, 5] & 1
    for k in range(spans[SEAT], spans[SEAT + 1]):
        value = view[items[k, 0]]
        if 0 <= value < seats:
            row[items[k, 1] + (value - observer if value >= observer else value - observer + seats)] = 1
    for k in range(spans[SEATS], spans[SEATS + 1]):
        value = view[items[k, 0]]
        row[items[k, 1]] = 0 if value == HIDDEN else value >> items[k, 5] & 1
    for k in range(spans[LOOKED_UP], spans[LOOKED_UP + 1]):
        value = view[items[k, 0]]
        row[items[k, 1]] = tables[items[k, 4], value] if value >= 0 else items[k, 2]
