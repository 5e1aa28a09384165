"""The same chance for all rotations of a round, the right odds in every game."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import cabotage
from cabotage.arena.stream import Stream, bot_seed
from cabotage.core.box import Box
from cabotage.core.position import Position


@pytest.fixture(scope="module")
def box() -> Box:
    return cabotage.load("calypso", seats=3)


def begin(box: Box, seed: int, round_: int) -> Position:
    position = box.first(0)
    position.dice = Stream(position, seed, round_)
    return position


def rolls(box: Box, round_: int, choose_last: bool) -> dict[int, list[int]]:
    """What the die showed to each seat in a game in which everybody takes the first, or the last, choice."""
    position = begin(box, 1, round_)
    die = box.schema.fields["phase"].of
    assert die is not None
    shown: dict[int, list[int]] = {0: [], 1: [], 2: []}
    while not position.is_over and len(position.history) < 300:
        if position.is_chance:
            is_die = position["phase"] == die["DIE"]
            turn = position["turn"]
            number = position.roll_once().number
            if is_die:
                shown[turn].append(number)
        else:
            position.play(position.legal[-1 if choose_last else 0])
    return shown


def test_a_round_sets_up_the_same_table_and_another_round_another(box: Box) -> None:
    tables = []
    for seed, round_ in ((1, 0), (1, 0), (1, 1), (2, 0)):
        position = begin(box, seed, round_)
        position.roll()
        tables.append(position.states.tobytes())
    assert tables[0] == tables[1]
    assert len(set(tables)) == 3


def test_a_seat_rolls_the_same_whatever_the_others_choose(box: Box) -> None:
    compared = 0
    for round_ in range(5):
        first, last = (rolls(box, round_, choose_last) for choose_last in (False, True))
        assert first != last  # the games differ, or this would show nothing
        for seat in range(3):
            common = min(len(first[seat]), len(last[seat]))
            assert first[seat][:common] == last[seat][:common]
            compared += common
    assert compared > 30


def test_draws_follow_their_weights(box: Box) -> None:
    weights = np.array([1, 2, 5], np.int32)
    counted = Counter(begin(box, 3, round_).dice.pick(weights) for round_ in range(4000))
    assert [round(counted[index] / 4000, 1) for index in range(3)] == [0.1, 0.2, 0.6]  # 0.125, 0.25, 0.625


def test_two_draws_for_the_same_purpose_are_different_draws(box: Box) -> None:
    dice = begin(box, 1, 0).dice
    weights = np.full(100, 1, np.int32)
    assert len({dice.pick(weights) for _ in range(20)}) > 10


def test_every_bot_of_every_game_has_dice_of_its_own() -> None:
    seeds = {bot_seed(s, r, t, seat) for s in range(3) for r in range(10) for t in range(3) for seat in range(3)}
    assert len(seeds) == 270
    assert all(0 <= seed < 1 << 63 for seed in seeds)
