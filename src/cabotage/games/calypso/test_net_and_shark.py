"""Net and shark, played against each other."""

from __future__ import annotations

import pytest

from cabotage.core.contract import OVER
from cabotage.games.calypso.test_kit import arrive, fish, game, net, tops
from tests.reading import offered, stands


@pytest.mark.rule("CAL-33")
@pytest.mark.parametrize(("held", "left"), [(1, 0), (2, 1), (9, 8)])
def test_the_net_takes_one_fish_of_the_roller_and_ends_the_turn(held: int, left: int) -> None:
    position = arrive(game(), "N", turn=1, score=[3, held, 5])
    assert fish(position) == [3, left, 5]
    assert net(position) == 22 - left
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-34")
def test_without_fish_the_net_takes_nothing_and_the_turn_ends() -> None:
    position = arrive(game(), "N", turn=1, score=[3, 0, 5])
    assert fish(position) == [3, 0, 5]
    assert net(position) == 22
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-33", "CAL-35")
@pytest.mark.parametrize("stone", ["N", "S"])
def test_net_and_shark_turn_no_tile_even_with_three_open_fish(stone: str) -> None:
    position = arrive(game(), stone, top="RRRBBY", score=[3, 0, 5])
    assert tops(position) == "RRRBBY"
    assert stands(position) == ("DIE", 1)


@pytest.mark.rule("CAL-35")
def test_the_roller_chooses_whom_to_rob() -> None:
    position = arrive(game(seats=4), "S", turn=1, score=[3, 0, 4, 1])
    assert position.to_act == 1
    assert offered(position) == ["rob 0", "rob 2", "rob 3"]
    position.play("rob 2")
    assert fish(position) == [3, 1, 3, 1]
    assert net(position) == 22
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-36")
def test_an_opponent_without_fish_cannot_be_robbed() -> None:
    position = arrive(game(seats=6), "S", turn=5, score=[0, 2, 0, 1, 0, 4])
    assert offered(position) == ["rob 1", "rob 3"]


@pytest.mark.rule("CAL-36")
def test_no_player_robs_themselves() -> None:
    position = arrive(game(seats=4), "S", turn=2, score=[1, 1, 5, 1])
    assert offered(position) == ["rob 0", "rob 1", "rob 3"]


@pytest.mark.rule("CAL-35", "CAL-36")
def test_the_only_opponent_with_fish_is_robbed_without_a_question() -> None:
    position = arrive(game(), "S", turn=2, score=[0, 4, 2])
    assert fish(position) == [0, 3, 3]
    assert stands(position) == ("DIE", 0)


@pytest.mark.rule("CAL-37")
@pytest.mark.parametrize("held", [0, 5])
def test_if_no_opponent_has_fish_the_net_gives_one(held: int) -> None:
    position = arrive(game(), "S", turn=1, score=[0, held, 0])
    assert fish(position) == [0, held + 1, 0]
    assert net(position) == 29 - held
    assert stands(position) == ("DIE", 2)


@pytest.mark.rule("CAL-37", "CAL-39")
def test_a_fish_from_the_net_instead_of_a_theft_can_win() -> None:
    position = arrive(game(), "S", turn=1, score=[0, 9, 0])
    assert fish(position) == [0, 10, 0]
    assert position.to_act == OVER


@pytest.mark.rule("CAL-35")
def test_two_players_are_never_asked() -> None:
    assert fish(arrive(game(seats=2), "S", score=[3, 4])) == [4, 3]
    assert fish(arrive(game(seats=2), "S", score=[3, 0])) == [4, 0]
