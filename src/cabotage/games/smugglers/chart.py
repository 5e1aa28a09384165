"""Board and goods files of Smugglers' Island, checked: a file that cannot be played is refused with line and reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.games.smugglers.actions import (
    GOODS,
    HARBOURS,
    MOST_FIELDS,
    MOST_NEIGHBOURS,
    MOST_PIPS,
    MOST_SECTORS,
    STACK,
)

if TYPE_CHECKING:
    from cabotage.core.board import Board

FEWEST_SECTORS = 4
LONGEST_NAME = 4
MOST_POINTS = 3  # of a cargo
WHITE_DIE = (1, 2, 2, 3, 3, 4)  # unless the goods file has another


@dataclass(frozen=True)
class Chart:
    """A board in numbers: fields are counted harbours first, then the sea."""

    sectors: int
    starts: tuple[int, ...]
    anchor: int
    sector: tuple[int, ...]  # of each field
    near: tuple[tuple[int, ...], ...]  # the neighbours of each field, ascending


@dataclass(frozen=True)
class Ware:
    """One of the twenty goods."""

    origin: int
    dest: int
    points: int


def read_chart(board: Board) -> Chart:
    """The board of this file, if it keeps the invariants of RULES.md."""
    board.only("sectors", "start_sectors", "anchor", "lighthouse", "harbours", "sea")
    places = _places(board)
    names = _names(board, places)
    sectors = board.require(int, "sectors")
    if not FEWEST_SECTORS <= sectors <= MOST_SECTORS:
        board.refuse(
            f"there must be {FEWEST_SECTORS} to {MOST_SECTORS} sectors, not {sectors}",
            "join some, or split some",
            "sectors",
        )
    sector = _sectors(board, places, sectors)
    near = tuple(_neighbours(board, place, names) for place in places)
    _check_harbours(board, places, near)
    _check_mutual(board, places, near)
    for place in (("lighthouse",), *((*place, "at") for place in places)):
        _check_point(board, *place)
    if not is_connected(near, ()):
        board.refuse("not all fields can be reached from one another", "list more neighbours under next", "sea")
    anchor = board.require(str, "anchor")
    if anchor.lower() not in names[HARBOURS:]:
        board.refuse(
            f"the anchor field {anchor!r} is not a sea field", "write the name of one of the fields under sea", "anchor"
        )
    return Chart(sectors, _starts(board, sectors), names.index(anchor.lower()), sector, near)


Place = tuple[str, int]


def _places(board: Board) -> list[Place]:
    """Where each field stands in the file."""
    harbours, sea = (len(board.require(list, kind)) for kind in ("harbours", "sea"))
    if harbours != HARBOURS:
        board.refuse(
            f"there must be {HARBOURS} harbours, not {harbours}", _add_or_remove(harbours, HARBOURS), "harbours"
        )
    if not 1 <= sea <= MOST_FIELDS - HARBOURS:
        board.refuse(
            f"the sea must have 1 to {MOST_FIELDS - HARBOURS} fields, not {sea}", _add_or_remove(sea, 1), "sea"
        )
    places = [("harbours", at) for at in range(harbours)] + [("sea", at) for at in range(sea)]
    for place in places:
        for key in board.require(dict, *place):
            if key not in ("name", "sector", "at", "next"):
                board.refuse(f"unknown key {key}", "expected one of name, sector, at, next", *place, key)
    return places


def _names(board: Board, places: list[Place]) -> list[str]:
    names: list[str] = []
    for place in places:
        name = board.require(str, *place, "name")
        if not (name.isascii() and name.isalnum() and len(name) <= LONGEST_NAME):
            board.refuse(
                f"a field name must be 1 to {LONGEST_NAME} letters and digits, not {name!r}",
                "write one like a1",
                *place,
                "name",
            )
        if name.lower() in names:
            board.refuse(f"duplicate field name {name}", "give each field a name of its own", *place, "name")
        names.append(name.lower())
    return names


def _sectors(board: Board, places: list[Place], sectors: int) -> tuple[int, ...]:
    sector = []
    for place in places:
        number = board.require(int, *place, "sector")
        if not 0 <= number < sectors:
            board.refuse(
                f"a sector cannot be {number}",
                f"write 0 to {sectors - 1}, or raise sectors",
                *place,
                "sector",
            )
        sector.append(number)
    return tuple(sector)


def _neighbours(board: Board, place: Place, names: list[str]) -> tuple[int, ...]:
    written = board.require(list, *place, "next")
    own = board.require(str, *place, "name")
    if len(written) > MOST_NEIGHBOURS:
        board.refuse(
            f"{own} has more than {MOST_NEIGHBOURS} neighbours", "remove some, or put a field between", *place, "next"
        )
    near = []
    for at in range(len(written)):
        name = board.require(str, *place, "next", at)
        if name.lower() not in names:
            board.refuse(
                f"unknown field {name}, listed as a neighbour of {own}",
                "add this field, or remove its name here",
                *place,
                "next",
                at,
            )
        if name.lower() == own.lower():
            board.refuse(f"{own} cannot be its own neighbour", "remove its name here", *place, "next", at)
        if names.index(name.lower()) in near:
            board.refuse(f"{name} is listed twice as a neighbour of {own}", "remove one of them", *place, "next", at)
        near.append(names.index(name.lower()))
    return tuple(sorted(near))


def _check_mutual(board: Board, places: list[Place], near: tuple[tuple[int, ...], ...]) -> None:
    for field, neighbours in enumerate(near):
        for other in neighbours:
            if field not in near[other]:
                own, its = (board.require(str, *places[which], "name") for which in (field, other))
                board.refuse(
                    f"{own} lists {its} as a neighbour, but {its} does not list {own}",
                    "add or remove one",
                    *places[field],
                    "next",
                )


def _check_harbours(board: Board, places: list[Place], near: tuple[tuple[int, ...], ...]) -> None:
    """Each touches one or more fields of the sea and nothing else."""
    for harbour in range(HARBOURS):
        name = board.require(str, *places[harbour], "name")
        if not near[harbour]:
            board.refuse(f"harbour {name} touches no sea field", "list at least one", *places[harbour], "next")
        if near[harbour][0] < HARBOURS:
            board.refuse(
                f"harbour {name} must touch sea fields only, no other harbour",
                "remove the harbours",
                *places[harbour],
                "next",
            )


def _check_point(board: Board, *path: str | int) -> None:
    point = board.require(list, *path)
    if len(point) != 2 or any(isinstance(number, bool) or not isinstance(number, (int, float)) for number in point):
        board.refuse(f"a point in the drawing must be two numbers, not {point!r}", "write them like [120, 80]", *path)


def _starts(board: Board, sectors: int) -> tuple[int, ...]:
    """SMG-10: where the beam may point at first."""
    starts = board.require(list, "start_sectors")
    for at in range(len(starts)):
        start = board.require(int, "start_sectors", at)
        if not 0 <= start < sectors:
            board.refuse(
                f"a start sector cannot be {start}",
                f"write 0 to {sectors - 1}, or raise sectors",
                "start_sectors",
                at,
            )
        if start in starts[:at]:
            board.refuse(f"duplicate start sector {start}", "remove one of them", "start_sectors", at)
    if not starts:
        board.refuse("there is no start sector, to which the beam can point", "list at least one", "start_sectors")
    return tuple(sorted(starts))


def _add_or_remove(count: int, least: int) -> str:
    return "add some" if count < least else "remove some"


def is_connected(near: tuple[tuple[int, ...], ...], reefs: Iterable[int]) -> bool:
    """Whether all fields without these can be reached from one another (SMG-7)."""
    closed = set(reefs)
    found = {0}
    edge = [0]
    while edge:
        for other in near[edge.pop()]:
            if other not in found and other not in closed:
                found.add(other)
                edge.append(other)
    return len(found) == len(near) - len(closed)


def read_goods(board: Board) -> list[Ware]:
    """The twenty goods, sorted by origin."""
    board.only("goods", "white_die")
    written = board.require(list, "goods")
    if len(written) != GOODS:
        board.refuse(f"there must be {GOODS} cargoes, not {len(written)}", _add_or_remove(len(written), GOODS), "goods")
    wares = []
    for at in range(GOODS):
        for key in board.require(dict, "goods", at):
            if key not in ("origin", "dest", "points"):
                board.refuse(f"unknown key {key}", "expected one of origin, dest, points", "goods", at, key)
        origin, dest, points = (board.require(int, "goods", at, key) for key in ("origin", "dest", "points"))
        for key, island in (("origin", origin), ("dest", dest)):
            if not 0 <= island < HARBOURS:
                board.refuse(
                    f"an island cannot be {island}",
                    f"write 0 to {HARBOURS - 1}",
                    "goods",
                    at,
                    key,
                )
        if origin == dest:
            board.refuse(
                f"a cargo from island {origin} cannot go to that island", "write another dest", "goods", at, "dest"
            )
        if not 1 <= points <= MOST_POINTS:
            board.refuse(
                f"a cargo cannot be worth {points} points",
                f"write 1 to {MOST_POINTS}",
                "goods",
                at,
                "points",
            )
        wares.append(Ware(origin, dest, points))
    for origin in range(HARBOURS):
        count = sum(ware.origin == origin for ware in wares)
        if count != STACK:
            board.refuse(
                f"island {origin} must have {STACK} cargoes, not {count}", "change the origin of some", "goods"
            )
    return sorted(wares, key=lambda ware: ware.origin)


def read_white_die(board: Board) -> list[int]:
    """The pips on the six faces of the white die."""
    faces = board.require(list, "white_die") if "white_die" in board.data else WHITE_DIE
    if len(faces) != len(WHITE_DIE):
        board.refuse(
            f"the white die must have {len(WHITE_DIE)} faces, not {len(faces)}",
            _add_or_remove(len(faces), len(WHITE_DIE)),
            "white_die",
        )
    if faces is not WHITE_DIE:
        for at in range(len(faces)):
            pips = board.require(int, "white_die", at)
            if not 1 <= pips <= MOST_PIPS:
                board.refuse(
                    f"a face of the white die cannot have {pips} pips",
                    f"write 1 to {MOST_PIPS}",
                    "white_die",
                    at,
                )
    return list(faces)
