"""Step 2: where a ship can get to, by wind, land and other ships."""

from __future__ import annotations

import heapq
from collections.abc import Iterable

import numpy as np
import pytest

from cabotage.core.box import Box
from cabotage.games.treasure_boots.actions import MOST_CHOICES, MOST_SEATS, SHIPS
from cabotage.games.treasure_boots.chart import OPEN_SEA, PORT, chart_of
from cabotage.games.treasure_boots.reach import write_costs
from cabotage.games.treasure_boots.state import Phase
from cabotage.games.treasure_boots.test_kit import (
    Place,
    carries,
    costs,
    empty_sea,
    ends,
    free,
    game,
    go,
    load,
    rolling,
    sea,
    square,
    table,
    where,
)
from tests.reading import phase

# The table of RULES.md, as it is printed there; a star is drift, no is forbidden.
STEPS = {
    (-1, 0): "N",
    (-1, 1): "NE",
    (0, 1): "E",
    (1, 1): "SE",
    (1, 0): "S",
    (1, -1): "SW",
    (0, -1): "W",
    (-1, -1): "NW",
}
STEP_COSTS = {
    "N": "N 1* NE 1 E 1 SE 2 S no SW 2 W 1 NW 1",
    "E": "N 1 NE 1 E 1* SE 1 S 1 SW 2 W no NW 2",
    "S": "N no NE 2 E 1 SE 1 S 1* SW 1 W 1 NW 2",
    "W": "N 1 NE 2 E no SE 2 S 1 SW 1 W 1* NW 1",
}


def brute_force(box: Box, ships: list[int], ship: int, wind: int, points: int) -> dict[Place, int]:
    """The cheapest costs by single steps on rows and columns, straight from the table: slow and plain."""
    chart = chart_of(box)
    words = STEP_COSTS["NESW"[wind]].split()
    table_ = dict(zip(words[::2], words[1::2], strict=True))
    cells = {chart.place(k): cell for k, cell in enumerate(chart.cells)}
    others = {chart.place(k) for number, k in enumerate(ships) if k >= 0 and number != ship}
    start = chart.place(ships[ship])

    def is_node(place: Place) -> bool:
        return place in cells and not (cells[place] > PORT and place in others)

    best = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, (row, column) = heapq.heappop(queue)
        if cost > best[row, column] or (cells[row, column] != OPEN_SEA and (row, column) != start):
            continue
        for (down, right), name in STEPS.items():
            if table_[name] == "no":
                continue
            there = (row + down, column + right)
            reached = [there] if is_node(there) else []
            if table_[name].endswith("*") and is_node(there) and cells[there] == OPEN_SEA:
                behind = (there[0] + down, there[1] + right)
                reached += [behind] if is_node(behind) else []
            for place in reached:
                total = cost + int(table_[name][0])
                if total <= points and total < best.get(place, points + 1):
                    best[place] = total
                    heapq.heappush(queue, (total, place))
    strict = box.options["island_to_island"] == "strict" and cells[start] != OPEN_SEA
    return {
        place: cost
        for place, cost in best.items()
        if place == start or not ((place in others and cells[place] != PORT) or (strict and cells[place] != OPEN_SEA))
    }


def drawn_boxes() -> list[Box]:
    wide = sea(*([" ".join(". . . P . 4 . . . ." for _ in range(8))] * 3 + [" ".join("." * 80)] * 3), seats=5)
    tight = sea("P 4 . . P", "4 . 5 . .", ". 6 . . 7", "5 . . P .", seats=4)
    return [
        game(2),
        game(4),
        game(8),
        free(8),
        empty_sea(),
        wide,
        tight,
        load(seats=6, arrangement="random"),
    ]


