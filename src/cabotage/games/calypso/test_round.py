"""The house rule that a round is played to its end."""

from __future__ import annotations

import pytest

from cabotage.core.position import Position
from cabotage.games.calypso.test_kit import arrive, fish, game, net, reach, sea, tops, turn
from tests.reading import shares, stands


def finishing(stone: str, seats: int = 3, **fields: object) -> Position:
    return arrive(game(seats=seats, finish_round=True), stone, **fields)


@pytest.mark.rule("CAL-62")
def test_reaching_the_goal_by_a_hit_ends_only_the_turn_and_at_once() -> None:
    position = finishing("Y", score=[9, 0, 0])
    turn(position, 1, "yellow")
    assert fish(position) == [10, 0, 0]
    assert stands(position) == ("DIE", 1)
    assert position.score is None


@pytest.mark.rule("CAL-62")
def test_reaching_the_goal_by_three_open_fish_leaves_no_mix_up() -> None:
    position = finishing("R", top="RRRBBY", score=[9, 0, 0])
    assert fish(position) == [11, 0, 0]
    assert stands(position) == ("DIE", 1)
    assert tops(position) == "RRRBBY"


@pytest.mark.rule("CAL-62")
def test_short_of_the_goal_the_mix_up_is_as_ever() -> None:
    position = finishing("R", top="RRRBBY", score=[7, 0, 0])
    assert stands(position) == ("MIX", 0)


@pytest.mark.rule("CAL-62")
def test_reaching_the_goal_by_special_case_one_a_guess_or_theft_ends_just_one_turn() -> None:
    third = finishing("R", score=[8, 0, 0])
    turn(third, 5, "red")
    guess = finishing("M", score=[8, 0, 0])
    guess.play("name g green")
    guess.roll("back green")
    theft = finishing("S", score=[9, 0, 4])
    asked = finishing("S", score=[9, 1, 4])
    asked.play("rob 2")
    assert [fish(p) for p in (third, guess, theft, asked)] == [[10, 0, 0], [10, 0, 0], [10, 0, 3], [10, 1, 3]]
    assert [stands(p) for p in (third, guess, theft, asked)] == [("DIE", 1)] * 4


@pytest.mark.rule("CAL-62", "CAL-46")
def test_children_do_not_roll_on_from_the_goal() -> None:
    box = game(finish_round=True, children=True)
    position = arrive(box, "Y", score=[9, 0, 0])
    turn(position, 1, "yellow")
    assert stands(position) == ("DIE", 1)
    assert stands(arrive(box, "R", top="RRRBBY", score=[9, 0, 0])) == ("DIE", 1)


@pytest.mark.rule("CAL-62")
def test_at_the_end_of_the_round_the_highest_score_wins() -> None:
    position = finishing("R", top="RRRBBY", turn=1, score=[10, 9, 4])
    assert fish(position) == [10, 11, 4]
    assert stands(position) == ("DIE", 2)
    reach(position, "N")
    assert fish(position) == [10, 11, 3]
    assert position.is_over
    assert shares(position) == "0 1 0"
    assert position.places == (2, 1, 3)


@pytest.mark.rule("CAL-62")
def test_the_last_seat_ends_the_game_when_it_reaches_the_goal() -> None:
    position = finishing("R", top="RRRBBY", turn=2, score=[4, 0, 9])
    assert position.is_over
    assert shares(position) == "0 0 1"


@pytest.mark.rule("CAL-62")
def test_equal_players_share() -> None:
    position = finishing("R", top="RRRBBY", turn=2, score=[11, 4, 9])
    assert fish(position) == [11, 4, 11]
    assert shares(position) == "1/2 0 1/2"
    assert position.places == (1, 3, 1)


@pytest.mark.rule("CAL-62")
def test_if_nobody_has_the_goal_number_any_more_the_game_goes_on() -> None:
    position = finishing("S", turn=2, score=[10, 0, 4])
    assert fish(position) == [9, 0, 5]
    assert stands(position) == ("DIE", 0)
    assert position["rounds"] == 1


@pytest.mark.rule("CAL-62")
def test_the_game_ends_although_the_first_at_the_goal_was_robbed_if_another_has_it() -> None:
    position = finishing("S", turn=2, score=[10, 10, 4])
    position.play("rob 0")
    assert position.is_over
    assert shares(position) == "0 1 0"


@pytest.mark.rule("CAL-62")
@pytest.mark.parametrize("mode", ["coop", "coop_hard"])
def test_together_finishing_the_round_means_nothing(mode: str) -> None:
    box = game(mode=mode, finish_round=True)
    won = arrive(box, "R", top="RRRBBY", saved=8, reserve=22)
    assert won.is_over
    assert shares(won) == "1 1 1"
    alone = arrive(game(seats=1, mode=mode, finish_round=True), "N")
    assert stands(alone) == ("DIE", 0)
    assert sea(alone) == (0, 1, 0, 29)


@pytest.mark.rule("CAL-66")
def test_every_gain_counts_in_full_when_the_net_is_empty() -> None:
    position = finishing("Y", seats=6, turn=5, score=[6, 6, 6, 6, 6, 0])
    turn(position, 1, "yellow")
    assert fish(position) == [6, 6, 6, 6, 6, 1]
    assert net(position) == 0
    assert stands(position) == ("GO_ON", 5)


@pytest.mark.rule("CAL-66")
def test_two_fish_count_in_full_when_the_net_holds_one() -> None:
    position = finishing("R", top="RRRBBY", turn=2, score=[11, 10, 8])
    assert fish(position) == [11, 10, 10]
    assert shares(position) == "1 0 0"


@pytest.mark.rule("CAL-66")
def test_a_right_guess_counts_in_full_when_the_net_is_empty() -> None:
    guess = finishing("M", seats=6, turn=4, score=[7, 6, 6, 6, 2, 4])
    guess.play("name g green")
    guess.roll("back green")
    assert fish(guess) == [7, 6, 6, 6, 4, 4]
    assert stands(guess) == ("DIE", 5)


@pytest.mark.rule("CAL-66")
def test_once_all_is_paid_back_the_net_fills_again() -> None:
    position = finishing("N", seats=6, turn=4, score=[7, 6, 6, 6, 2, 3])
    assert (fish(position), net(position)) == ([7, 6, 6, 6, 1, 3], 1)


@pytest.mark.rule("CAL-66")
def test_the_net_first_pays_back_what_was_lent() -> None:
    position = finishing("Y", seats=6, turn=4, score=[7, 6, 6, 6, 2, 4])
    turn(position, 1, "yellow")
    assert (fish(position), net(position)) == ([7, 6, 6, 6, 3, 4], 0)  # two are lent
    position.play("roll")
    reach(position, "N")
    assert (fish(position), net(position)) == ([7, 6, 6, 6, 2, 4], 0)  # one is paid back
    assert stands(position) == ("DIE", 5)
