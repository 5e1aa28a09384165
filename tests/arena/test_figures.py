"""Figures of games written out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import cabotage
from cabotage.arena import Results, Tournament
from cabotage.arena.match import MOMENTS
from cabotage.arena.result import Course, Failure, GameResult, Thinking

LOST = {"en": "sank", "fr": "coulé"}


def game(number: int, seating: str, shares: list[float], **others: Any) -> GameResult:
    """A game for two in which seat 0 leads from the middle on."""
    places = [[1, 1]] * 5 + [[1, 2]] * 6
    course = Course(places, [[0.5, 0.5]] * 10 + [shares], [[moment, 0] for moment in range(MOMENTS)])
    kept: dict[str, Any] = {"steps": 10, "turns": 4, "decisions": [3, 5], "offered": [[2, 6], [10, 2]]}
    kept |= {"luck": [0.0] * len(shares)} | others
    return GameResult(number, number // 2, number % 2, list(seating), shares, [1, 2], course=course, **kept)


def results(*played: GameResult, thinking: tuple[Thinking, ...] = ()) -> Results:
    tournament = Tournament(cabotage.load("calypso", seats=2), ["a", "b"], games=len(played))
    return Results(tournament, list(played), list(thinking))


FOUR_ROUNDS = results(
    game(0, "ab", [1.0, 0.0]), game(1, "ba", [0.0, 1.0]),  # a wins both
    game(2, "ab", [1.0, 0.0], steps=20, turns=6), game(3, "ba", [1.0, 0.0]),  # the first seat wins both
    game(4, "ab", [0.5, 0.5]), game(5, "ba", [0.0, 1.0], offered=[[2, 8]]),  # 3/4 for a
    game(6, "ab", [1.0, 0.0]), game(7, "ba", [1.0, 0.0], steps=60),  # 1/2 for a
    thinking=(Thinking(0, [0.003, 0.010], [0.002, 0.004]), Thinking(1, [0.005, 0.009], [0.001, 0.006])),
)  # fmt: skip


def bot(figures: dict[str, Any], name: str) -> dict[str, Any]:
    [row] = [row for row in figures["bots"] if row["bot"] == name]
    return dict(row)


def test_shares_are_measured_by_what_would_be_fair_with_an_interval_over_rounds() -> None:
    figures = FOUR_ROUNDS.figures
    assert (figures["games"], figures["rounds"], figures["fair_share"]) == (8, 4, 0.5)
    a, b = bot(figures, "a"), bot(figures, "b")
    # Rounds give 1, 1/2, 3/4, 1/2: mean 0.6875, standard error 0.1197, and t for 3 degrees of freedom is 3.182.
    assert (a["share"], a["relative"]) == (0.6875, 1.375)
    assert a["share_interval"] == pytest.approx([0.3067, 1.0], abs=1e-3)
    assert a["relative_interval"] == pytest.approx([0.6134, 2.0], abs=1e-3)
    assert (b["share"], b["relative"]) == (0.3125, 0.625)
    assert figures["bots"][0] == a


def test_seats_are_counted_for_all_bots() -> None:
    first, second = FOUR_ROUNDS.figures["seats"]
    # Rounds give the first seat 1/2, 1, 1/4, 1.
    assert (first["share"], first["relative"]) == (0.6875, 1.375)
    assert (second["share"], second["relative"]) == (0.3125, 0.625)


def test_seats_are_counted_in_the_order_of_play_from_the_seat_that_began() -> None:
    began = [game(0, "ab", [1.0, 0.0]), game(1, "ba", [0.0, 1.0], first=1), game(2, "ab", [0.5, 0.5], first=1)]
    figures = results(*began, game(3, "ba", [0.0, 1.0], first=1)).figures
    # Who began won three games and shared one; seat 0 won one and shared one.
    assert [(row["order"], row["share"]) for row in figures["seats"]] == [(0, 0.875), (1, 0.125)]
    assert figures["length"]["decisions_by_seat"] == [4.5, 3.5]


def test_lengths_are_those_of_the_games() -> None:
    length = FOUR_ROUNDS.figures["length"]
    assert length["steps"] == {"mean": 17.5, "median": 10, "tenth": 10, "ninetieth": 20, "least": 10, "most": 60}
    assert length["turns"]["mean"] == 4.25
    assert length["turns_histogram"] == [[4, 7], [6, 1]]
    assert length["decisions_by_seat"] == [3, 5]
    assert length["decisions_per_turn"] == pytest.approx(64 / 34, abs=1e-4)


def test_branching_counts_every_decision_once() -> None:
    branching = FOUR_ROUNDS.figures["branching"]
    # Of 64 decisions 50 offer two choices and 14 offer ten.
    assert branching == {"mean": 3.75, "median": 2, "most": 10, "histogram": [[2, 50], [10, 14]]}


def test_the_course_says_how_often_the_winner_was_ahead() -> None:
    course = FOUR_ROUNDS.figures["course"]
    assert course["at"][0] == 0.0
    assert course["at"][-1] == 1.0
    # At first everybody leads; then seat 0 alone, which wins 5.5 of 8.
    assert course["winner_leads"] == [1.0] * 5 + [0.6875] * 6
    assert course["points"]["a"] == [moment / 2 for moment in range(MOMENTS)]
    assert course["chances"]["a"] == [0.5] * 10 + [0.6875]


def test_thinking_time_is_by_decision_and_by_bot() -> None:
    a, b = bot(FOUR_ROUNDS.figures, "a"), bot(FOUR_ROUNDS.figures, "b")
    # a sat at seat 0 and then at seat 1: 3 + 9 ms for 3 + 5 decisions.
    assert (a["ms_per_decision"], a["longest_ms"]) == (1.5, 6.0)
    assert (b["ms_per_decision"], b["longest_ms"]) == (1.875, 4.0)
    assert a["decisions"] == 32


def test_games_with_a_failure_count_for_bots_but_not_for_seats_and_lengths() -> None:
    failed = game(2, "ab", [0.0, 1.0], steps=500, failure=Failure(0, "a", "bot/failed", LOST))
    figures = results(game(0, "ab", [1.0, 0.0]), game(1, "ba", [0.0, 1.0]), failed, game(3, "ba", [0.0, 1.0])).figures
    assert bot(figures, "a")["share"] == 0.75
    assert bot(figures, "a")["failures"] == 1
    assert bot(figures, "b")["failures"] == 0
    assert figures["length"]["steps"]["most"] == 10
    assert figures["failures"] == [{"game": 2, "seat": 0, "bot": "a", "code": "bot/failed", "reason": LOST}]


def test_a_bot_that_plays_against_itself_has_its_fair_share_without_any_doubt() -> None:
    played = [game(number, "aa", [1.0, 0.0]) for number in range(6)]
    figures = Results(Tournament(cabotage.load("calypso", seats=2), ["a"], games=6), played, []).figures
    assert bot(figures, "a")["relative"] == 1.0
    assert bot(figures, "a")["relative_interval"] is None
    assert bot(figures, "a")["ms_per_decision"] is None
    assert figures["seats"][0]["relative"] == 2.0


def test_cooperative_games_have_no_fair_share_and_no_rating() -> None:
    box = cabotage.load("calypso", seats=2, mode="coop")
    played = [game(number, "ab", [share, share]) for number, share in enumerate((1.0, 1.0, 0.0, 1.0))]
    figures = Results(Tournament(box, ["a", "b"], games=4), played, []).figures
    assert bot(figures, "a")["share"] == bot(figures, "a")["relative"] == 0.75
    assert bot(figures, "a")["rating"] is None
    assert figures["is_cooperative"] is True


def test_leading_partners_count_as_one_winner() -> None:
    box = cabotage.load("cape_horn", seats=4, duo=True)
    assert len(set(box.teams)) == 2
    shares = [1.0 if team == box.teams[0] else 0.0 for team in box.teams]
    places = [1 if share else 3 for share in shares]
    course = Course([places] * MOMENTS, [shares] * MOMENTS, None)
    played = [
        GameResult(n, n, 0, ["a"] * 4, shares, places, 9, 4, [1] * 4, [[2, 4]], course, [0.0] * 4) for n in range(3)
    ]
    figures = Results(Tournament(box, ["a"], games=3), played, []).figures
    assert figures["course"]["winner_leads"] == [1.0] * MOMENTS
    assert figures["fair_share"] == 0.5
    assert bot(figures, "a")["relative"] == 1.0
