"""The course of a ship: by which path a card leads from one square to another, and over which squares."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cabotage.core.box import per_box
from cabotage.games.cape_horn import chart as charts
from cabotage.games.cape_horn import deck as decks

if TYPE_CHECKING:
    from cabotage.core.box import Box

CACHED = 1024  # courses, which most scenes show again


@per_box
def files(box: Box) -> tuple[charts.Chart, tuple[decks.Wind, ...]]:
    """The chart and the deck of a box."""
    return charts.read(box.boards["board"]), decks.read(box.boards["deck"])


@per_box
def _cells(box: Box) -> list[charts.Cell]:
    return list(files(box)[0].sea)


@lru_cache(maxsize=CACHED)
def course(box: Box, kind: int, from_: int, to: int) -> tuple[list[str], list[str]]:
    """How this card leads there: points of the compass, and the squares on the way, both ends included.

    The end of a path over the line is the number of squares.
    """
    chart, winds = files(box)
    cell = _cells(box)[from_]
    for path in winds[kind].paths:
        cells = decks.along(chart, cell, path)
        if cells and chart.numbers.get(cells[-1], len(chart.sea)) == to:
            return decks.points(path, chart.forward[chart.sea[cell]]), [charts.cell_name(each) for each in cells]
    raise ValueError("no path leads there")


def aside(box: Box, from_: int, to: int) -> list[str]:
    """The way of a ship that ignores its card."""
    cells = _cells(box)
    row, column = cells[from_]
    return [charts.cell_name(cell) for cell in (cells[from_], (row - 1, column) if to == len(cells) else cells[to])]
