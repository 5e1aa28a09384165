"""Rows as database columns, and many rows packed into one value."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from cabotage.tables.errors import NewerTable
from cabotage.tables.row import Kind, Row

COLUMNS = ("table_id", "seq", "kind", "seat", "value", "at_ms")

decode = json.loads
_encoder = msgspec.json.Encoder()


def encode(value: Any) -> str:
    """A value, as it is stored."""
    return _encoder.encode(value).decode()


def values(row: Row) -> tuple[str | int, ...]:
    """The row in the order of COLUMNS."""
    return row.table, row.seq, row.kind.value, row.seat, encode(row.value), row.at_ms


def columns(row: Row) -> dict[str, str | int]:
    return dict(zip(COLUMNS, values(row), strict=True))


def row(table: str, seq: int, kind: str, seat: int, value: str, at_ms: int) -> Row:
    return Row(table, seq, known(kind), seat, decode(value), at_ms)


def known(kind: str) -> Kind:
    """The kind of a row; an error for one that only a newer version knows."""
    try:
        return Kind(kind)
    except ValueError:
        raise NewerTable("table.newer", kind=repr(kind)) from None


def pack(rows: Sequence[Row]) -> bytes:
    """Rows of one table, compressed."""
    plain = [[row.seq, row.kind.value, row.seat, row.value, row.at_ms] for row in rows]
    return zlib.compress(_encoder.encode(plain))


def unpack(table: str, packed: bytes) -> list[Row]:
    return [
        Row(table, seq, known(kind), seat, value, at_ms)
        for seq, kind, seat, value, at_ms in json.loads(zlib.decompress(packed))
    ]