@pytest.mark.rule("TRB-35", "TRB-36", "TRB-37", "TRB-38", "TRB-39", "TRB-40", "TRB-41", "TRB-43", "TRB-46", "TRB-87")
def test_the_search_agrees_with_single_steps_in_thousands_of_positions() -> None:
    random = np.random.default_rng(7)
    room = np.zeros(MOST_CHOICES, np.int32)
    compared = 0
    for box in drawn_boxes():
        chart = chart_of(box)
        sea_or_port = [k for k, cell in enumerate(chart.cells)]
        for _ in range(400):
            at = [-1] * SHIPS
            in_play = [*range(box.seats), *range(MOST_SEATS, MOST_SEATS + int(random.integers(0, 13)))]
            for number in in_play:
                spot = int(random.choice(sea_or_port))
                while spot in at and chart.cells[spot] != PORT:
                    spot = int(random.choice(sea_or_port))
                at[number] = spot
            ship = int(random.choice(in_play))
            wind, sails, pearls = (int(random.integers(0, top)) for top in (4, 5, 4))
            holds = np.zeros((SHIPS, 6), np.int16)
            holds[ship, 0], holds[ship, 4] = sails, pearls
            position = box.position(phase=Phase.GO, turn=0, at=at, wind=wind, acting=ship, hold=holds.tolist())
            points = 3 + sails + pearls
            expected = brute_force(box, at, ship, wind, points)
            write_costs(box.constants, position.states, 0, ship, points, room)
            assert {chart.place(k): int(room[k]) for k in range(len(chart.cells)) if room[k] >= 0} == expected
            numbers = position.legal.numbers
            assert {chart.place(int(k)) for k in numbers} == set(expected)
            assert all(numbers[:-1] < numbers[1:])
            compared += len(expected)
    assert compared > 100_000


@pytest.mark.example("TRB", 1)
@pytest.mark.rule("TRB-34", "TRB-35", "TRB-36", "TRB-37")
@pytest.mark.parametrize(
    ("wind", "north", "east", "south", "west"),
    [("N", 6, 3, 1, 3), ("E", 3, 6, 3, 1), ("S", 1, 3, 6, 3), ("W", 3, 1, 3, 6)],
)
def test_three_points_reach_42_squares_whatever_the_wind(
    wind: str, north: int, east: int, south: int, west: int
) -> None:
    position = table(empty_sea(), {0: (8, 8), 1: (15, 15)}, wind=wind)
    reached = costs(position)
    assert len(reached) == 42
    assert ends(position) == set(reached)
    furthest = [max(n for n in range(8) if (8 - n * down, 8 + n * right) in reached) for down, right in
                ((1, 0), (0, 1), (-1, 0), (0, -1))]  # fmt: skip
    assert furthest == [north, east, south, west]


COST_MAP = """
. . . 3 . . .
. . 3 3 3 . .
. 3 3 2 3 3 .
3 3 2 2 2 3 3
3 2 2 1 2 2 3
3 2 1 1 1 2 3
3 2 1 0 1 2 3
. 3 2 3 2 3 .
"""


@pytest.mark.example("TRB", 2)
@pytest.mark.rule("TRB-35")
def test_the_cost_map_of_three_points_with_wind_north() -> None:
    reached = costs(table(empty_sea(), {0: (8, 8), 1: (15, 15)}, wind="N"))
    drawn = {
        (row, column): int(word)
        for row, line in enumerate(COST_MAP.split("\n")[1:-1], 2)
        for column, word in enumerate(line.split(), 5)
        if word != "."
    }
    assert reached == drawn
    assert reached[9, 8] == 3  # straight upwind: a diagonal and a step aside


@pytest.mark.example("TRB", 2)
def test_the_cost_maps_of_the_other_winds_are_the_same_map_turned() -> None:
    def turned(reached: dict[Place, int]) -> dict[Place, int]:
        return {(column, 16 - row): cost for (row, column), cost in reached.items()}

    maps = [costs(table(empty_sea(), {0: (8, 8), 1: (15, 15)}, wind=wind)) for wind in "NESW"]
    assert [turned(one) for one in maps] == [*maps[1:], maps[0]]


@pytest.mark.rule("TRB-34", "TRB-47")
@pytest.mark.parametrize(("points", "count"), [(3, 42), (4, 71), (5, 107), (6, 151), (8, 261), (10, 401)])
def test_so_many_ends_without_obstacles(points: int, count: int) -> None:
    wide = sea(*[" ".join("." * 39)] * 39)
    for sails in (points - 3, 0):  # the rest are pearls
        position = table(wide, {0: (22, 20), 1: (39, 39)}, {0: f"S{sails} W{points - 3 - sails}"})
        assert len(position.legal) == count


def land_in(box: Box, reached: Iterable[Place]) -> set[Place]:
    return {place for place in reached if chart_of(box).cells[square(box, place)] != OPEN_SEA}


