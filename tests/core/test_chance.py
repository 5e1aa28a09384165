"""The generator is even, repeatable, and its forks tell nothing of it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from cabotage.core.chance import Dice, below, generator, pick

# Chi-square beyond which an even generator would be once in ten thousand times, by degrees of freedom.
CRITICAL = {1: 15.14, 2: 18.42, 3: 21.11, 5: 25.74, 6: 27.86, 11: 36.90, 35: 73.4}


def chi_square(observed: list[int], expected: list[float]) -> float:
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


@pytest.mark.parametrize("limit", [2, 3, 6, 7, 12])
def test_numbers_below_a_limit_are_even(limit: int) -> None:
    rng = generator(42)
    observed = [0] * limit
    for _ in range(12000):
        observed[below(rng, limit)] += 1
    assert chi_square(observed, [12000 / limit] * limit) < CRITICAL[limit - 1]


def test_two_rolls_in_a_row_are_independent() -> None:
    rng = generator(7)
    rolls = [below(rng, 6) for _ in range(18001)]
    observed = [0] * 36
    for one, other in pairwise(rolls):
        observed[one * 6 + other] += 1
    assert chi_square(observed, [500.0] * 36) < CRITICAL[35]


def test_first_rolls_of_neighbouring_seeds_are_even() -> None:
    observed = [0] * 6
    for seed in range(6000):
        observed[below(generator(seed), 6)] += 1
    assert chi_square(observed, [1000.0] * 6) < CRITICAL[5]


@pytest.mark.parametrize("limit", [1, 2**31 - 1])
def test_the_limits_of_the_limit(limit: int) -> None:
    rng = generator(3)
    drawn = [below(rng, limit) for _ in range(2000)]
    assert min(drawn) >= 0
    assert max(drawn) < limit
    assert max(drawn) >= (limit - 1) * 0.99


@pytest.mark.parametrize("weights", [[1, 2, 3], [5, 1, 1, 1], [1, 0, 3], [1000, 1]])
def test_picking_follows_the_weights(weights: list[int]) -> None:
    rng = generator(11)
    room = np.array(weights, np.int32)
    observed = [0] * len(weights)
    for _ in range(20000):
        observed[pick(rng, room, len(weights))] += 1
    total = sum(weights)
    assert [o for o, w in zip(observed, weights, strict=True) if w == 0] == [0] * weights.count(0)
    kept = [(o, 20000 * w / total) for o, w in zip(observed, weights, strict=True) if w]
    assert chi_square([o for o, _ in kept], [e for _, e in kept]) < CRITICAL[len(kept) - 1]


def test_picking_looks_only_at_as_many_weights_as_it_is_told() -> None:
    rng = generator(5)
    room = np.array([1, 1, 1000000], np.int32)
    assert {pick(rng, room, 2) for _ in range(100)} == {0, 1}


def test_the_same_seed_rolls_the_same() -> None:
    one, other = generator(99), generator(99)
    assert [below(one, 1000) for _ in range(50)] == [below(other, 1000) for _ in range(50)]


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64, 2**200 + 3])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    rng = generator(seed)
    assert len({below(rng, 1 << 30) for _ in range(50)}) == 50


def test_no_seed_makes_a_generator_that_stands_still() -> None:
    assert all(int(generator(seed)[0]) != 0 for seed in range(1000))
    stuck = -0x9E3779B97F4A7C15  # the one seed that is spread to 0
    assert int(generator(stuck)[0]) != 0


def test_seeds_that_differ_in_any_bit_roll_differently() -> None:
    streams = {tuple(below(rng, 1 << 30) for _ in range(3)) for bit in range(64) for rng in [generator(1 << bit)]}
    assert len(streams) == 64


def test_dice_without_a_seed_choose_one_and_tell_it() -> None:
    one, other = Dice(), Dice()
    assert one.seed != other.seed
    weights = np.ones(50, np.int32)
    again = Dice(one.seed)
    assert [one.pick(weights) for _ in range(20)] == [again.pick(weights) for _ in range(20)]


def test_a_fork_rolls_otherwise_and_leaves_the_dice_as_they_were() -> None:
    weights = np.ones(1000, np.int32)
    dice, untouched = Dice(4), Dice(4)
    fork = dice.fork()
    forked = [fork.pick(weights) for _ in range(30)]
    rolled = [dice.pick(weights) for _ in range(30)]
    assert rolled == [untouched.pick(weights) for _ in range(30)]
    assert sum(one == other for one, other in zip(forked, rolled, strict=True)) < 3


def test_forks_are_repeatable_and_change_as_the_dice_roll() -> None:
    weights = np.ones(1000, np.int32)
    assert Dice(8).fork().seed == Dice(8).fork().seed
    dice = Dice(8)
    before = dice.fork().seed
    dice.pick(weights)
    assert dice.fork().seed != before
