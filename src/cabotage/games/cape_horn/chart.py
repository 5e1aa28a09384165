"""The board file of Cape Horn, read and checked: where there is sea, stations, starts and the line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from cabotage.games.cape_horn.actions import MOST_SQUARES, Colour, Zone

if TYPE_CHECKING:
    from cabotage.core.board import Board

Cell = tuple[int, int]  # row from north, column from west
Step = tuple[int, int]

SEA = "123"
LAND = "#"
TITLE = "-="
MOST_ROWS = 20
MOST_COLUMNS = 26  # letters of the alphabet
MOST_STARTS = 8

# Clockwise, an eighth of a turn each.
COMPASS: dict[str, Step] = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1)
}  # fmt: skip


class Station(NamedTuple):
    cell: Cell
    colour: Colour
    zone: Zone  # of its rose


@dataclass(frozen=True)
class Chart:
    sea: dict[Cell, Zone]  # in reading order: the squares 0, 1, 2, ...
    forward: tuple[str, ...]  # by zone, a point of the compass
    stations: tuple[Station, ...]
    starts: tuple[Cell, ...]
    start_wind: str  # the name of a kind of card
    line: tuple[Cell, ...]

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The index of each square of sea."""
        return {cell: at for at, cell in enumerate(self.sea)}

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The surrounding squares of sea, in reading order."""
        return sorted(near for step in COMPASS.values() if (near := _moved(cell, step)) in self.sea)

    def crosses(self, cell: Cell, step: Step) -> bool:
        """Whether this step goes over the line."""
        row, column = _moved(cell, step)
        return cell in self.line and step[0] == COMPASS["N"][0] and (row + 1, column) in self.line


def read(board: Board) -> Chart:
    board.only("rows", "line", "starts", "start_wind", "forward", "stations")
    sea = _sea(board)
    stations = _stations(board, sea)
    starts = _starts(board, sea, stations)
    chart = Chart(sea, _forward(board), stations, starts, board.require(str, "start_wind"), _line(board, sea))
    _check_connected(board, chart)
    return chart


def _moved(cell: Cell, step: Step) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def cell_name(cell: Cell) -> str:
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def _sea(board: Board) -> dict[Cell, Zone]:
    rows = board.require(list, "rows")
    if not 1 <= len(rows) <= MOST_ROWS:
        board.refuse(f"the chart must have 1 to {MOST_ROWS} rows, not {len(rows)}", "add or remove some", "rows")
    columns = len(board.require(str, "rows", 0))
    if not 1 <= columns <= MOST_COLUMNS:
        board.refuse(f"a row must have 1 to {MOST_COLUMNS} symbols, not {columns}", "add or remove some", "rows", 0)
    for at in range(len(rows)):
        row = board.require(str, "rows", at)
        if len(row) != columns:
            board.refuse(
                f"all rows must be as long as the first: {columns} symbols, not {len(row)}",
                "fill up with land",
                "rows",
                at,
            )
        for sign in row:
            if sign not in SEA + LAND + TITLE:
                board.refuse(f"{sign!r} is not a chart symbol", f"use {' '.join(SEA + LAND + TITLE)}", "rows", at)
    signs = "".join(rows)
    sea = {divmod(at, columns): Zone(int(sign) - 1) for at, sign in enumerate(signs) if sign in SEA}
    if not 1 <= len(sea) <= MOST_SQUARES:
        board.refuse(
            f"there must be 1 to {MOST_SQUARES} squares of sea (1, 2 or 3), not {len(sea)}", "add sea or land", "rows"
        )
    return sea


def _square(board: Board, sea: dict[Cell, Zone], *path: Any) -> Cell:
    """A square of sea, written like K4."""
    text = board.require(str, *path)
    column, row = text[:1], text[1:]
    if not (len(column) == 1 and "A" <= column <= "Z" and row.isdecimal()):
        board.refuse(f"a square must be a letter and a number, not {text!r}", "write it like K4", *path)
    cell = (int(row) - 1, ord(column) - ord("A"))
    if cell not in sea:
        board.refuse(f"{text} is not sea", "choose a square with 1, 2 or 3 in the rows", *path)
    return cell


def _squares(board: Board, sea: dict[Cell, Zone], key: str) -> list[Cell]:
    """Different squares of sea."""
    cells: list[Cell] = []
    for at in range(len(board.require(list, key))):
        cells.append(_square(board, sea, key, at))
        if cells[at] in cells[:at]:
            board.refuse(f"duplicate square {cell_name(cells[at])}", "remove one of them", key, at)
    return cells


def _forward(board: Board) -> tuple[str, ...]:
    for name in board.require(dict, "forward"):
        _choose(board, Zone.__members__, name, "zone", "forward", name)
    return tuple(
        _choose(board, COMPASS, board.require(str, "forward", name), "direction", "forward", name)
        for name in Zone.__members__
    )


def _choose(board: Board, names: Any, name: str, what: str, *path: Any) -> str:
    """The name, if it is one of these."""
    if name not in names:
        board.refuse(f"unknown {what} {name!r}", f"choose one of {', '.join(names)}", *path)
    return name


def _stations(board: Board, sea: dict[Cell, Zone]) -> tuple[Station, ...]:
    colours = {colour.name.lower(): colour for colour in Colour}
    stations: list[Station] = []
    for at in range(len(board.require(list, "stations"))):
        for key in board.require(dict, "stations", at):
            _choose(board, ("square", "colour", "zone"), key, "key", "stations", at, key)
        cell = _square(board, sea, "stations", at, "square")
        if any(cell == other.cell for other in stations):
            board.refuse(
                f"there is already a station on {cell_name(cell)}", "move one of them", "stations", at, "square"
            )
        path = ("stations", at, "colour")
        colour = colours[_choose(board, colours, board.require(str, *path), "colour", *path)]
        path = ("stations", at, "zone")
        zone = Zone[_choose(board, Zone.__members__, board.require(str, *path), "zone", *path)]
        stations.append(Station(cell, colour, zone))
    if not any(one.colour != other.colour and one.zone != other.zone for one, other in combinations(stations, 2)):
        board.refuse(
            "nobody can take two roses, so nobody can win",
            "add stations that differ in colour and in zone",
            "stations",
        )
    return tuple(sorted(stations, key=lambda station: (station.zone, station.colour, station.cell)))


def _starts(board: Board, sea: dict[Cell, Zone], stations: tuple[Station, ...]) -> tuple[Cell, ...]:
    cells = _squares(board, sea, "starts")
    if len(cells) > MOST_STARTS:
        board.refuse(f"there must be at most {MOST_STARTS} start squares, not {len(cells)}", "remove some", "starts")
    for at, cell in enumerate(cells):
        if any(station.cell == cell for station in stations):  # CAP-11
            board.refuse(f"{cell_name(cell)} is a station and cannot be a start square", "choose another", "starts", at)
    return tuple(cells)


def _line(board: Board, sea: dict[Cell, Zone]) -> tuple[Cell, ...]:
    cells = _squares(board, sea, "line")
    if not cells:
        board.refuse("the line is empty", "list at least one square below it", "line")
    for at, cell in enumerate(cells):
        if _moved(cell, COMPASS["N"]) in sea:
            board.refuse(
                f"there is sea north of {cell_name(cell)}",
                "the line needs land, title or the edge there",
                "line",
                at,
            )
    return tuple(cells)


def _check_connected(board: Board, chart: Chart) -> None:
    """Whether a king could walk from any square of sea to any other: `steps_to_line` must exist (CAP-70)."""
    reached = [next(iter(chart.sea))]
    for cell in reached:
        reached += [near for near in chart.neighbours(cell) if near not in reached]
    for cell in chart.sea:
        if cell not in reached:
            board.refuse(
                f"all sea must be connected, but no way leads from {cell_name(reached[0])} to {cell_name(cell)}",
                "write sea between them",
                "rows",
                cell[0],
            )
