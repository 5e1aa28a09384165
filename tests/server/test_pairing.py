"""Pairings of tournaments: who meets whom, seats that rotate, byes."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabotage.server.clubs.pairing import Round, Rules, meetings, pair, table_sizes
from cabotage.server.clubs.standings import standings


def people(one: Round) -> list[int]:
    return [player for table in one.tables for player in table if player is not None]


def evening(rules: Rules, count: int, rounds: int, seed: int) -> list[Round]:
    """Rounds in which somebody wins at every table."""
    rng, past, points = random.Random(seed), list[Round](), Counter[int]()
    for _ in range(rounds):
        one = pair(rules, range(1, count + 1), past, points)
        for table in one.tables:
            points[rng.choice([player for player in table if player is not None])] += 1
        past.append(one)
    return past


rules_of = st.builds(
    lambda system, seats, least, has_bots: Rules(system, seats, min(least, seats), has_bots),
    st.sampled_from(["swiss", "round_robin"]),
    st.integers(2, 8),
    st.integers(2, 3),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(rules_of, st.integers(3, 20), st.integers(1, 5), st.integers(0, 99))
def test_everybody_plays_once_in_a_round_or_has_a_bye(rules: Rules, count: int, rounds: int, seed: int) -> None:
    for one in evening(rules, count, rounds, seed):
        assert sorted([*people(one), *one.byes]) == list(range(1, count + 1))
        for table in one.tables:
            assert (len(table) == rules.seats) if rules.has_bots else (rules.least <= len(table) <= rules.seats)
            assert any(player is not None for player in table)
        assert not (rules.has_bots and one.byes)


@settings(max_examples=60, deadline=None)
@given(rules_of, st.integers(3, 20), st.integers(1, 6), st.integers(0, 99))
def test_nobody_has_a_second_bye_before_all_have_had_one(rules: Rules, count: int, rounds: int, seed: int) -> None:
    byes = Counter(player for one in evening(rules, count, rounds, seed) for player in one.byes)
    had = [byes[player] for player in range(1, count + 1)]
    assert max(had) - min(had) <= 1


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.integers(0, 99))
def test_in_pairs_nobody_meets_twice_in_half_as_many_rounds_as_players(half: int, seed: int) -> None:
    past = evening(Rules("swiss", 2, 2, has_bots=False), 2 * half, half, seed)
    assert max(meetings(past).values()) == 1


@pytest.mark.parametrize("count", range(2, 12))
def test_in_a_round_robin_of_pairs_everybody_meets_everybody_once(count: int) -> None:
    past = evening(Rules("round_robin", 2, 2, has_bots=False), count, count - 1 + count % 2, 0)
    met = meetings(past)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


def test_nine_people_at_tables_of_three_all_meet_in_four_rounds() -> None:
    met = meetings(evening(Rules("round_robin", 3, 2, has_bots=False), 9, 4, 0))
    assert sum(met.values()) == 36
    assert max(met.values()) <= 2


@settings(max_examples=30, deadline=None)
@given(rules_of, st.integers(4, 16), st.integers(0, 99))
def test_seats_rotate(rules: Rules, count: int, seed: int) -> None:
    past = evening(rules, count, rules.seats, seed)
    sat = Counter((player, seat) for one in past for table in one.tables for seat, player in enumerate(table))
    assert max(times for (player, _), times in sat.items() if player is not None) <= 3


@pytest.mark.parametrize(
    ("count", "seats", "least", "has_bots", "sizes"),
    [
        (8, 4, 2, False, [4, 4]),
        (7, 4, 2, False, [4, 3]),
        (5, 4, 3, False, [4]),  # one has a bye
        (5, 2, 2, False, [2, 2]),
        (9, 4, 2, False, [3, 3, 3]),
        (5, 4, 2, True, [3, 2]),
        (1, 2, 2, False, []),
        (1, 2, 2, True, [1]),
    ],
)
def test_tables_have_about_the_same_size(count: int, seats: int, least: int, has_bots: bool, sizes: list[int]) -> None:
    assert table_sizes(count, Rules("swiss", seats, least, has_bots)) == sizes


def test_absent_players_are_left_out_and_those_with_like_points_meet() -> None:
    points = {1: 0, 2: 3, 3: 1, 4: 3, 5: 1, 6: 2}
    one = pair(Rules("swiss", 2, 2, has_bots=False), range(1, 7), [], points, frozenset({6}))
    assert one.byes == (1,)
    assert {frozenset(table) for table in one.tables} == {frozenset({2, 4}), frozenset({3, 5})}


def test_standings_count_shares_then_opponents_then_wins() -> None:
    rounds = [Round(((1, 2), (3, 4)), (5,)), Round(((1, 3), (2, 5)), (4,))]
    shares = {(0, 0): {1: 1.0, 2: 0.0}, (0, 1): {3: 0.5, 4: 0.5}, (1, 0): {1: 0.0, 3: 1.0}}  # the last is being played
    found = [
        (each.place, each.player, each.points, each.played) for each in standings(range(1, 6), rounds, shares, 0.5)
    ]
    assert found == [(1, 3, 1.5, 2), (2, 4, 1.0, 1), (3, 1, 1.0, 2), (4, 5, 0.5, 0), (5, 2, 0.0, 1)]
