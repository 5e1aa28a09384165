"""How a game against each other ends, and who has won."""

from __future__ import annotations

import pytest

from cabotage.core.contract import OVER
from cabotage.core.errors import GameOver
from cabotage.games.calypso.test_kit import arrive, fish, game, net, turn
from tests.reading import phase, shares, stands


@pytest.mark.rule("CAL-38")
@pytest.mark.parametrize(("seats", "goal"), [(2, 12), (3, 10), (4, 8), (5, 7), (6, 6)])
def test_the_first_to_reach_the_goal_for_the_number_of_players_wins(seats: int, goal: int) -> None:
    position = arrive(game(seats=seats), "Y", turn=1, score=[0, goal - 2])
    turn(position, 1, "yellow")
    assert stands(position) == ("GO_ON", 1)
    assert position.score is None
    position = arrive(game(seats=seats), "Y", turn=1, score=[0, goal - 1])
    turn(position, 1, "yellow")
    assert position.is_over
    assert shares(position) == " ".join("1" if seat == 1 else "0" for seat in range(seats))


@pytest.mark.rule("CAL-39")
def test_the_game_ends_at_once_in_the_middle_of_a_turn() -> None:
    position = arrive(game(), "Y", score=[9, 9, 9])
    turn(position, 1, "yellow")
    assert position.to_act == OVER
    assert fish(position) == [10, 9, 9]
    assert len(position.legal) == 0
    assert position.chances == []
    with pytest.raises(GameOver):
        position.play("roll")


@pytest.mark.rule("CAL-39")
def test_two_fish_may_carry_the_winner_above_the_goal() -> None:
    position = arrive(game(), "R", turn=2, score=[0, 3, 9])
    turn(position, 5, "red")
    assert fish(position) == [0, 3, 11]
    assert shares(position) == "0 0 1"


@pytest.mark.rule("CAL-39")
def test_a_theft_can_win_with_or_without_a_question() -> None:
    asked = arrive(game(), "S", score=[9, 9, 9])
    asked.play("rob 2")
    assert shares(asked) == "1 0 0"
    assert fish(asked) == [10, 9, 8]
    unasked = arrive(game(), "S", score=[9, 9, 0])
    assert shares(unasked) == "1 0 0"
    assert fish(unasked) == [10, 8, 0]


@pytest.mark.rule("CAL-40")
def test_having_the_most_fish_alone_wins_nothing() -> None:
    position = arrive(game(), "N", turn=2, score=[9, 0, 0])
    assert stands(position) == ("DIE", 0)
    assert position["rounds"] == 1
    assert position.score is None


@pytest.mark.rule("CAL-41")
@pytest.mark.parametrize(
    ("seats", "score", "top", "after"),
    [
        (5, [6, 6, 6, 6, 6], "RRBBYG", [7, 6, 6, 6, 6]),
        (5, [6, 6, 6, 6, 6], "RRRBBY", [8, 6, 6, 6, 6]),
        (5, [6, 6, 6, 6, 5], "RRRBBY", [8, 6, 6, 6, 5]),
        (6, [5, 5, 5, 5, 5, 5], "RRRBBY", [7, 5, 5, 5, 5, 5]),
        (6, [5, 5, 5, 5, 5, 4], "RRRBBY", [7, 5, 5, 5, 5, 4]),
    ],
)
def test_a_winning_gain_counts_in_full_although_the_net_is_too_small(
    seats: int, score: list[int], top: str, after: list[int]
) -> None:
    stone = "R" if top == "RRRBBY" else "G"
    position = arrive(game(seats=seats), stone, top=top, score=score)
    if stone == "G":
        turn(position, 1, "green")
    assert fish(position) == after
    assert net(position) == 0
    assert shares(position) == "1" + " 0" * (seats - 1)


@pytest.mark.rule("CAL-42")
def test_after_a_hundred_rounds_the_most_fish_win() -> None:
    position = arrive(game(), "N", turn=2, rounds=99, score=[3, 5, 4])
    assert position["rounds"] == 100
    assert position.is_over
    assert fish(position) == [3, 5, 3]
    assert shares(position) == "0 1 0"
    assert position.places == (2, 1, 2)


@pytest.mark.rule("CAL-42")
@pytest.mark.parametrize(
    ("score", "shared", "places"),
    [
        ([4, 2, 5], "1/2 0 1/2", (1, 3, 1)),
        ([1, 1, 2], "1/3 1/3 1/3", (1, 1, 1)),
        ([0, 0, 0], "1/3 1/3 1/3", (1, 1, 1)),
    ],
)
def test_after_a_hundred_rounds_equal_players_share(score: list[int], shared: str, places: tuple[int, ...]) -> None:
    position = arrive(game(), "N", turn=2, rounds=99, score=score)
    assert position.is_over
    assert shares(position) == shared
    assert position.places == places


@pytest.mark.rule("CAL-42")
def test_the_hundredth_round_is_played_to_its_end() -> None:
    assert stands(arrive(game(), "N", turn=1, rounds=99)) == ("DIE", 2)
    assert stands(arrive(game(), "N", turn=2, rounds=98)) == ("DIE", 0)


@pytest.mark.rule("CAL-42")
@pytest.mark.parametrize("mode", ["coop", "coop_hard"])
def test_after_a_hundred_rounds_together_all_have_lost(mode: str) -> None:
    position = arrive(game(mode=mode), "M", turn=2, rounds=99, saved=9, reserve=21)
    assert phase(position) == "OVER"
    assert shares(position) == "0 0 0"
    assert position.places == (1, 1, 1)


@pytest.mark.rule("CAL-65")
def test_places_go_by_fish_and_equal_scores_share_a_place() -> None:
    position = arrive(game(seats=6), "R", top="RRRBBY", score=[4, 3, 3, 1, 1, 0])
    assert position.is_over
    assert fish(position) == [6, 3, 3, 1, 1, 0]
    assert position.places == (1, 2, 2, 4, 4, 6)


@pytest.mark.rule("CAL-65")
def test_together_all_have_the_same_result_and_place() -> None:
    box = game(seats=4, mode="coop")
    won = arrive(box, "R", top="RRRBBY", turn=2, saved=8, reserve=22)
    lost = arrive(box, "N", turn=2, saved=8, net=9, reserve=13)
    assert won.is_over
    assert lost.is_over
    assert (shares(won), shares(lost)) == ("1 1 1 1", "0 0 0 0")
    assert won.places == lost.places == (1, 1, 1, 1)