@pytest.mark.example("TRB", 4)
@pytest.mark.rule("TRB-41", "TRB-42")
@pytest.mark.parametrize(("wind", "count"), [("N", 34), ("E", 36), ("S", 39), ("W", 34)])
def test_only_sea_is_within_reach_of_brandy_quay(wind: str, count: int) -> None:
    position = table(game(2), {0: (7, 7)}, wind=wind)
    assert land_in(position.box, costs(position)) == {(7, 7)}
    assert len(costs(position)) - 1 == count
    assert len(position.legal) == count + 1


@pytest.mark.example("TRB", 4)
@pytest.mark.rule("TRB-87")
@pytest.mark.parametrize(
    ("wind", "land", "count"),
    [
        ("N", {(4, 7): 2, (2, 6): 3, (4, 4): 3, (7, 4): 3, (5, 10): 3}, 39),
        ("E", {(7, 11): 2, (4, 7): 3, (5, 10): 3}, 39),
        ("S", {(7, 4): 3}, 40),
        ("W", {(7, 4): 2, (4, 4): 3, (4, 7): 3, (6, 2): 3, (8, 2): 3}, 39),
    ],
)
def test_land_within_reach_of_brandy_quay_in_a_free_game(wind: str, land: dict[Place, int], count: int) -> None:
    position = table(free(2), {0: (7, 7)}, wind=wind)
    reached = costs(position)
    assert {place: reached[place] for place in land_in(position.box, reached) - {(7, 7)}} == land
    assert len(reached) - 1 == count
    assert len(position.legal) == count + 1


@pytest.mark.example("TRB", 5)
@pytest.mark.rule("TRB-36", "TRB-38", "TRB-39", "TRB-41")
def test_drift_carries_into_a_port_but_not_across_it() -> None:
    reached = costs(table(game(2), {0: (0, 2)}, wind="S"))
    assert [reached[place] for place in ((1, 2), (2, 2), (3, 2), (3, 3), (5, 3))] == [1, 1, 3, 2, 3]


@pytest.mark.example("TRB", 6)
@pytest.mark.rule("TRB-39", "TRB-40")
def test_ships_are_passed_but_no_end() -> None:
    reached = costs(table(game(2), {0: (3, 3), 1: (3, 4)}, wind="E"))
    assert (3, 4) not in reached
    assert [reached[place] for place in ((3, 5), (3, 7), (3, 9))] == [1, 2, 3]
    reached = costs(table(game(3), {0: (3, 3), 1: (3, 4), 2: (3, 5)}, wind="E"))
    assert (3, 4) not in reached
    assert (3, 5) not in reached
    assert [reached[place] for place in ((3, 6), (3, 7))] == [2, 2]


@pytest.mark.rule("TRB-40")
def test_a_port_holds_several_ships() -> None:
    reached = costs(table(game(3), {0: (0, 2), 1: (2, 2), 2: (2, 2)}, wind="S"))
    assert reached[2, 2] == 1


@pytest.mark.example("TRB", 7)
@pytest.mark.rule("TRB-38", "TRB-41", "TRB-43", "TRB-44")
def test_islands_are_entered_but_not_crossed() -> None:
    reached = costs(table(game(2), {0: (4, 2)}, wind="E"))
    assert [reached[place] for place in ((4, 3), (4, 4), (4, 5))] == [1, 1, 3]
    for other in (1, "x0"):
        reached = costs(table(game(2), {0: (4, 2), other: (4, 4)}, wind="E"))
        assert (4, 4) not in reached
        assert reached[4, 5] == 3


@pytest.mark.rule("TRB-41")
def test_entering_land_ends_the_move() -> None:
    position = table(game(2), {0: (4, 2)}, wind="E")
    go(position, (4, 4))
    assert where(position, 0) == (4, 4)
    assert phase(position) == "DICE"
    assert position["turn"] == 1


@pytest.mark.example("TRB", 8)
@pytest.mark.rule("TRB-41", "TRB-42")
def test_a_move_from_land_ends_at_sea_and_the_next_one_on_land() -> None:
    position = table(game(2), {0: (2, 6)}, wind="W")
    assert len(position.legal) == 35
    assert land_in(position.box, ends(position)) == {(2, 6)}
    reached = costs(table(game(2), {0: (2, 5)}, wind="W"))
    assert {place: reached[place] for place in land_in(position.box, reached)} == {
        (1, 4): 1, (2, 2): 2, (4, 4): 2, (4, 1): 3, (2, 6): 3,
    }  # fmt: skip


