"""The compiled search for ways against a slow one that knows nothing but the text of CLV-31 to CLV-34."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from cabotage.core.box import Box
from cabotage.core.chance import below
from cabotage.core.position import Position
from cabotage.games.captn_clever.actions import PAIRS
from cabotage.games.captn_clever.state import Phase
from cabotage.games.captn_clever.test_kit import game, random_box, table
from tests.reading import by_seat, offered

Place = tuple[int, int]
Crossing = tuple[Place, Place]
CROSSINGS = {
    "archipelago": [((1, 5), (2, 4)), ((2, 6), (3, 5)), ((4, 8), (5, 7)), ((5, 9), (6, 8))],
    "lagoon": [((1, 4), (2, 3)), ((3, 6), (4, 5)), ((5, 9), (6, 7))],
}


def walk(start: int, boats: list[Place], captains: list[int]) -> set[int]:
    """The free islands that can be reached: step by step, boat by boat."""
    seen, border = {start}, [start]
    while border:
        island = border.pop()
        for one, other in boats:
            for here, there in ((one, other), (other, one)):
                if here == island and there not in seen:
                    seen.add(there)
                    border.append(there)
    return seen - set(captains)


def crossings(position: Position) -> list[Crossing]:
    """The places that meet, found by solving for the point where their lines do."""
    board = position.box.boards["board"]
    if board.name in CROSSINGS:
        return CROSSINGS[board.name]
    at = {row["number"]: (row["x"], row["y"]) for row in board.data["islands"]}
    places = [tuple(row["islands"]) for row in board.data["places"]]
    return [pair for pair in combinations(places, 2) if len({*pair[0], *pair[1]}) == 4 and meet(at, *pair)]


def meet(at: dict[int, tuple[float, float]], one: Place, other: Place) -> bool:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = (at[island] for island in (*one, *other))
    lines = np.array([[bx - ax, cx - dx], [by - ay, cy - dy]])
    if abs(np.linalg.det(lines)) < 1e-9:
        return False
    shares = np.linalg.solve(lines, [cx - ax, cy - ay])
    return bool((shares > 1e-9).all() and (shares < 1 - 1e-9).all())


def pairs(position: Position) -> set[str]:
    """The list of CLV-34, in words."""
    box = position.box
    each = 2 if box.seats == 2 and box.options["boats"] == "two" else 1
    seat = position["turn"]
    captains = by_seat(position, "captain")
    boats = [PAIRS[number] for number in position["boat"] if number]
    board = box.boards["board"]
    places = [tuple(row["islands"]) for row in board.data["places"]]
    at_once = walk(captains[seat], boats, captains)
    found = {f"captain={v} boat=keep" for v in at_once} or {"captain=stay boat=keep"}
    for own in range(seat * each, seat * each + each):
        others = boats[:own] + boats[own + 1 :]
        blocked = set(others) | {boats[own]}
        for one, two in crossings(position):
            blocked |= {two} if one in others else set()
            blocked |= {one} if two in others else set()
        for place in places:
            if place in blocked:
                continue
            then = walk(captains[seat], [*others, place], captains)
            boat = f"{place[0]}-{place[1]}"
            if each == 2:
                boat = f"{boats[own][0]}-{boats[own][1]}>{boat}"
            found |= {f"captain={v} boat={boat}" for v in at_once | then}
            if not then:
                found.add(f"captain=stay boat={boat}")
    return found


def limited(position: Position, all_pairs: set[str]) -> set[str]:
    """What CLV-59 leaves of the list."""
    is_camper = by_seat(position, "stays")[position["turn"]] >= 2
    moving = {pair for pair in all_pairs if "stay" not in pair}
    return moving if is_camper and moving else all_pairs


def turns(box: Box, count: int, seed: int) -> list[Position]:
    """Turns out of random games."""
    return [position for position in box.positions(count, seed) if position["phase"] == Phase.TURN]


@pytest.mark.rule("CLV-20", "CLV-26", "CLV-27", "CLV-31", "CLV-34", "CLV-57", "CLV-59")
@pytest.mark.parametrize("board", ["archipelago", "lagoon"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("max_stay", [0, 2])
def test_the_list_of_turns_is_that_of_a_slow_search(board: str, seats: int, max_stay: int) -> None:
    positions = turns(game(seats, board=board, max_stay=max_stay), 400, seed=11)
    assert len(positions) > 300
    for position in positions:
        expected = pairs(position)
        texts = offered(position)
        assert set(texts) == (limited(position, expected) if max_stay else expected)
        assert len(texts) == len(set(texts))


@pytest.mark.rule("CLV-10", "CLV-34", "CLV-63", "CLV-64")
def test_so_it_is_on_random_boards_with_any_options() -> None:
    for seed in range(60):
        box = random_box(seed)
        for position in turns(box, 12, seed):
            expected = pairs(position)
            assert sorted(offered(position)) == sorted(
                limited(position, expected) if box.options["max_stay"] else expected
            )


@pytest.mark.rule("CLV-47", "CLV-63")
def test_a_thousand_games_are_played_on_random_boards() -> None:
    steps = 0
    for seed in range(200):
        steps += random_box(seed).simulation.play(games=5, seed=seed)
    assert steps > 100_000


@pytest.mark.rule("CLV-34")
def test_no_list_is_longer_than_the_rules_say_and_the_longest_occur() -> None:
    most = {2: 164, 3: 71, 4: 84}
    for seats in (2, 3, 4):
        assert max(len(position.legal) for position in turns(game(seats), 2000, seed=3)) <= most[seats]
    one_each = turns(game(2, boats="one"), 2000, seed=3)
    assert max(len(position.legal) for position in one_each) <= 56
    assert len(table("712", "7-8 8-9 6-9").legal) == most[3]
    assert len(table("7124", "7-8 8-9 6-9 3-6").legal) == most[4]


@pytest.mark.rule("CLV-59")
def test_a_turn_with_one_pair_only_is_played_without_a_question() -> None:
    """Whatever has changed besides the choice made must be turns with a single pair, by the slow search."""
    forced = 0
    for seats in (3, 4):
        box = game(seats, max_stay=2, board="lagoon")
        for seed in range(40):
            position = box.start(seed)
            while not position.is_over:
                position.roll()
                shadow = position.copy()
                number = int(position.legal.numbers[below(position.dice.rng, len(position.legal))])
                event = position.play(number)
                if shadow["phase"] < Phase.TURN:
                    continue
                carry_out(shadow, str(event))
                position.roll()
                while pieces(shadow) != pieces(position):
                    only = limited(shadow, pairs(shadow))
                    assert len(only) == 1
                    carry_out(shadow, only.pop())
                    forced += 1
    assert forced > 0


def carry_out(position: Position, text: str) -> None:
    """Move the pieces of the seat on turn as the text of a turn says (one boat each); after a card nothing moves."""
    state = position.states[0]
    seat = int(state["turn"])
    position.states["turn"][0] = (seat + 1) % position.box.seats
    if text.startswith("give"):
        return
    captain, boat = (part.split("=")[1] for part in text.split())
    if boat != "keep":
        state["boat"][seat] = PAIRS.index((int(boat[0]), int(boat[2])))
    if captain != "stay":
        state["captain"][seat] = int(captain)
    state["stays"][seat] = 0 if captain != "stay" else min(2, state["stays"][seat] + 1)


def pieces(position: Position) -> tuple[list[int], list[int]]:
    return by_seat(position, "captain"), by_seat(position, "boat")
