"""The deck file of Cape Horn, read and checked: the paths of each kind of wind, and how many cards there are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.games.cape_horn.actions import MOST_KINDS
from cabotage.games.cape_horn.chart import COMPASS
from cabotage.games.cape_horn.state import MOST_CARDS

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.games.cape_horn.chart import Cell, Chart, Step

SEAS = ("normal", "rough")
MOST_PATHS = 8  # on one card
MOST_STEPS = 8  # of one path
KIND = re.compile(r"[A-Z][A-Z0-9]{0,2}")  # short enough for a square drawn in the terminal
LONGEST_NAME = 30

# How many eighths of a turn, clockwise from forward.
BEARINGS = {"F": 0, "FR": 1, "R": 2, "BR": 3, "B": 4, "BL": 5, "L": 6, "FL": 7}

Path = tuple[str, ...]


@dataclass(frozen=True)
class Wind:
    """One kind of card."""

    kind: str
    paths: tuple[Path, ...]
    counts: dict[str, int]  # by the option `sea`

    @property
    def progress(self) -> int:
        """The most steps forward by one of its paths; negative if it only leads back."""
        return max(-sum(row for row, _ in moves(path, "N")) for path in self.paths)


def turned(step: str, forward: str) -> str:
    """The point of the compass that a step means where forward is that one."""
    points = list(COMPASS)
    return points[(points.index(forward) + BEARINGS[step]) % len(points)]


def points(path: Path, forward: str) -> list[str]:
    """The path as points of the compass."""
    return [turned(step, forward) for step in path]


def moves(path: Path, forward: str) -> list[Step]:
    """The path as steps on the chart."""
    return [COMPASS[point] for point in points(path, forward)]


def along(chart: Chart, cell: Cell, path: Path) -> list[Cell] | None:
    """The squares of a path from this one, both ends included; None if it leaves the sea.

    A path that crosses the line ends just beyond it (CAP-67).
    """
    cells = [cell]
    for step in moves(path, chart.forward[chart.sea[cell]]):  # CAP-22, CAP-23, CAP-37
        has_crossed = chart.crosses(cells[-1], step)
        cells.append((cells[-1][0] + step[0], cells[-1][1] + step[1]))
        if has_crossed:
            return cells
        if cells[-1] not in chart.sea:  # CAP-40, CAP-41
            return None
    return cells


def read(board: Board) -> tuple[Wind, ...]:
    board.only("cards")
    count = len(board.require(list, "cards"))
    if not 1 <= count <= MOST_KINDS:
        board.refuse(
            f"there must be 1 to {MOST_KINDS} kinds of card, not {count}", "add or remove some", "cards", count - 1
        )
    winds: list[Wind] = []
    for at in range(count):
        winds.append(_wind(board, at))
        if winds[at].kind in [wind.kind for wind in winds[:at]]:
            board.refuse(f"duplicate kind {winds[at].kind}", "list each kind once", "cards", at, "kind")
    for sea in SEAS:
        total = sum(wind.counts[sea] for wind in winds)
        if total > MOST_CARDS:
            board.refuse(
                f"the {sea} deck must have at most {MOST_CARDS} cards, not {total}",
                "remove some",
                "cards",
                count - 1,
                sea,
            )
    return tuple(winds)


def _wind(board: Board, at: int) -> Wind:
    for key in board.require(dict, "cards", at):
        if key not in ("kind", "name", "paths", *SEAS):
            board.refuse(
                f"unknown key {key}", f"expected one of kind, name, paths, {', '.join(SEAS)}", "cards", at, key
            )
    kind = board.require(str, "cards", at, "kind")
    if not KIND.fullmatch(kind):
        board.refuse(
            f"a kind must be 1 to 3 capital letters or digits, not {kind!r}", "write one like A1", "cards", at, "kind"
        )
    if "name" in board.data["cards"][at]:
        name = board.require(str, "cards", at, "name")
        if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
            board.refuse(
                f"a name must have 1 to {LONGEST_NAME} characters, not {name!r}",
                "shorten it, or leave it out",
                "cards",
                at,
                "name",
            )
    counts = {sea: board.require(int, "cards", at, sea) for sea in SEAS}
    for sea, cards in counts.items():
        if cards < 0:
            board.refuse(f"invalid number of cards: {cards}", "use 0 or more", "cards", at, sea)
    written = board.require(list, "cards", at, "paths")
    if not 1 <= len(written) <= MOST_PATHS:
        board.refuse(
            f"a card must have 1 to {MOST_PATHS} paths, not {len(written)}", "add or remove some", "cards", at, "paths"
        )
    paths: list[Path] = []
    for k in range(len(written)):
        paths.append(_path(board, at, k))
        if paths[k] in paths[:k]:
            board.refuse(f"duplicate path {written[k]}", "remove one of them", "cards", at, "paths", k)
    return Wind(kind, tuple(paths), counts)


def _path(board: Board, at: int, k: int) -> Path:
    """Steps like "F,F,L", or with numbers: "2F,L"."""
    text = board.require(str, "cards", at, "paths", k)
    path: list[str] = []
    for part in text.split(","):
        number, step = 1, part.strip()
        if step[:1] in tuple("123456789"):
            number, step = int(step[0]), step[1:]
        if step not in BEARINGS:
            board.refuse(
                f"unknown step {part!r}",
                f"use one of {', '.join(BEARINGS)}, with a number if it is repeated (2F)",
                "cards",
                at,
                "paths",
                k,
            )
        path += [step] * number
    if len(path) > MOST_STEPS:
        board.refuse(
            f"a path must have at most {MOST_STEPS} steps, not {len(path)}", "shorten it", "cards", at, "paths", k
        )
    rows, columns = zip(*moves(tuple(path), "N"), strict=True)
    if (sum(rows), sum(columns)) == (0, 0):
        board.refuse(f"the path {text} ends where it begins", "remove it, or change a step", "cards", at, "paths", k)
    return tuple(path)
