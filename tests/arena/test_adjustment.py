"""What is left of shares when the luck of the draws is taken away."""

from __future__ import annotations

from random import Random
from statistics import fmean, variance

import pytest

from cabotage.arena.adjustment import without_luck


def test_all_of_the_luck_is_taken_away_from_a_few_observations() -> None:
    assert without_luck([1.0, 0.0, 0.5], [0.25, -0.5, 0.0]) == [0.75, 0.5, 0.5]


def test_the_part_is_fitted_so_that_exaggerated_luck_still_helps() -> None:
    rng = Random(1)
    luck = [rng.gauss(0, 1) for _ in range(400)]
    shares = [0.5 + 0.25 * each + rng.gauss(0, 0.1) for each in luck]
    adjusted = without_luck(shares, luck)
    assert variance(adjusted) == pytest.approx(0.01, rel=0.2), "all of the luck would make it 0.57"
    assert fmean(adjusted) == pytest.approx(0.5, abs=0.02)


def test_luck_that_says_nothing_changes_little() -> None:
    rng = Random(2)
    shares = [float(rng.random() < 0.3) for _ in range(400)]
    adjusted = without_luck(shares, [rng.gauss(0, 1) for _ in shares])
    assert variance(adjusted) == pytest.approx(variance(shares), rel=0.05)


def test_no_observation_takes_part_in_what_is_taken_from_it() -> None:
    rng = Random(3)
    luck = [rng.gauss(0, 1) for _ in range(100)]
    shares = [0.3 * each for each in luck]
    other = [*shares[:-1], 9.0]  # at an odd place: only even places may change
    changed = [one != two for one, two in zip(without_luck(shares, luck), without_luck(other, luck), strict=True)]
    assert not any(changed[1:-1:2])
    assert all(changed[::2])
