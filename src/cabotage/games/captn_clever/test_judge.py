"""The quick judgement: what it must not miss, and that it beats chance."""

from __future__ import annotations

import numpy as np
import pytest

from cabotage.core.chance import below, generator
from cabotage.core.contract import WIN
from cabotage.core.position import Position
from cabotage.games.captn_clever.actions import MOST_CHOICES
from cabotage.games.captn_clever.judge import estimate, policy, ways
from cabotage.games.captn_clever.test_kit import game, table, turn


def advice(position: Position, seed: int = 1) -> str:
    box = position.box
    choices = np.zeros(MOST_CHOICES, np.int32)
    before = position.copy()
    number = policy(box.constants, position.states, 0, generator(seed), choices)
    assert position == before
    assert number in position.legal
    return box.texts[number]


def estimates(position: Position) -> list[int]:
    out = np.zeros(position.box.seats, np.int32)
    estimate(position.box.constants, position.states, 0, out)
    return [int(share) for share in out]


def test_a_treasure_in_reach_is_taken() -> None:
    for seed in range(10):
        assert "captain=9" in advice(table("5673", "2-5 4-5 5-6 6-9", targets="9111"), seed)


def test_of_two_ways_to_a_treasure_the_one_that_breaks_the_neighbours_chain_is_taken() -> None:
    # Seat 1 on 1 is looking for 4, and my boat on 1-4 is all that leads there; I find 6 over 3-6.
    position = table("319", "1-4 3-6 7-8", targets="648")
    for seed in range(10):
        text = advice(position, seed)
        assert "captain=6" in text
        assert "keep" not in text


def test_a_keeper_gives_the_island_under_their_feet() -> None:
    position = table("3195", "1-2 3-6 7-8 4-5", targets="6111", found=["12"])
    turn(position, "captain=6 boat=keep")
    assert position.to_act == 3
    assert advice(position) == "give chest"


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (3, {}), (4, {"board": "lagoon"}), (3, {"easy": True})])
def test_every_advice_is_offered_and_leaves_the_table_as_it_is(seats: int, options: dict[str, object]) -> None:
    box = game(seats, **options)
    for position in box.positions(60, seed=5):
        advice(position)


def test_ways_are_counted_as_places_for_the_own_boat() -> None:
    # From 3 to 6: over 3-6 directly, or 2-6 and 5-6 do not help without a second boat.
    position = table("319", "1-2 4-5 7-8")
    assert ways(position.box.constants[0], position.states[0], 0, 6) == 1
    assert ways(position.box.constants[0], position.states[0], 0, 9) == 0  # occupied
    # Boat 4-5 of seat 1 joins 4 to 5: to reach 4, place 3-5 is enough.
    assert ways(position.box.constants[0], position.states[0], 0, 4) == 1


def test_the_estimate_shares_one_win_and_favours_who_has_more() -> None:
    even = estimates(table("762", "2-3 6-9 1-4", targets="111"))
    ahead = estimates(table("762", "2-3 6-9 1-4", targets="888", found=["1234567"]))
    assert WIN - 3 <= sum(even) <= WIN
    assert WIN - 3 <= sum(ahead) <= WIN
    assert max(even) - min(even) < WIN // 6
    assert ahead[0] > 2 * ahead[1]


def choose(position: Position, seat: int, is_greedy: bool) -> int:
    """The policy is called on states that a search imagines."""
    if not is_greedy:
        return int(position.legal.numbers[below(position.dice.rng, len(position.legal))])
    return position.box.numbers[
        advice(position.box.resample(position.view(seat), seat, below(position.dice.rng, 1000)))
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_follows_the_advice_nearly_always_beats_random_players(seats: int) -> None:
    wins = 0
    for seed in range(12):
        position = game(seats).start(seed)
        hero = seed % seats
        while not position.is_over:
            position.roll()
            actor = position.to_act
            turn(position, position.box.texts[choose(position, actor, actor == hero)])
        wins += (position.score or ())[hero] == 1
    assert wins >= 10
