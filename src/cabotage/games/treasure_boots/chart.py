"""Sections laid out on one common grid: read from data files, checked, and put together at random."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from cabotage.core.board import Board
from cabotage.core.box import per_box
from cabotage.core.errors import BoardError
from cabotage.games.treasure_boots.actions import FACES, MOST_ISLANDS, MOST_PORTS, MOST_SQUARES

if TYPE_CHECKING:
    from cabotage.core.box import Box

# What a square is: one of these, or the number of an island, 2 to 12.
OPEN_SEA = 0
PORT = 1
LEAST_NUMBER, MOST_NUMBER = 2, 2 * FACES

BOARDS = Path(__file__).with_name("boards")
PRESETS = {2: "two-sections", 3: "three-sections", 4: "four-sections"}
RANDOM_MARGIN = 4
SHIFT = 4  # rows or columns by which sections of a random arrangement are pushed along each other, at most
MOST_DRAWS = 10_000

Square = tuple[int, int]  # row and column


def sections_for(seats: int) -> int:
    """How many sections that many seats use (TRB-1, TRB-2)."""
    return 2 if seats <= 3 else 3 if seats == 4 else 4


@dataclass(frozen=True)
class Section:
    """A piece of the sea, turned as it lies; rows and columns count from 0."""

    id: str
    name: str
    cells: tuple[tuple[int, ...], ...]
    ports: tuple[tuple[Square, str], ...]

    @property
    def height(self) -> int:
        return len(self.cells)

    @property
    def width(self) -> int:
        return len(self.cells[0])

    def turned(self, turns: int) -> Section:
        """By so many quarters clockwise."""
        if turns == 0:
            return self
        cells = tuple(tuple(column[::-1]) for column in zip(*self.cells, strict=True))
        ports = tuple(((column, self.height - 1 - row), name) for (row, column), name in self.ports)
        return Section(self.id, self.name, cells, ports).turned(turns - 1)


@dataclass(frozen=True)
class Placed:
    """A section, turned, with its upper left corner at this offset."""

    section: Section
    row: int
    column: int

    def squares(self) -> Iterator[tuple[Square, int]]:
        """Every square of it in rows and columns of the whole chart (from 1), and what it is."""
        for row, line in enumerate(self.section.cells):
            for column, cell in enumerate(line):
                yield (self.row + row + 1, self.column + column + 1), cell


@dataclass(frozen=True)
class Chart:
    """The whole grid. Square 0 is its upper left one, at (top, left); they are numbered in reading order."""

    placed: tuple[Placed, ...]
    top: int
    left: int
    rows: int
    columns: int
    cells: tuple[int, ...]
    port_names: dict[int, str]

    def square(self, row: int, column: int) -> int:
        return (row - self.top) * self.columns + column - self.left

    def place(self, square: int) -> Square:
        """Row and column, as people count them."""
        row, column = divmod(square, self.columns)
        return row + self.top, column + self.left

    @cached_property
    def islands(self) -> list[int]:
        return [square for square, cell in enumerate(self.cells) if cell >= LEAST_NUMBER]

    @cached_property
    def ports(self) -> list[int]:
        return [square for square, cell in enumerate(self.cells) if cell == PORT]


def own_board(name: str) -> Board:
    """A data file that comes with the game."""
    return Board.parse((BOARDS / f"{name}.toml").read_text("utf-8"), name)


@per_box
def chart_of(box: Box) -> Chart:
    """The chart a box was built with."""
    return read_chart(box.boards["arrangement"], read_sections(box.boards["sections"]))


def read_sections(board: Board) -> dict[str, Section]:
    """All sections of a file, by id."""
    board.only("tokens", "targets", "bonus", "sections")
    sections: dict[str, Section] = {}
    for at in range(len(board.require(list, "sections"))):
        section = _read_section(board, at)
        if section.id in sections:
            board.refuse(f"duplicate section {section.id!r}", "give each an id of its own", "sections", at, "id")
        sections[section.id] = section
    if not sections:
        board.refuse("there are no sections", "list at least one", "sections")
    return sections


def _check_keys(board: Board, keys: tuple[str, ...], *path: str | int) -> None:
    for key in board.require(dict, *path):
        if key not in keys:
            board.refuse(f"unknown key {key}", f"expected one of {', '.join(keys)}", *path, key)


def _read_section(board: Board, at: int) -> Section:
    path = ("sections", at)
    _check_keys(board, ("id", "name", "rows", "ports"), *path)
    cells: list[tuple[int, ...]] = []
    for row in range(len(board.require(list, *path, "rows"))):
        words = board.require(str, *path, "rows", row).split()
        if not words or (cells and len(words) != len(cells[0])):
            board.refuse(
                f"this row has {len(words)} squares, but all rows of a section must have the same length",
                "add squares here or remove some",
                *path,
                "rows",
                row,
            )
        cells.append(tuple(_read_cell(board, word, *path, "rows", row) for word in words))
    if not cells:
        board.refuse("this section has no rows", "write at least one", *path, "rows")
    identity, name = board.require(str, *path, "id"), board.require(str, *path, "name")
    return Section(identity, name, tuple(cells), _read_ports(board, at, cells))


def _read_cell(board: Board, word: str, *path: str | int) -> int:
    if word == ".":
        return OPEN_SEA
    if word == "P":
        return PORT
    if not (word.isdecimal() and LEAST_NUMBER <= int(word) <= MOST_NUMBER):
        board.refuse(
            f"a square cannot be {word!r}",
            f"write ., P or a number {LEAST_NUMBER} to {MOST_NUMBER}",
            *path,
        )
    return int(word)


def _read_ports(board: Board, at: int, cells: list[tuple[int, ...]]) -> tuple[tuple[Square, str], ...]:
    path = ("sections", at, "ports")
    named: dict[Square, str] = {}
    for number in range(len(board.require(list, *path))):
        row = board.require(int, *path, number, "row") - 1
        column = board.require(int, *path, number, "column") - 1
        name = board.require(str, *path, number, "name")
        if not (0 <= row < len(cells) and 0 <= column < len(cells[0]) and cells[row][column] == PORT):
            board.refuse(
                f"{name}: there is no P at row {row + 1}, column {column + 1}",
                "correct the place, or the row",
                *path,
                number,
            )
        if not name.strip():
            board.refuse("this port has no name", "write one", *path, number)
        if (row, column) in named:
            board.refuse(
                f"{name}: this port is already called {named[row, column]}", "remove one of them", *path, number
            )
        if name in named.values():
            board.refuse(f"duplicate port name in this section: {name}", "write another", *path, number)
        named[row, column] = name
    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell == PORT and (row, column) not in named:
                reason = f"the port at row {row + 1}, column {column + 1} has no name"
                board.refuse(reason, "add it under ports", "sections", at, "rows", row)
    return tuple(sorted(named.items()))


def read_chart(board: Board, sections: dict[str, Section]) -> Chart:
    """The sections laid out as the file says, with the margin round them (TRB-3, TRB-5, TRB-6, TRB-90)."""
    board.only("margin", "placed", "test_chart")
    margin = board.require(int, "margin")
    if margin < 0:
        board.refuse(f"invalid margin {margin}", "write 0 or more", "margin")
    placed = [_read_placed(board, at, sections) for at in range(len(board.require(list, "placed")))]
    if not placed:
        board.refuse("no section is placed", "place at least one", "placed")
    top, left = (min(getattr(piece, way) for piece in placed) + 1 - margin for way in ("row", "column"))
    rows = max(piece.row + piece.section.height for piece in placed) + margin - top + 1
    columns = max(piece.column + piece.section.width for piece in placed) + margin - left + 1
    if rows * columns > MOST_SQUARES:
        reason = f"{rows} x {columns} squares with margin, but at most {MOST_SQUARES} can be played"
        board.refuse(reason, "lay the sections closer, or lower the margin", "placed")
    cells = _lay(board, placed)
    _check_connected(board, placed, cells)
    grid = tuple(
        cells.get((row, column), OPEN_SEA) for row in range(top, top + rows) for column in range(left, left + columns)
    )
    names = {
        (piece.row + row + 1 - top) * columns + piece.column + column + 1 - left: name
        for piece in placed
        for (row, column), name in piece.section.ports
    }
    _check_land(board, grid)
    return Chart(tuple(placed), top, left, rows, columns, grid, names)


def _read_placed(board: Board, at: int, sections: dict[str, Section]) -> Placed:
    path = ("placed", at)
    _check_keys(board, ("section", "row", "column", "turns"), *path)
    name = board.require(str, *path, "section")
    if name not in sections:
        board.refuse(f"unknown section {name!r}", f"choose one of {', '.join(sections)}", *path)
    turns = board.require(int, *path, "turns")
    if not 0 <= turns <= 3:
        board.refuse(f"a section cannot be turned by {turns} quarters", "write 0 to 3", *path)
    section = sections[name].turned(turns)
    return Placed(section, board.require(int, *path, "row"), board.require(int, *path, "column"))


def _lay(board: Board, placed: list[Placed]) -> dict[Square, int]:
    cells: dict[Square, int] = {}
    for at, piece in enumerate(placed):
        for square, cell in piece.squares():
            if square in cells:
                row, column = square
                reason = f"section {piece.section.id} overlaps another one at row {row}, column {column}"
                board.refuse(reason, "move it", "placed", at)
            cells[square] = cell
    return cells


def _check_connected(board: Board, placed: list[Placed], cells: dict[Square, int]) -> None:
    """All sections hang together along edges, so a rook gets from each to each."""
    waiting = [(placed[0].row + 1, placed[0].column + 1)]
    reached = set(waiting)
    while waiting:
        row, column = waiting.pop()
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        waiting += (beside & cells.keys()) - reached
        reached |= beside & cells.keys()
    for at, piece in enumerate(placed):
        if (piece.row + 1, piece.column + 1) not in reached:
            board.refuse(
                f"section {piece.section.id} shares no edge with any other section", "move it beside one", "placed", at
            )


def _check_land(board: Board, grid: tuple[int, ...]) -> None:
    islands, ports = sum(cell >= LEAST_NUMBER for cell in grid), grid.count(PORT)
    if islands > MOST_ISLANDS:
        board.refuse(f"{islands} islands, but at most {MOST_ISLANDS} can be played", "place fewer sections", "placed")
    if ports > MOST_PORTS:
        board.refuse(f"{ports} ports, but at most {MOST_PORTS} can be played", "place fewer sections", "placed")
    if not ports and not ("test_chart" in board.data and board.require(bool, "test_chart")):
        board.refuse(
            "there is no port, so nobody can win", "place a section with one (test_chart = true allows it)", "placed"
        )


def touching_land(chart: Chart) -> list[tuple[Square, Square]]:
    """Pairs of land squares that touch each other, at a corner or along an edge."""
    land = {chart.place(square) for square, cell in enumerate(chart.cells) if cell != OPEN_SEA}
    return [
        ((row, column), near)
        for row, column in sorted(land)
        for near in ((row, column + 1), (row + 1, column - 1), (row + 1, column), (row + 1, column + 1))
        if near in land
    ]


def random_arrangement(seats: int, seed: int, sections: Board | None = None) -> dict[str, Any]:
    """The data of an arrangement drawn for that many seats (TRB-90); the same seed draws the same."""
    board = sections or own_board("standard")
    known = read_sections(board)
    count = sections_for(seats)
    if len(known) < count:
        board.refuse(
            f"a random arrangement for {seats} seats needs {count} sections, not {len(known)}", "add some", "sections"
        )
    random = Random(seed)
    drawn = (draw_arrangement(random, known, count) for _ in range(MOST_DRAWS))
    data = next((data for data in drawn if _is_usable(data, known)), None)
    if data is None:
        board.refuse(
            "these sections cannot be laid side by side without land touching land",
            "leave more sea at their edges",
            "sections",
        )
    return data


def _is_usable(data: dict[str, Any], sections: dict[str, Section]) -> bool:
    try:
        return not touching_land(read_chart(Board("random", data), sections))
    except BoardError:
        return False


def draw_arrangement(random: Random, sections: dict[str, Section], count: int) -> dict[str, Any]:
    """One draw, whether it can be used or not: rows of two sections, pushed along each other."""
    drawn = random.sample(sorted(sections), count)
    turns = [random.randrange(4) for _ in drawn]
    turned = [sections[name].turned(quarters) for name, quarters in zip(drawn, turns, strict=True)]
    offsets = [(0, 0), (random.randint(-SHIFT, SHIFT) if count == 2 else 0, turned[0].width)]
    below = max(section.height for section in turned[:2])
    if count == 3:
        offsets.append((below, random.randint(0, turned[0].width)))
    elif count == 4:
        shift = random.randint(-SHIFT, SHIFT)
        offsets += [(below, shift), (below, shift + turned[2].width)]
    placed = [
        {"section": name, "row": row, "column": column, "turns": quarters}
        for name, quarters, (row, column) in zip(drawn, turns, offsets, strict=True)
    ]
    return {"margin": RANDOM_MARGIN, "placed": placed}
