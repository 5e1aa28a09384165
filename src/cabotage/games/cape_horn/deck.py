"""The deck file of Cape Horn, read and checked: the paths of each kind of wind, and how many cards there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.games.cape_horn.actions import KINDS, Kind
from cabotage.games.cape_horn.chart import COMPASS
from cabotage.games.cape_horn.state import DECK

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.games.cape_horn.chart import Step

SEAS = ("normal", "rough")
MOST_PATHS = 8  # on one card

# How many eighths of a turn, clockwise from forward.
BEARINGS = {"F": 0, "FR": 1, "R": 2, "BR": 3, "B": 4, "BL": 5, "L": 6, "FL": 7}

Path = tuple[str, ...]


@dataclass(frozen=True)
class Wind:
    """One kind of card."""

    paths: tuple[Path, ...]
    counts: dict[str, int]  # by the option `sea`


def turned(step: str, forward: str) -> str:
    """The point of the compass that a step means where forward is that one."""
    points = list(COMPASS)
    return points[(points.index(forward) + BEARINGS[step]) % len(points)]


def moves(path: Path, forward: str) -> list[Step]:
    """The path as steps on the chart."""
    return [COMPASS[turned(step, forward)] for step in path]


def read(board: Board) -> tuple[Wind, ...]:
    board.only("cards")
    written = board.require(list, "cards")
    if len(written) != KINDS:
        board.refuse(f"there must be {KINDS} kinds of card, not {len(written)}", "cards", len(written) - 1)
    winds = tuple(_wind(board, kind) for kind in Kind)
    for sea in SEAS:
        total = sum(wind.counts[sea] for wind in winds)
        if total != DECK:
            board.refuse(f"the {sea} deck must have {DECK} cards, not {total}", "cards", KINDS - 1, sea)
    return winds


def _wind(board: Board, kind: Kind) -> Wind:
    for key in board.require(dict, "cards", kind):
        if key not in ("kind", "paths", *SEAS):
            board.refuse(f"unknown key {key}; expected one of kind, paths, {', '.join(SEAS)}", "cards", kind, key)
    name = board.require(str, "cards", kind, "kind")
    if name != kind.name:
        board.refuse(
            f"the kinds must be {', '.join(Kind.__members__)} in this order, not {name!r}", "cards", kind, "kind"
        )
    counts = {}
    for sea in SEAS:
        counts[sea] = board.require(int, "cards", kind, sea)
        if counts[sea] < 0:
            board.refuse(f"invalid number of cards: {counts[sea]}", "cards", kind, sea)
    written = board.require(list, "cards", kind, "paths")
    if not 1 <= len(written) <= MOST_PATHS:
        board.refuse(f"a card must have 1 to {MOST_PATHS} paths, not {len(written)}", "cards", kind, "paths")
    paths: list[Path] = []
    for at in range(len(written)):
        paths.append(_path(board, kind, at))
        if paths[at] in paths[:at]:
            board.refuse(f"duplicate path {written[at]}", "cards", kind, "paths", at)
    return Wind(tuple(paths), counts)


def _path(board: Board, kind: Kind, at: int) -> Path:
    text = board.require(str, "cards", kind, "paths", at)
    path = tuple(step.strip() for step in text.split(","))
    for step in path:
        if step not in BEARINGS:
            board.refuse(f"a step must be one of {', '.join(BEARINGS)}, not {step!r}", "cards", kind, "paths", at)
    rows, columns = zip(*moves(path, "N"), strict=True)
    if (sum(rows), sum(columns)) == (0, 0):
        board.refuse(f"the path {text} ends where it begins", "cards", kind, "paths", at)
    return path
