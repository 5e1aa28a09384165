"""Intervals on rounds written out by hand."""

from __future__ import annotations

import pytest

from cabotage.arena.interval import of_mean, t_point


def test_the_interval_of_four_rounds() -> None:
    # Mean 0.5, standard deviation 0.4082, so a standard error of 0.2041; t for 3 degrees of freedom is 3.182.
    assert of_mean([0.0, 0.5, 0.5, 1.0], most=2.0) == pytest.approx((0.0, 1.1496), abs=1e-4)
    assert of_mean([1.0, 1.5, 1.5, 2.0], most=9.0) == pytest.approx((0.8504, 2.1496), abs=1e-4)


def test_the_interval_of_a_hundred_rounds() -> None:
    # Mean 0.5, standard deviation 0.5025, standard error 0.05025; t for 99 degrees of freedom is 1.9842.
    assert of_mean([0.0, 1.0] * 50, most=1.0) == pytest.approx((0.4003, 0.5997), abs=1e-4)


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (10, 2.228), (30, 2.042), (31, 2.0395), (99, 1.9842)])
def test_points_of_the_t_distribution_are_those_of_the_tables(freedom: int, point: float) -> None:
    assert t_point(freedom) == pytest.approx(point, abs=2e-4)


def test_what_never_happened_may_still_happen() -> None:
    assert of_mean([0.0] * 60, most=0.5) == pytest.approx((0.0, 0.025))
    assert of_mean([0.5] * 60, most=0.5) == pytest.approx((0.475, 0.5))
    assert of_mean([0.3] * 60, most=1.0) == pytest.approx((0.25, 0.35))


def test_one_round_says_nothing_about_its_spread() -> None:
    assert of_mean([0.7], most=1.0) is None
