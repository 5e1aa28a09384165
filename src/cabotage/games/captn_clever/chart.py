"""A board file of Capt'n Clever read and checked: islands, places, and the crossings that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import atan2, hypot
from typing import TYPE_CHECKING

from cabotage.games.captn_clever.actions import ISLANDS, Gangway, place_name, place_number

if TYPE_CHECKING:
    from cabotage.core.board import Board

WIDTH, HEIGHT = 40, 20
SHORE = 1.8  # radius of an island
BOAT_LENGTH, BOAT_BEAM = 2.8, 1.0
CLEARANCE = 3.6  # from a place to the middle of an island that is not its own

Point = tuple[float, float]


@dataclass(frozen=True)
class Place:
    """Where a boat can lie: between two islands, one before the other."""

    islands: tuple[int, int]
    colour: Gangway
    row: int  # in the file, for refusals

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
    crossings: dict[str, str]  # both ways
    boats: dict[str, Point]  # the middle of a boat on each place


def read(board: Board) -> Chart:
    """The chart of a file; refuses what breaks an invariant of RULES.md, Components."""
    board.only("islands", "places", "crossings")
    islands = _islands(board)
    places = _places(board, islands)
    _check_connected(board, places)
    crossings = _crossings(board, islands, places)
    boats = {place.name: _boat_at(islands, place, crossings) for place in places}
    _check_colours(board, islands, places, crossings)
    _check_room(board, islands, places, crossings, boats)
    return Chart(islands, tuple(sorted(places, key=lambda place: place.number)), crossings, boats)


def _islands(board: Board) -> dict[int, Point]:
    written = board.require(list, "islands")
    if len(written) < ISLANDS:
        reason = f"{len(written)} islands are fewer than the {ISLANDS} treasures: each treasure needs an island"
        board.refuse(reason, "islands")
    if len(written) > ISLANDS:
        board.refuse(f"there must be {ISLANDS} islands, one for each treasure, not {len(written)}", "islands")
    islands: dict[int, Point] = {}
    for at in range(len(written)):
        number = board.require(int, "islands", at, "number")
        if not 1 <= number <= ISLANDS:
            board.refuse(f"an island number must be 1 to {ISLANDS}, not {number}", "islands", at)
        if number in islands:
            board.refuse(f"duplicate island {number}", "islands", at)
        islands[number] = (_length(board, at, "x", WIDTH), _length(board, at, "y", HEIGHT))
        _only_keys(board, "islands", at, "number", "x", "y")
    return islands


def _length(board: Board, at: int, axis: str, most: int) -> float:
    value = board.data["islands"][at].get(axis)
    length = float(value) if type(value) is int else board.require(float, "islands", at, axis)
    if not 0 <= length <= most:
        board.refuse(f"{axis} must be 0 to {most}, not {value}", "islands", at)
    return float(length)


def _only_keys(board: Board, table: str, at: int, *keys: str) -> None:
    for key in board.data[table][at]:
        if key not in keys:
            board.refuse(f"unknown key {key}; expected one of {', '.join(keys)}", table, at)


def _places(board: Board, islands: dict[int, Point]) -> list[Place]:
    places: list[Place] = []
    for at in range(len(board.require(list, "places"))):
        ends = board.require(list, "places", at, "islands")
        if len(ends) != 2:
            board.refuse(f"a place must be between two islands, not {ends!r}", "places", at)
        for end in range(2):
            number = board.require(int, "places", at, "islands", end)
            if number not in islands:
                board.refuse(f"unknown island {number}", "places", at)
        if ends[0] == ends[1]:
            board.refuse(f"a place from island {ends[0]} to itself leads nowhere", "places", at)
        place = Place((min(ends), max(ends)), _colour(board, at), at)
        if any(place.islands == other.islands for other in places):
            board.refuse(f"duplicate place {place.name}", "places", at)
        places.append(place)
        _only_keys(board, "places", at, "islands", "colour")
    return places


def _colour(board: Board, at: int) -> Gangway:
    """The colour of a place; or of its two gangways, which must be alike."""
    names = [colour.name.lower() for colour in Gangway]
    written = board.data["places"][at].get("colour")
    gangways = written if isinstance(written, list) else [board.require(str, "places", at, "colour")]
    for name in gangways:
        if name not in names:
            board.refuse(f"a gangway must be one of {', '.join(names)}, not {name!r}", "places", at)
    if not 1 <= len(gangways) <= 2:
        board.refuse(f"a place must have two gangways, not {len(gangways)}", "places", at)
    if gangways[0] != gangways[-1]:
        reason = f"its two gangways differ ({gangways[0]} and {gangways[-1]}): no boat fits between them"
        board.refuse(reason, "places", at)
    return Gangway(names.index(gangways[0]))


def _check_connected(board: Board, places: list[Place]) -> None:
    every = set(range(1, ISLANDS + 1))
    missing = every - _reached(1, places, without=0)
    if missing:
        reason = f"not connected: no route leads from island 1 to {_listed(missing)}"
        board.refuse(reason, "places")
    for island in sorted(every):
        count = sum(island in place.islands for place in places)
        if count < 2:
            board.refuse(f"island {island} has only {count} place; every island needs two", "places")
    for island in sorted(every):
        start = min(every - {island})
        if cut_off := every - {island} - _reached(start, places, without=island):
            board.refuse(
                f"every route from island {start} to {_listed(cut_off)} goes through island {island}", "places"
            )


def _listed(islands: set[int]) -> str:
    return ", ".join(map(str, sorted(islands)))


def _reached(start: int, places: list[Place], without: int) -> set[int]:
    """The islands that can be reached over places that do not touch the one left out."""
    reached = {start}
    for _ in range(ISLANDS):
        for place in places:
            if without not in place.islands and reached & set(place.islands):
                reached |= set(place.islands)
    return reached


def _crossings(board: Board, islands: dict[int, Point], places: list[Place]) -> dict[str, str]:
    crossings: dict[str, str] = {}
    for one, other in combinations(places, 2):
        if not _cross(islands, one, other):
            continue
        for place in (one, other):
            if place.name in crossings:
                reason = (
                    f"{place.name} crosses both {crossings[place.name]} and {(other if place is one else one).name}"
                )
                board.refuse(f"{reason}; at most one crossing is allowed", "places", place.row)
        crossings[one.name], crossings[other.name] = other.name, one.name
    if "crossings" in board.data:
        _compare(board, crossings)
    return crossings


def _compare(board: Board, crossings: dict[str, str]) -> None:
    """If the file lists crossings, they must be those that the coordinates give."""
    unlisted = {tuple(sorted(pair)) for pair in crossings.items()}
    for at in range(len(board.require(list, "crossings"))):
        pair = tuple(sorted(map(str, board.require(list, "crossings", at))))
        if pair not in unlisted:
            board.refuse(f"{' and '.join(pair)} do not cross, or are listed twice", "crossings", at)
        unlisted.remove(pair)
    for pair in sorted(unlisted):
        board.refuse(f"{' and '.join(pair)} also cross, according to the coordinates of their islands", "crossings")


def _cross(islands: dict[int, Point], one: Place, other: Place) -> bool:
    """Whether the straight lines of two places meet between the islands."""
    if set(one.islands) & set(other.islands):
        return False
    a, b = (islands[end] for end in one.islands)
    c, d = (islands[end] for end in other.islands)
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive if c lies on one side of the line a-b, negative if on the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _boat_at(islands: dict[int, Point], place: Place, crossings: dict[str, str]) -> Point:
    """The crossing point, else the middle between the two islands; in tenths."""
    a, b = (islands[end] for end in place.islands)
    share = 0.5
    if crossing := crossings.get(place.name):
        c, d = (islands[int(end)] for end in crossing.split("-"))
        share = _turn(c, d, a) / (_turn(c, d, a) - _turn(c, d, b))
    return round(a[0] + share * (b[0] - a[0]), 1), round(a[1] + share * (b[1] - a[1]), 1)


def _check_colours(board: Board, islands: dict[int, Point], places: list[Place], crossings: dict[str, str]) -> None:
    by_name = {place.name: place for place in places}
    for name, crossing in crossings.items():
        if by_name[name].colour == by_name[crossing].colour:
            board.refuse(f"{name} and {crossing} cross, so their colours must differ", "places", by_name[crossing].row)
    for island in islands:
        gangways = [place for place in places if island in place.islands]
        gangways.sort(key=partial(_angle, islands, island))
        for place, neighbour in zip(gangways, [*gangways[1:], gangways[0]], strict=True):
            if place.colour == neighbour.colour:
                reason = f"{place.name} and {neighbour.name} are neighbours around island {island}; colours must differ"
                board.refuse(reason, "places", max(place.row, neighbour.row))


def _angle(islands: dict[int, Point], island: int, place: Place) -> float:
    other = place.islands[0] if place.islands[1] == island else place.islands[1]
    (x, y), (to_x, to_y) = islands[island], islands[other]
    return atan2(to_y - y, to_x - x)


def _check_room(
    board: Board,
    islands: dict[int, Point],
    places: list[Place],
    crossings: dict[str, str],
    boats: dict[str, Point],
) -> None:
    for place in places:
        a, b = (islands[end] for end in place.islands)
        for island, middle in islands.items():
            if island not in place.islands and distance(middle, a, b) < CLEARANCE:
                board.refuse(f"{place.name} passes too close to island {island}", "places", place.row)
            if island in place.islands and _between(boats[place.name], middle) < SHORE + BOAT_LENGTH / 2:
                board.refuse(f"no room for a boat on {place.name}: too close to island {island}", "places", place.row)
    check_hulls(board, islands, places, crossings, boats)


def check_hulls(
    board: Board,
    islands: dict[int, Point],
    places: list[Place],
    crossings: dict[str, str],
    boats: dict[str, Point],
) -> None:
    """Refuse two boats that touch without crossing."""
    hulls = {place.name: hull(islands, place, boats[place.name]) for place in places}
    for one, other in combinations(places, 2):
        if crossings.get(one.name) != other.name and gap(hulls[one.name], hulls[other.name]) < BOAT_BEAM:
            reason = f"boats on {one.name} and {other.name} would touch, though these do not cross"
            board.refuse(reason, "places", other.row)


def hull(islands: dict[int, Point], place: Place, middle: Point) -> tuple[Point, Point]:
    """Bow and stern of a boat on this place."""
    a, b = (islands[end] for end in place.islands)
    half = BOAT_LENGTH / 2 / _between(a, b)
    x, y = (b[0] - a[0]) * half, (b[1] - a[1]) * half
    return (middle[0] - x, middle[1] - y), (middle[0] + x, middle[1] + y)


def gap(one: tuple[Point, Point], other: tuple[Point, Point]) -> float:
    """Between two boats that do not lie across each other, it is nearest at a bow or a stern."""
    ends = [distance(end, *other) for end in one] + [distance(end, *one) for end in other]
    return min(ends)


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to the line between two others."""
    x, y = b[0] - a[0], b[1] - a[1]
    share = ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / (x * x + y * y)
    share = min(1.0, max(0.0, share))
    return _between(point, (a[0] + share * x, a[1] + share * y))


def _between(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
