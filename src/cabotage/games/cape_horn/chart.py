"""The board file of Cape Horn, read and checked: where there is sea, stations, starts and the line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cabotage.games.cape_horn.actions import COLOURS, COLUMNS, MOST_SEATS, ROWS, ZONES, Colour, Kind, Zone

if TYPE_CHECKING:
    from cabotage.core.board import Board

Cell = tuple[int, int]  # row from north, column from west
Step = tuple[int, int]

SEA = "123"
LAND = "#"
TITLE = "-="
SIZES = {"1": 35, "2": 36, "3": 35}
LAND_SIZE = 10
TITLE_SIZE = 10

# Clockwise, an eighth of a turn each.
COMPASS: dict[str, Step] = {
    "N": (-1, 0), "NE": (-1, 1), "E": (0, 1), "SE": (1, 1), "S": (1, 0), "SW": (1, -1), "W": (0, -1), "NW": (-1, -1)
}  # fmt: skip


@dataclass(frozen=True)
class Station:
    cell: Cell
    colour: Colour
    zone: Zone  # of its rose


@dataclass(frozen=True)
class Chart:
    sea: dict[Cell, Zone]  # in reading order: the squares 0..105
    forward: tuple[str, ...]  # by zone, a point of the compass
    stations: tuple[Station, ...]
    starts: tuple[Cell, ...]
    start_wind: Kind
    line: tuple[Cell, ...]

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
    chart = Chart(sea, _forward(board), stations, _starts(board, sea, stations), _start_wind(board), _line(board, sea))
    _check_connected(board, chart)
    return chart


def _moved(cell: Cell, step: Step) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def cell_name(cell: Cell) -> str:
    return f"{chr(ord('A') + cell[1])}{cell[0] + 1}"


def _sea(board: Board) -> dict[Cell, Zone]:
    rows = board.require(list, "rows")
    if len(rows) != ROWS:
        board.refuse(f"the chart must have {ROWS} rows, not {len(rows)}", "rows")
    for at in range(ROWS):
        row = board.require(str, "rows", at)
        if len(row) != COLUMNS:
            board.refuse(f"a row must have {COLUMNS} symbols, not {len(row)}", "rows", at)
        for sign in row:
            if sign not in SEA + LAND + TITLE:
                board.refuse(f"{sign!r} is not a chart symbol; use {' '.join(SEA + LAND + TITLE)}", "rows", at)
    signs = "".join(rows)
    for sign, size in SIZES.items():
        if signs.count(sign) != size:
            board.refuse(f"zone {Zone(int(sign) - 1).name} must have {size} squares, not {signs.count(sign)}", "rows")
    if signs.count(LAND) != LAND_SIZE:
        board.refuse(f"there must be {LAND_SIZE} land squares, not {signs.count(LAND)}", "rows")
    if sum(signs.count(sign) for sign in TITLE) != TITLE_SIZE:
        board.refuse(f"the title must have {TITLE_SIZE} squares", "rows")
    return {divmod(at, COLUMNS): Zone(int(sign) - 1) for at, sign in enumerate(signs) if sign in SEA}


def _square(board: Board, sea: dict[Cell, Zone], *path: Any) -> Cell:
    """A square of sea, written like K4."""
    text = board.require(str, *path)
    column, row = text[:1], text[1:]
    if not ("A" <= column <= chr(ord("A") + COLUMNS - 1) and row.isdecimal() and 1 <= int(row) <= ROWS):
        board.refuse(f"a square must be written like K4 (A1 to N9), not {text!r}", *path)
    cell = (int(row) - 1, ord(column) - ord("A"))
    if cell not in sea:
        board.refuse(f"{text} is not sea", *path)
    return cell


def _forward(board: Board) -> tuple[str, ...]:
    table = board.require(dict, "forward")
    for name in table:
        if name not in Zone.__members__:
            board.refuse(f"unknown zone {name!r}; choose one of {', '.join(Zone.__members__)}", "forward", name)
    points = []
    for name in Zone.__members__:
        point = board.require(str, "forward", name)
        if point not in ("N", "E", "S", "W"):
            board.refuse(f"forward must be N, E, S or W, not {point!r}", "forward", name)
        points.append(point)
    return tuple(points)


def _stations(board: Board, sea: dict[Cell, Zone]) -> tuple[Station, ...]:
    written = board.require(list, "stations")
    if len(written) != ZONES * COLOURS:
        board.refuse(f"there must be {ZONES * COLOURS} stations, not {len(written)}", "stations", len(written) - 1)
    colours = {colour.name.lower(): colour for colour in Colour}
    stations: list[Station] = []
    for at in range(len(written)):
        for key in board.require(dict, "stations", at):
            if key not in ("square", "colour", "zone"):
                board.refuse(f"unknown key {key}; expected one of square, colour, zone", "stations", at, key)
        cell = _square(board, sea, "stations", at, "square")
        colour = board.require(str, "stations", at, "colour")
        if colour not in colours:
            board.refuse(f"a rose must be one of {', '.join(colours)}, not {colour!r}", "stations", at, "colour")
        zone = board.require(str, "stations", at, "zone")
        if zone not in Zone.__members__:
            board.refuse(f"a zone must be one of {', '.join(Zone.__members__)}, not {zone!r}", "stations", at, "zone")
        station = Station(cell, colours[colour], Zone[zone])
        for other in stations:
            if (other.colour, other.zone) == (station.colour, station.zone):
                board.refuse(f"zone {zone} already has a {colour} rose", "stations", at)
            if _touch(cell, other.cell):
                board.refuse(f"the stations {cell_name(other.cell)} and {cell_name(cell)} touch", "stations", at)
        stations.append(station)
    return tuple(sorted(stations, key=lambda station: (station.zone, station.colour)))


def _touch(one: Cell, other: Cell) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def _starts(board: Board, sea: dict[Cell, Zone], stations: tuple[Station, ...]) -> tuple[Cell, ...]:
    written = board.require(list, "starts")
    if len(written) != MOST_SEATS:
        board.refuse(f"there must be {MOST_SEATS} start squares, not {len(written)}", "starts")
    cells: list[Cell] = []
    for at in range(MOST_SEATS):
        cell = _square(board, sea, "starts", at)
        if cell in cells:
            board.refuse(f"duplicate start square {cell_name(cell)}", "starts", at)
        if sea[cell] != Zone.I:
            board.refuse(
                f"a start square must be in zone I, not in {sea[cell].name} like {cell_name(cell)}", "starts", at
            )
        if any(station.cell == cell for station in stations):
            board.refuse(f"{cell_name(cell)} is a station and cannot be a start square", "starts", at)
        cells.append(cell)
    if not _is_connected(set(cells)):
        board.refuse("the start squares must be connected: winds spread from them as one network", "starts")
    return tuple(cells)


def _start_wind(board: Board) -> Kind:
    kind = board.require(str, "start_wind")
    if kind not in Kind.__members__:
        board.refuse(f"a wind must be one of {', '.join(Kind.__members__)}, not {kind!r}", "start_wind")
    return Kind[kind]


def _line(board: Board, sea: dict[Cell, Zone]) -> tuple[Cell, ...]:
    written = board.require(list, "line")
    if not written:
        board.refuse("the line needs at least one square below it", "line")
    cells: list[Cell] = []
    for at in range(len(written)):
        cell = _square(board, sea, "line", at)
        if cell in cells:
            board.refuse(f"duplicate square {cell_name(cell)}", "line", at)
        if _moved(cell, COMPASS["N"]) in sea:
            board.refuse(f"there is sea north of {cell_name(cell)}: no finish can be there", "line", at)
        cells.append(cell)
    return tuple(cells)


def _check_connected(board: Board, chart: Chart) -> None:
    if not _is_connected(set(chart.sea)):
        board.refuse("all sea squares must be connected", "rows")


def _is_connected(cells: set[Cell]) -> bool:
    """Whether a king could walk from any of them to any other."""
    groups = [{cell} for cell in cells]
    for one, other in combinations(cells, 2):
        if _touch(one, other):
            first = next(group for group in groups if one in group)
            second = next(group for group in groups if other in group)
            if first is not second:
                first |= second
                groups.remove(second)
    return len(groups) == 1