@pytest.mark.example("TRB", 8)
@pytest.mark.rule("TRB-87")
def test_in_a_free_game_one_move_leads_from_land_to_land() -> None:
    position = table(free(2), {0: (2, 6)}, wind="W")
    reached = costs(position)
    assert len(position.legal) == 39
    assert {place: reached[place] for place in land_in(position.box, reached) - {(2, 6)}} == {
        (2, 2): 2, (1, 4): 2, (4, 4): 2, (4, 7): 3,
    }  # fmt: skip


@pytest.mark.example("TRB", 26)
@pytest.mark.rule("TRB-24", "TRB-41", "TRB-42", "TRB-87", "TRB-99")
@pytest.mark.parametrize(("box", "count", "is_offered"), [(game(2), 40, False), (free(2), 41, True)])
def test_a_new_privateer_does_not_go_to_the_token_next_door(box: Box, count: int, is_offered: bool) -> None:
    position = rolling(box, {0: (12, 3)}, tokens={(1, 4): "G"}, wind="N")
    position.roll("dice 3-3")
    position.roll("token black")
    position.roll("token sails")
    position.play("control x0")
    assert len(position.legal) == count
    assert ((1, 4) in ends(position)) is is_offered


@pytest.mark.example("TRB", 9)
@pytest.mark.rule("TRB-47", "TRB-48", "TRB-75", "TRB-76")
@pytest.mark.parametrize(
    ("place", "cost", "left"), [((6, 7), 2, "W2"), ((6, 8), 3, "W2"), ((7, 8), 4, "W1"), ((7, 7), 5, "")]
)
def test_the_fewest_pearls_are_spent_for_the_way(place: Place, cost: int, left: str) -> None:
    position = table(game(2), {0: (5, 8)}, {0: "W2"}, wind="N")
    assert costs(position, points=5)[place] == cost
    go(position, place)
    assert carries(position, 0) == left


@pytest.mark.example("TRB", 9)
@pytest.mark.rule("TRB-48")
def test_what_needs_more_pearls_than_there_are_is_not_offered() -> None:
    position = table(game(2), {0: (5, 8)}, {0: "W2"}, wind="N")
    assert costs(position, points=6)[8, 7] == 6
    assert (8, 7) not in ends(position)


@pytest.mark.rule("TRB-34", "TRB-48")
def test_sails_come_before_pearls() -> None:
    position = table(game(2), {0: (5, 8)}, {0: "S1 W2"}, wind="N")
    go(position, (7, 8))
    assert carries(position, 0) == "S1 W2"


@pytest.mark.example("TRB", 10)
@pytest.mark.rule("TRB-5", "TRB-6", "TRB-46")
def test_nothing_lies_beyond_the_margin() -> None:
    reached = costs(table(game(2), {0: (-2, 5)}, wind="N"))
    assert reached[-3, 5] == 1
    assert min(row for row, _ in reached) == -3
    position = table(game(2), {0: (-3, 5)}, wind="N")
    assert len(position.legal) - 1 == 11


@pytest.mark.rule("TRB-45", "TRB-85")
def test_standing_still_is_always_offered() -> None:
    position = table(game(2), {0: (3, 3)}, wind="E")
    assert (3, 3) in ends(position)
    go(position, (3, 3))
    assert where(position, 0) == (3, 3)


@pytest.mark.rule("TRB-85")
def test_a_ship_that_cannot_leave_is_not_asked() -> None:
    walled = sea("P 4 4", "4 . 4", "4 4 4", seats=2)
    ring: dict[int | str, Place] = {f"x{n}": place for n, place in enumerate(
        [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)])}  # fmt: skip
    position = table(walled, {0: (1, 1), 1: (2, 2), **ring}, phase="DICE", acting=-1, wind="N", turn=1)
    position.roll("dice 1-2")  # wind E; no pearl, so no privateer, and no way out for seat 1 but the port
    assert phase(position) == "GO"
    assert ends(position) == {(1, 1), (2, 2)}
    position = table(walled, {0: (1, 1), 1: (1, 1), **ring, "x7": (2, 2)}, phase="DICE", acting=-1, wind="N")
    position.roll("dice 1-2")
    assert (phase(position), position["turn"]) == ("DICE", 1)
