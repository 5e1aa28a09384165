"""The official variant for the smallest."""

from __future__ import annotations

import pytest

from cabotage.core.contract import CHANCE, OVER
from cabotage.games.calypso.test_kit import arrive, backs, fish, game, reach, sea, slots_of, tops, turn
from tests.reading import shares, stands


@pytest.mark.rule("CAL-43")
def test_a_third_open_fish_frees_one_and_the_child_goes_on() -> None:
    position = arrive(game(children=True), "R", score=[4, 2, 0])
    turn(position, 5, "red")
    assert tops(position) == "RRBBRG"
    assert fish(position) == [5, 2, 0]
    assert stands(position) == ("DIE", 0)


@pytest.mark.rule("CAL-44", "CAL-45")
def test_three_open_fish_on_arriving_free_one_and_the_child_goes_on_without_mix_up() -> None:
    position = arrive(game(children=True), "R", top="RRRBBY", score=[4, 2, 0])
    assert fish(position) == [5, 2, 0]
    assert (tops(position), backs(position)) == ("RRRBBY", "??????")
    assert slots_of(position) == "acdfgi"
    assert stands(position) == ("DIE", 0)
    assert position.to_act == CHANCE


@pytest.mark.rule("CAL-46")
def test_after_any_hit_the_child_rolls_on_without_a_question() -> None:
    position = arrive(game(children=True), "Y", turn=1)
    turn(position, 1, "yellow")
    assert fish(position) == [0, 1, 0]
    assert stands(position) == ("DIE", 1)
    assert position.to_act == CHANCE
    assert len(position.legal) == 0


@pytest.mark.rule("CAL-46")
def test_a_child_goes_on_until_it_misses() -> None:
    position = arrive(game(children=True), "Y", top="RRRBBY", back="Y?????")
    turn(position, 1)
    reach(position, "R")
    turn(position, 1)
    reach(position, "G")
    turn(position, 4, "yellow")
    assert fish(position) == [2, 0, 0]
    assert tops(position) == "RRRYBY"
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-43", "CAL-17")
def test_a_miss_ends_the_turn_of_a_child_as_well() -> None:
    position = arrive(game(children=True), "Y")
    turn(position, 1, "green")
    assert fish(position) == [0, 0, 0]
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-43")
def test_the_four_fish_the_net_and_the_shark_are_as_ever_for_children() -> None:
    box = game(children=True)
    guess = arrive(box, "M", score=[4, 2, 3])
    guess.play("name g green")
    guess.roll("back green")
    assert (fish(guess), stands(guess)) == ([6, 2, 3], ("DIE", 1))
    net = arrive(box, "N", score=[4, 2, 3])
    assert (fish(net), stands(net)) == ([3, 2, 3], ("DIE", 1))
    shark = arrive(box, "S", score=[4, 2, 3])
    shark.play("rob 1")
    assert (fish(shark), stands(shark)) == ([5, 1, 3], ("DIE", 1))


@pytest.mark.rule("CAL-43", "CAL-39")
def test_a_child_wins_at_once() -> None:
    position = arrive(game(children=True), "R", top="RRRBBY", score=[9, 2, 0])
    assert position.to_act == OVER
    assert fish(position) == [10, 2, 0]
    assert shares(position) == "1 0 0"


@pytest.mark.rule("CAL-47")
@pytest.mark.parametrize("mode", ["coop", "coop_hard"])
def test_children_may_play_together_too(mode: str) -> None:
    box = game(children=True, mode=mode)
    third = arrive(box, "R", saved=4, net=1, shark=1, reserve=24)
    turn(third, 5, "red")
    assert (sea(third), stands(third)) == ((5, 1, 1, 23), ("DIE", 0))
    three = arrive(box, "R", top="RRRBBY", saved=4, net=1, shark=1, reserve=24)
    assert (sea(three), stands(three)) == ((5, 1, 1, 23), ("DIE", 0))
    won = arrive(box, "R", top="RRRBBY", saved=9, net=1, shark=1, reserve=19)
    assert (sea(won), shares(won)) == ((10, 1, 1, 18), "1 1 1")
