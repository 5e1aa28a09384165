"""Ratings from places."""

from __future__ import annotations

import pytest

from cabotage.arena.rating import rate
from cabotage.arena.result import Course, GameResult


def game(seating: list[str], places: list[int]) -> GameResult:
    seats = len(seating)
    nothing = [0.0] * seats
    course = Course([], [], None)
    return GameResult(0, 0, 0, seating, nothing, places, 1, 1, [1] * seats, [[2, 1]], course, nothing)


def test_after_one_game_winners_stand_above_the_beginning_and_losers_below() -> None:
    ratings = rate([game(["a", "b", "c"], [1, 2, 3])], teams=(0, 1, 2))
    assert ratings["a"].mu > 25 > ratings["c"].mu
    assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu


def test_the_more_games_the_narrower_the_interval() -> None:
    few, many = (rate([game(["a", "b"], [1, 2]), game(["a", "b"], [2, 1])] * n, (0, 1))["a"] for n in (5, 100))
    assert many.interval[1] - many.interval[0] < (few.interval[1] - few.interval[0]) / 2
    low, high = few.interval
    assert (low + high) / 2 == pytest.approx(few.mu)
    assert high - low == pytest.approx(2 * 1.959964 * few.sigma)


def test_equals_stay_equals() -> None:
    ratings = rate([game(["a", "b"], [1, 1])] * 10, teams=(0, 1))
    assert ratings["a"].mu == pytest.approx(25)
    assert ratings["b"].mu == pytest.approx(25)


def test_a_bot_against_itself_learns_nothing_from_winning() -> None:
    assert rate([game(["a", "a"], [1, 2])] * 10, teams=(0, 1))["a"].mu == pytest.approx(25, abs=0.01)


def test_partners_rise_together() -> None:
    ratings = rate([game(["a", "b", "c", "d"], [1, 3, 1, 3])], teams=(0, 1, 0, 1))
    assert ratings["a"].mu == pytest.approx(ratings["c"].mu)
    assert ratings["a"].mu > 25 > ratings["b"].mu
