"""The fields of a state, each with who may see it.

There is no default: a field without a visibility is a TypeError.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from functools import cached_property
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import HIDDEN
from cabotage.core.errors import PositionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

# int16 throughout: uncompiled rules calculate in the type of the field, and int8 would overflow.
FIELD_TYPE = np.dtype(np.int16)


class Sight(Enum):
    """Who may see a field."""

    ALL = "all"
    NONE = "none"
    OWNER = "owner"
    MASK = "mask"


@dataclass(frozen=True)
class Audience:
    """Who may know a field; use BY_ALL, BY_NONE, BY_OWNER or by(...)."""

    sight: Sight
    mask: str = ""
    is_memory: bool = False
    shown_if: str = ""
    is_apart: bool = False

    def from_memory(self, shown_if: str = "") -> Audience:
        """Seen once, but not visible on the table now: part of views, and of glances if that field of the box is set.

        Bots and research get it; people have to remember it themselves.
        """
        return replace(self, is_memory=True, shown_if=shown_if)

    def apart(self) -> Audience:
        """Known, but nothing on the table shows it: part of views, not of glances, and nothing to remember."""
        return replace(self, is_apart=True)


BY_ALL = Audience(Sight.ALL)
BY_NONE = Audience(Sight.NONE)
BY_OWNER = Audience(Sight.OWNER)  # the first axis is the seat


def by(mask: str) -> Audience:
    """Cell by cell: visible to the seats whose bits are set in the field `mask`, which has the same first axes."""
    return Audience(Sight.MASK, mask)


@dataclass(frozen=True)
class Field:
    """One field of a state."""

    name: str
    shape: tuple[int, ...]
    seen: Audience
    meaning: str
    of: type[IntEnum] | None = None  # names of its numbers, for reading and writing positions
    within: range | None = None  # values allowed in positions set up by hand; default: the named ones, or any

    @property
    def cells(self) -> int:
        """How many numbers the field has."""
        return prod(self.shape)

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the largest number that `write` accepts. Compiled rules do not check what they read."""
        if self.within is not None:
            return self.within[0], self.within[-1]
        if self.of is not None:
            return min(self.of), max(self.of)
        return np.iinfo(FIELD_TYPE).min, np.iinfo(FIELD_TYPE).max

    def named(self, value: Any) -> Any:
        """The name of a single number in this field, if it has one; else the value itself."""
        names = {} if self.of is None else {member.value: member.name for member in self.of}
        return value if isinstance(value, list) else names.get(value, value)


