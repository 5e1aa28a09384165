"""A board file of Capt'n Clever read and checked: islands, places, and the crossings that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cabotage.games.captn_clever.actions import ISLANDS, place_name, place_number

if TYPE_CHECKING:
    from cabotage.core.board import Board

WIDTH, HEIGHT = 40, 20
LONGEST_COLOUR = 30
ROOM = 2  # places that three boats must leave

Point = tuple[Fraction, Fraction]  # exact, so that places that only touch do not cross


@dataclass(frozen=True)
class Place:
    """Where a boat can lie: between two islands, one before the other."""

    islands: tuple[int, int]
    colour: str

    @property
    def number(self) -> int:
        return place_number(*self.islands)

    @property
    def name(self) -> str:
        return place_name(self.number)


@dataclass(frozen=True)
class Chart:
    """A board that keeps every invariant."""

    islands: dict[int, Point]
    places: tuple[Place, ...]  # ascending
    crossings: dict[str, list[str]]  # by place, those that cross it, ascending
    boats: dict[str, Point]  # the middle of a boat on each place, in tenths


def read(board: Board) -> Chart:
    """The chart of a file; refuses what breaks an invariant of RULES.md, Components."""
    board.only("islands", "places", "crossings")
    islands = _islands(board)
    places = sorted(_places(board), key=lambda place: place.number)
    _check_connected(board, places)
    crossings = {
        place.name: [other.name for other in places if _cross(islands, place, other)] for place in places
    }  # fmt: skip
    if "crossings" in board.data:
        _compare(board, crossings)
    _check_room(board, places, crossings)
    boats = {place.name: _boat_at(islands, place, crossings[place.name]) for place in places}
    return Chart(islands, tuple(places), crossings, boats)


def colours(board: Board) -> dict[int, str]:
    """The colour of each place of a board that was read before, by number."""
    rows = board.data["places"]
    return {place_number(*row["islands"]): _gangways(row)[0] for row in rows}


def _islands(board: Board) -> dict[int, Point]:
    written = board.require(list, "islands")
    if len(written) != ISLANDS:
        reason = f"there must be {ISLANDS} islands, one for each treasure, not {len(written)}"
        board.refuse(reason, f"{'add' if len(written) < ISLANDS else 'remove'} some", "islands")
    islands: dict[int, Point] = {}
    for at in range(ISLANDS):
        number = board.require(int, "islands", at, "number")
        if not 1 <= number <= ISLANDS:
            board.refuse(f"an island number cannot be {number}", f"write 1 to {ISLANDS}", "islands", at)
        if number in islands:
            board.refuse(f"duplicate island {number}", "give each island a number of its own", "islands", at)
        point = (_length(board, at, "x", WIDTH), _length(board, at, "y", HEIGHT))
        if point in islands.values():
            other = next(other for other, middle in islands.items() if middle == point)
            board.refuse(f"islands {other} and {number} are at the same point", "move one of them", "islands", at)
        islands[number] = point
        _only_keys(board, "islands", at, "number", "x", "y")
    return islands


def _length(board: Board, at: int, axis: str, most: int) -> Fraction:
    value = board.data["islands"][at].get(axis)
    length = value if type(value) is int else board.require(float, "islands", at, axis)
    if not 0 <= length <= most:
        board.refuse(f"{axis} cannot be {value}", f"write 0 to {most}", "islands", at)
    return Fraction(str(length))


def _only_keys(board: Board, table: str, at: int, *keys: str) -> None:
    for key in board.data[table][at]:
        if key not in keys:
            board.refuse(f"unknown key {key}", f"expected one of {', '.join(keys)}", table, at)


def _places(board: Board) -> list[Place]:
    places: list[Place] = []
    for at in range(len(board.require(list, "places"))):
        ends = board.require(list, "places", at, "islands")
        if len(ends) != 2:
            board.refuse(f"a place must be between two islands, not {ends!r}", "write their numbers", "places", at)
        for end in range(2):
            number = board.require(int, "places", at, "islands", end)
            if not 1 <= number <= ISLANDS:
                board.refuse(f"unknown island {number}", f"islands are 1 to {ISLANDS}", "places", at)
        if ends[0] == ends[1]:
            board.refuse(f"a place from island {ends[0]} to itself leads nowhere", "name two islands", "places", at)
        place = Place((min(ends), max(ends)), _colour(board, at))
        if any(place.islands == other.islands for other in places):
            board.refuse(f"duplicate place {place.name}", "join two islands by one place at most", "places", at)
        places.append(place)
        _only_keys(board, "places", at, "islands", "colour")
    return places


def _gangways(row: Mapping[str, Any]) -> list[Any]:
    """The colours of the two gangways of a place, or the one colour of both."""
    return row["colour"] if isinstance(row["colour"], list) else [row["colour"]]


def _colour(board: Board, at: int) -> str:
    row = board.data["places"][at]
    if not isinstance(row.get("colour"), list):
        board.require(str, "places", at, "colour")
    gangways = _gangways(row)
    if not 1 <= len(gangways) <= 2:
        board.refuse(f"a place must have two gangways, not {len(gangways)}", "write one colour for both", "places", at)
    for colour in gangways:
        if not isinstance(colour, str) or not colour.isprintable() or not 1 <= len(colour.strip()) <= LONGEST_COLOUR:
            reason = f"a colour must be a name of 1 to {LONGEST_COLOUR} letters, not {colour!r}"
            board.refuse(reason, "write one like red", "places", at)
    if gangways[0] != gangways[-1]:
        reason = f"its two gangways differ ({gangways[0]} and {gangways[-1]}): no boat fits between them"
        board.refuse(reason, "write one colour", "places", at)
    return str(gangways[0])


def _check_connected(board: Board, places: list[Place]) -> None:
    reached = {1}
    for _ in range(ISLANDS):
        for place in places:
            if reached & set(place.islands):
                reached |= set(place.islands)
    if missing := sorted(set(range(1, ISLANDS + 1)) - reached):
        reason = f"not connected: no route leads from island 1 to {', '.join(map(str, missing))}"
        board.refuse(reason, "add a place", "places")


def _compare(board: Board, crossings: dict[str, list[str]]) -> None:
    """If the file lists crossings, they must be those that the coordinates give."""
    unlisted = {(one, other) for one in crossings for other in crossings[one] if one < other}
    for at in range(len(board.require(list, "crossings"))):
        pair = tuple(sorted("-".join(sorted(str(name).split("-"))) for name in board.require(list, "crossings", at)))
        if pair not in unlisted:
            reason = f"{' and '.join(pair)} do not cross, or are listed twice"
            board.refuse(reason, "remove this line, or correct the coordinates", "crossings", at)
        unlisted.remove(pair)
    for pair in sorted(unlisted):
        reason = f"{' and '.join(pair)} also cross, according to the coordinates of their islands"
        board.refuse(reason, "add them, or correct the coordinates", "crossings")


def _cross(islands: dict[int, Point], one: Place, other: Place) -> bool:
    """Whether the straight lines of two places meet between the islands."""
    if set(one.islands) & set(other.islands):
        return False
    a, b = (islands[end] for end in one.islands)
    c, d = (islands[end] for end in other.islands)
    sides = [_side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)]
    if any(sides):
        return sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0
    return max(min(a, b), min(c, d)) < min(max(a, b), max(c, d))  # on one line: they cross if they overlap


def _side(a: Point, b: Point, c: Point) -> Fraction:
    """Positive if c lies on one side of the line a-b, negative if on the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _check_room(board: Board, places: list[Place], crossings: dict[str, list[str]]) -> None:
    """CLV-63: wherever three boats lie, there are two places left; so the fourth can be placed and moved."""
    bits = {place.name: 1 << at for at, place in enumerate(places)}
    blocks = {name: bit | sum(bits[other] for other in crossings[name]) for name, bit in bits.items()}
    for count in (1, 2, 3):
        for boats in combinations(blocks, count):
            if any(blocks[one] & bits[other] for one, other in combinations(boats, 2)):
                continue
            free = sum(bits.values())
            for boat in boats:
                free &= ~blocks[boat]
            if free.bit_count() < ROOM:
                reason = f"boats on {' and '.join(boats)} leave {free.bit_count()} places, and four boats need {ROOM}"
                board.refuse(reason, "add places, or move islands so that fewer cross", "places")


def _boat_at(islands: dict[int, Point], place: Place, crossings: list[str]) -> Point:
    """The crossing point if there is just one, else the middle between the two islands; in tenths."""
    a, b = (islands[end] for end in place.islands)
    share = Fraction(1, 2)
    if len(crossings) == 1:
        c, d = (islands[int(end)] for end in crossings[0].split("-"))
        if _side(c, d, a) != _side(c, d, b):
            share = _side(c, d, a) / (_side(c, d, a) - _side(c, d, b))
    return round(a[0] + share * (b[0] - a[0]), 1), round(a[1] + share * (b[1] - a[1]), 1)
