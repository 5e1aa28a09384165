"""Setting up Calypso: who begins, tiles, ring, fish."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE
from cabotage.core.position import Position
from cabotage.games.calypso.test_kit import backs, game, net, sea, slots_of, tops
from tests.reading import odds, phase


def set_up(position: Position) -> Position:
    while phase(position) in ("RING", "TOPS"):
        position.roll_once()
    return position


@pytest.mark.rule("CAL-1")
@pytest.mark.parametrize("seed", range(5))
def test_seat_0_begins(seed: int) -> None:
    position = set_up(game(seats=4).first(seed))
    assert phase(position) == "DIE"
    assert position["turn"] == 0
    assert position["rounds"] == 0


@pytest.mark.rule("CAL-4")
def test_the_ring_is_drawn_stone_by_stone_evenly_from_those_left() -> None:
    position = game().first()
    left = ["red", "blue", "yellow", "green", "mixed", "net"]
    for stone in ("net", "red", "mixed", "green", "yellow", "blue"):
        assert odds(position) == {f"stone {other}": Fraction(1, len(left)) for other in left}
        position.roll(f"stone {stone}")
        left.remove(stone)
    assert position["ring"] == [6, 5, 0, 4, 3, 2, 1]
    assert phase(position) == "TOPS"


@pytest.mark.rule("CAL-4", "CAL-5")
def test_the_shark_has_the_first_place_and_is_never_drawn() -> None:
    position = game().first()
    assert position["ring"] == [6, -1, -1, -1, -1, -1, -1]
    assert "stone shark" not in odds(position)
    assert sorted(set_up(position)["ring"]) == [0, 1, 2, 3, 4, 5, 6]


@pytest.mark.rule("CAL-2", "CAL-3")
def test_the_tops_of_the_six_tiles_are_drawn_and_no_back_is_known() -> None:
    position = game().first()
    for stone in ("red", "blue", "yellow", "green", "mixed", "net"):
        position.roll(f"stone {stone}")
    assert (tops(position), backs(position)) == ("??????", "??????")
    for colour in ("red", "green", "red", "yellow", "blue", "green"):
        assert position.to_act == CHANCE
        assert phase(position) == "TOPS"
        position.roll(f"top {colour}")
    assert (tops(position), backs(position)) == ("RGRYBG", "??????")
    assert phase(position) == "DIE"


@pytest.mark.rule("CAL-2")
def test_tiles_lie_left_and_right_of_the_empty_middle_column() -> None:
    position = set_up(game().first(1))
    assert slots_of(position) == "acdfgi"
    assert position["slot"] == [0, 2, 3, 5, 6, 8]


@pytest.mark.rule("CAL-5")
@pytest.mark.parametrize("seed", range(5))
def test_calypso_starts_on_the_shark(seed: int) -> None:
    position = set_up(game().first(seed))
    assert position["calypso"] == 0
    assert position["ring"][0] == 6


@pytest.mark.rule("CAL-6")
@pytest.mark.parametrize("mode", ["competitive", "coop"])
def test_starting_on_the_shark_catches_and_robs_nothing(mode: str) -> None:
    position = set_up(game(mode=mode).first(3))
    assert position["score"] == [0, 0, 0, 0, 0, 0]
    assert position["shark"] == 0
    assert phase(position) == "DIE"


@pytest.mark.rule("CAL-6")
def test_the_first_roll_cannot_reach_the_shark() -> None:
    position = set_up(game().first(3))
    reached = set()
    for face in range(1, 7):
        after = position.copy()
        after.roll(f"die {face}")
        reached.add(after["ring"][after["calypso"]])
    assert reached == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("CAL-7")
@pytest.mark.parametrize("seats", [2, 6])
def test_against_each_other_thirty_fish_are_in_the_net_at_first(seats: int) -> None:
    position = set_up(game(seats=seats).first(3))
    assert position["score"] == [0, 0, 0, 0, 0, 0]
    assert net(position) == 30


@pytest.mark.rule("CAL-8", "CAL-48")
@pytest.mark.parametrize("mode", ["coop", "coop_hard"])
def test_together_thirty_fish_are_in_the_reserve_and_none_elsewhere(mode: str) -> None:
    position = set_up(game(mode=mode).first(3))
    assert sea(position) == (0, 0, 0, 30)