class Schema:
    """All fields of a state, in order."""

    def __init__(self, *fields: Field) -> None:
        self.fields: Mapping[str, Field] = {field.name: field for field in fields}
        if len(self.fields) != len(fields):
            raise ValueError("two fields of a schema have the same name")
        self.dtype = np.dtype([(field.name, FIELD_TYPE, field.shape) for field in fields], align=True)
        for field in fields:
            self._check(field)
        # Finds all fields in a list of all numbers, in one call: single numbers by index, arrays by slice.
        places = (self.cells(field.name) if field.shape else self.first(field.name) for field in fields)
        self._fields_of = itemgetter(*places)
        self._tables = [(field.name, field.shape) for field in fields if len(field.shape) > 1]

    def _check(self, field: Field) -> None:
        if hasattr(np.record, field.name):
            raise ValueError(f"{field.name}: NumPy's records have this attribute, which uncompiled rules would read")
        if field.seen.sight is Sight.OWNER and not field.shape:
            raise ValueError(f"{field.name}: BY_OWNER needs a first axis of seats")
        if field.seen.sight is Sight.MASK:
            mask = self.fields.get(field.seen.mask)
            if mask is None or field.shape[: len(mask.shape)] != mask.shape:
                raise ValueError(f"{field.name}: its shape must begin with that of the mask {field.seen.mask!r}")

    def blank(self) -> NDArray[np.void]:
        """One record in which everything is HIDDEN."""
        record = np.zeros(1, self.dtype)
        for name in self.fields:
            record[name] = HIDDEN
        return record

    def write(self, record: NDArray[np.void], name: str, value: Any, can_hide: bool = False) -> None:
        """Set one field of the first record from numbers or from names of its enumeration ("RRBBYG", "SEARCH").

        The numbers of a view may also be HIDDEN.
        """
        field = self._field(name)
        try:
            numbers = np.asarray(_numbers(field, value))
        except ValueError:  # a list whose parts have different lengths
            numbers = np.asarray(None)
        if numbers.shape not in ((), field.shape) or numbers.dtype.kind not in "iub":
            raise PositionError("position.shape", name=name, shape=field.shape, value=repr(value))
        least, most = field.limits
        shown = numbers[numbers != HIDDEN] if can_hide else numbers
        if shown.size and not least <= shown.min() <= shown.max() <= most:
            raise PositionError("position.range", name=name, least=least, most=most, value=repr(value))
        record[name][0] = numbers

    def is_within_limits(self, cells: NDArray[np.int16]) -> bool:
        """Whether every number of these records is one that its field may have."""
        least, most = self.limits
        return bool(((least <= cells) & (cells <= most)).all())

    @cached_property
    def limits(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The least and the largest number of each cell of a record."""
        limits = [field.limits for field in self.fields.values() for _ in range(field.cells)]
        return np.array([least for least, _ in limits], FIELD_TYPE), np.array([most for _, most in limits], FIELD_TYPE)

    def first(self, name: str) -> int:
        """Where a field begins among the numbers of a record."""
        assert self.dtype.fields is not None
        return int(self.dtype.fields[name][1]) // FIELD_TYPE.itemsize

    def cells(self, name: str) -> slice:
        """Where a field is among the numbers of a record."""
        return slice(self.first(name), self.first(name) + self.fields[name].cells)

    def read(self, record: NDArray[np.void]) -> dict[str, Any]:
        """All fields of the first record, as numbers and lists."""
        return self.read_bytes(record[:1].tobytes())

    def read_bytes(self, content: bytes) -> dict[str, Any]:
        """The same from the bytes of a record; ten times faster than NumPy, which makes an array of every field."""
        cells = memoryview(content).cast("h").tolist()
        values = dict(zip(self.fields, self._fields_of(cells), strict=True))
        for name, shape in self._tables:
            values[name] = _folded(values[name], shape)
        return values

    def written(self, record: NDArray[np.void]) -> dict[str, Any]:
        """All fields of the first record as JSON: null for a number that is hidden. See `Box.view_from`."""
        return {name: _unhidden(value) for name, value in self.read(record).items()}

    def value(self, record: NDArray[np.void], name: str) -> Any:
        """One field of the first record, as a number or a list."""
        return record[self._field(name).name][0].tolist()

    def _field(self, name: str) -> Field:
        field = self.fields.get(name)
        if field is None:
            raise PositionError("position.field", name=repr(name), known=", ".join(self.fields))
        return field


def _folded(numbers: list[int], shape: tuple[int, ...]) -> list[Any]:
    """A flat list as nested ones of this shape."""
    if len(shape) == 1:
        return numbers
    size = len(numbers) // shape[0]
    return [_folded(numbers[start : start + size], shape[1:]) for start in range(0, len(numbers), size)]


def hidden(value: Any) -> Any:
    """A field of a view from JSON, as numbers."""
    if isinstance(value, list):
        return [hidden(part) for part in value]
    return HIDDEN if value is None else value


def _unhidden(value: Any) -> Any:
    if isinstance(value, list):
        return [_unhidden(part) for part in value]
    return None if value == HIDDEN else value


def _numbers(field: Field, value: Any) -> Any:
    """A value given by names as numbers."""
    if isinstance(value, (list, tuple)):
        return [_numbers(field, part) for part in value]
    if not isinstance(value, str) or field.of is None:
        return value
    by_name = {member.name.lower(): member.value for member in field.of}
    by_initial = {member.name[0].lower(): member.value for member in field.of}
    words = value.lower().split()
    if words and all(word in by_name for word in words):
        numbers = [by_name[word] for word in words]
    elif words and len(by_initial) == len(by_name) and all(letter in by_initial for letter in value.lower()):
        numbers = [by_initial[letter] for letter in value.lower()]
    else:
        raise PositionError("position.names", name=field.name, value=repr(value), known=", ".join(by_name))
    return numbers if field.shape or len(numbers) > 1 else numbers[0]
