"""Pushing boats."""

from __future__ import annotations

import pytest

from cabotage.core.contract import OVER
from cabotage.core.position import Position
from cabotage.games.smugglers.actions import good_name
from cabotage.games.smugglers.test_kit import (
    boats,
    cargo,
    excluded,
    game,
    lays,
    offered,
    play,
    points,
    sea,
    table,
    ways,
)
from tests.reading import phase, shares, stands


@pytest.mark.rule("SMG-41", "SMG-42", "SMG-43", "SMG-44")
@pytest.mark.example("SMG", 10)
def test_a_boat_at_sea_is_pushed_to_a_free_field_beside_it() -> None:
    position = table(game(), "O3 O4 H4", beam=9, w=2)
    assert offered(position) == ways("stay H1 M3 O2 I3 M2 M4 O1 push:O4>M4 push:O4>O3 push:O4>O5")
    play(position, "push O4>O5")
    assert boats(position) == "O4 O5 H4"
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("SMG-47", "SMG-48")
@pytest.mark.example("SMG", 11)
def test_a_boat_pushed_into_the_light_is_caught_at_once() -> None:
    position = table(game(), "O3 O4 H4", beam=5, w=1, cargo="- 3>1 -")
    assert offered(position) == ways("stay H1 M3 O2 push:O4>M4 push:O4>O3 push:O4>O5")
    play(position, "push O4>O5")
    assert stands(position) == ("LAY_PUSHED", 0)
    assert offered(position) == lays("M5 O6")
    play(position, "lay M5")
    assert (cargo(position), sea(position)) == ("- - -", {"M5": "3>1"})
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("SMG-48")
def test_boats_already_standing_in_that_light_are_not_caught() -> None:
    position = table(game(), "O3 O4 M5", beam=5, w=1, cargo="- 3>1 0>4")
    play(position, "push O4>O5")
    assert cargo(position) == "- - 0>4"
    assert sea(position) == {"O6": "3>1"}


@pytest.mark.rule("SMG-45", "SMG-50")
@pytest.mark.example("SMG", 12)
def test_a_boat_may_be_swapped_into_the_harbour_the_mover_comes_from() -> None:
    position = table(game(), "H1 O3 H4", beam=9, w=1, cargo="1>0 3>1 -")
    assert offered(position) == ways("stay push:O3>H1 push:O3>M3 push:O3>O2 push:O3>O4")
    play(position, "push O3>H1")
    assert boats(position) == "O3 H1 H4"
    assert points(position) == [0, 2, 0]
    assert stands(position) == ("LOAD", 1)


@pytest.mark.rule("SMG-50")
def test_a_swap_into_a_wrong_harbour_tells_all_where_the_good_does_not_go() -> None:
    position = table(game(), "H1 O3 H4", beam=9, w=1, cargo="1>0 3>2 -")
    play(position, "push O3>H1")
    assert (cargo(position), points(position)) == ("1>0 3>2 -", [0, 0, 0])
    assert excluded(position, "3>2") == {1}
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("SMG-49", "SMG-50")
def test_a_pushed_boat_loads_only_at_its_own_turn() -> None:
    position = table(game(), "H1 O3 H4", beam=9, w=1, cargo="1>0 - -", sea="O2:0>1")
    other = position.copy()
    play(position, "push O3>H1")
    assert cargo(position) == "1>0 - -"
    assert stands(position) == ("LOAD", 1)
    play(other, "push O3>O2")
    assert (cargo(other), sea(other)) == ("1>0 - -", {"O2": "0>1"})
    assert stands(other) == ("DICE", 1)


@pytest.mark.rule("SMG-45")
def test_only_who_comes_out_of_the_harbour_may_swap_into_it() -> None:
    position = table(game(), "O2 O3", beam=9, w=1)
    assert {way for way in offered(position) if way.startswith("push")} == ways("push:O3>M3 push:O3>O2 push:O3>O4")


@pytest.mark.rule("SMG-46", "SMG-41", "SMG-74")
@pytest.mark.example("SMG", 13)
def test_a_push_into_a_harbour_ends_the_turn_without_delivery_load_or_news() -> None:
    position = table(game(), "O3 H1 H4", beam=9, w=2, cargo="2>1 - -")
    assert len(offered(position)) == 10
    assert {way for way in offered(position) if way.startswith("push")} == ways("push:H1>O3")
    play(position, "push H1>O3")
    assert boats(position) == "H1 O3 H4"
    assert (points(position), cargo(position), excluded(position, "2>1")) == ([0, 0, 0], "2>1 - -", set())
    assert stands(position) == ("DICE", 1)


def pass_turn(position: Position) -> None:
    """The seat on turn stays where it is, and the light too; a good that must be loaded first is any."""
    seat = position["turn"]
    while position["turn"] == seat and phase(position) != "SAIL":
        if phase(position) == "DICE":
            position.roll("dice asleep, white 1")
        else:
            position.roll_once()
    if position["turn"] == seat:
        position.play("stay")


def after_example_13(drawn: int = 0) -> Position:
    """Seat 0 has pushed seat 1 out of H1, where its own good goes, and the others have stayed."""
    position = table(game(), "O3 H1 H4", beam=9, w=2, cargo="2>1 - -", drawn=[0, drawn, 1, 0, 4])
    position.play("push H1>O3")
    pass_turn(position)
    pass_turn(position)
    return position


@pytest.mark.rule("SMG-73", "SMG-17")
@pytest.mark.example("SMG", 13)
def test_a_good_in_its_harbour_is_delivered_when_the_turn_begins_and_the_next_one_loaded() -> None:
    position = after_example_13()
    assert stands(position) == ("BERTH", 0)
    assert [outcome.text for outcome in position.chances] == ["shown 2>1"]
    position.roll_once()
    assert points(position) == [2, 0, 0]
    assert [seat for seat in range(-1, 3) if position.scene(seat)["goods"][8]["dest"] == 1] == [-1, 0, 1, 2]
    assert stands(position) == ("LOAD", 0)
    assert [outcome.text for outcome in position.chances] == ["good 1>0", "good 1>2", "good 1>3", "good 1>4"]
    position.roll("good 1>3")
    assert (cargo(position), stands(position)) == ("1>3 - -", ("DICE", 0))


@pytest.mark.rule("SMG-73", "SMG-62")
@pytest.mark.example("SMG", 13)
def test_after_a_delivery_in_an_empty_harbour_the_dice_are_rolled_at_once() -> None:
    position = after_example_13(drawn=4)
    position.roll_once()
    assert (points(position), stands(position)) == ([2, 0, 0], ("DICE", 0))


@pytest.mark.rule("SMG-73", "SMG-74")
@pytest.mark.example("SMG", 13)
def test_a_boat_that_is_pushed_back_out_keeps_its_good() -> None:
    position = table(game(), "O3 H1 H4", beam=9, w=2, cargo="2>1 - -")
    play(position, "push H1>O3")
    position.roll("dice asleep, white 1")
    play(position, "push H1>O3")
    assert (boats(position), cargo(position), points(position)) == ("O3 H1 H4", "2>1 - -", [0, 0, 0])
    assert excluded(position, "2>1") == set()


@pytest.mark.rule("SMG-51")
@pytest.mark.example("SMG", 13)
def test_if_a_push_ends_only_the_movement_the_pusher_delivers_and_loads_at_once() -> None:
    position = table(game(push_ends="movement"), "O3 H1 H4", beam=9, w=2, cargo="2>1 - -")
    assert len(offered(position)) == 10
    play(position, "push H1>O3")
    assert points(position) == [2, 0, 0]
    assert stands(position) == ("ARRIVAL_LOAD", 0)
    position.roll("good 1>3")
    assert cargo(position) == "1>3 - -"
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("SMG-39", "SMG-48", "SMG-74")
@pytest.mark.example("SMG", 14)
@pytest.mark.parametrize(("push_ends", "then"), [("turn", ("DICE", 1)), ("movement", ("ARRIVAL_LOAD", 0))])
def test_a_boat_may_be_pushed_out_of_its_harbour_into_the_light(push_ends: str, then: tuple[str, int]) -> None:
    position = table(game(push_ends=push_ends), "O3 H1", beam=3, w=1, cargo="- 3>0")
    assert offered(position) == ways("stay O2 O4 push:H1>O3")
    play(position, "push H1>O3")
    assert offered(position) == lays("O2 O4 M3")
    play(position, "lay M3")
    assert (cargo(position), sea(position)) == ("- - -", {"M3": "3>0"})
    assert stands(position) == then


@pytest.mark.rule("SMG-17", "SMG-74")
@pytest.mark.example("SMG", 14)
def test_an_empty_pusher_loads_in_the_harbour_when_the_next_turn_begins() -> None:
    position = table(game(2), "O3 H1", beam=3, w=1, cargo="- 3>0")
    play(position, "push H1>O3")
    play(position, "lay M3")
    pass_turn(position)
    assert stands(position) == ("LOAD", 0)


@pytest.mark.rule("SMG-73", "SMG-76")
@pytest.mark.example("SMG", 26)
def test_what_a_good_in_a_harbour_is_not_is_learnt_when_the_turn_of_its_owner_begins() -> None:
    position = table(game(2), "O3 H1", beam=9, w=1, cargo="2>4 -", drawn=[0, 4, 1, 0, 0])
    play(position, "push H1>O3")
    assert excluded(position, "2>4") == set()
    assert possible(position, 1, 8) == {"2>0", "2>1", "2>3", "2>4"}
    pass_turn(position)
    assert [outcome.text for outcome in position.chances] == ["kept"]
    position.roll_once()
    assert (excluded(position, "2>4"), stands(position)) == ({1}, ("DICE", 0))
    assert possible(position, 1, 8) == {"2>0", "2>3", "2>4"}


def possible(position: Position, seat: int, token: int) -> set[str]:
    """The goods that a token may be, for all that this seat knows."""
    view = position.view(seat)
    worlds = [position.box.resample(view, seat, seed) for seed in range(100)]
    return {good_name(position.box, world["good"][token]) for world in worlds}


@pytest.mark.rule("SMG-73")
@pytest.mark.example("SMG", 26)
def test_of_a_good_in_the_harbour_it_comes_from_nothing_is_learnt() -> None:
    position = table(game(2), "O3 H1", beam=9, w=1, cargo="1>4 -", drawn=[0, 4, 0, 0, 0])
    play(position, "push H1>O3")
    pass_turn(position)
    assert (stands(position), excluded(position, "1>4")) == (("DICE", 0), set())


@pytest.mark.rule("SMG-71", "SMG-73")
@pytest.mark.example("SMG", 26)
def test_with_lit_harbours_a_good_that_waits_may_be_caught_and_nothing_is_learnt() -> None:
    position = table(game(2, lit_harbours=True), "H1 M9", beam=1, cargo="2>4 -", turn=1)  # as after a push into H1
    position.roll("dice red 2, white 1")
    assert (position["beam"], cargo(position), excluded(position, "2>4")) == (3, "- -", set())
    assert sea(position) == {"O3": "2>4"}


@pytest.mark.rule("SMG-70", "SMG-73")
@pytest.mark.example("SMG", 26)
def test_a_mild_mark_goes_with_the_delivery_at_the_start_of_the_turn() -> None:
    position = table(game(2, mild=True), "O3 H1", beam=9, w=1, cargo="2>1 -", warned=[1, 0, 0, 0])
    play(position, "push H1>O3")
    pass_turn(position)
    assert (stands(position), position["warned"]) == (("BERTH", 0), [1, 0, 0, 0])
    position.roll_once()
    assert (points(position), position["warned"]) == ([2, 0], [0, 0, 0, 0])


@pytest.mark.rule("SMG-41", "SMG-51", "SMG-74")
@pytest.mark.example("SMG", 25)
def test_a_push_takes_no_good_unless_it_ends_only_the_movement() -> None:
    position = table(game(), "O3 O4 H4", beam=9, w=1, sea="O2:0>1 O4:0>2")
    assert offered(position) == ways("stay H1 M3 O2 O2+take push:O4>M4 push:O4>O3 push:O4>O5")
    play(position, "push O4>O5")
    assert (cargo(position), sea(position), position["turn"]) == ("- - -", {"O2": "0>1", "O4": "0>2"}, 1)
    position = table(game(push_ends="movement"), "O3 O4 H4", beam=9, w=1, sea="O2:0>1 O4:0>2")
    takes = "push:O4>M4+take push:O4>O3+take push:O4>O5+take"
    assert offered(position) == ways(f"stay H1 M3 O2 O2+take push:O4>M4 push:O4>O3 push:O4>O5 {takes}")
    assert len(offered(position)) == 11


@pytest.mark.rule("SMG-43", "SMG-47")
def test_a_pushed_boat_may_come_to_lie_in_the_light_or_on_a_good_but_not_on_reef_boat_or_harbour() -> None:
    position = table(game(), "M3 O3 O2", beam=4, w=1, sea="O4:0>1")
    assert {way for way in offered(position) if way.startswith("push")} == ways("push:O3>M3 push:O3>O4")
    position = table(game(), "M3 O3", beam=9, w=1, reefs="O4")
    assert {way for way in offered(position) if way.startswith("push")} == ways("push:O3>M3 push:O3>O2")


@pytest.mark.rule("SMG-43", "SMG-44")
def test_the_field_where_the_mover_started_counts_as_left() -> None:
    # From O2 round over M2 and M3 to O3; the pushed boat may be put where the mover began.
    position = table(game(2), "O2 O3", beam=9, w=3)
    assert "push o3>o2" in offered(position)


@pytest.mark.rule("SMG-51", "SMG-52")
def test_the_pusher_may_take_the_good_on_the_field_entered() -> None:
    position = table(game(push_ends="movement"), "O3 O4", beam=9, w=1, sea="O4:0>1")
    pushes = {way for way in offered(position) if way.startswith("push")}
    assert pushes == ways("push:O4>M4 push:O4>M4+take push:O4>O3 push:O4>O3+take push:O4>O5 push:O4>O5+take")
    play(position, "push O4>O5+take")
    assert (boats(position).split()[:2], cargo(position), sea(position)) == (["O4", "O5"], "0>1 - -", {})


@pytest.mark.rule("SMG-51")
def test_the_pushed_boat_is_dealt_with_before_the_pusher_takes() -> None:
    position = table(game(push_ends="movement"), "O3 O4", beam=5, w=1, cargo="1>2 3>1", sea="O4:0>1")
    play(position, "push O4>O5+take")
    assert phase(position) == "LAY_PUSHED"
    assert (cargo(position), sea(position)) == ("1>2 3>1 -", {"O4": "0>1"})
    play(position, "lay O6")
    assert (cargo(position), sea(position)) == ("0>1 - -", {"O4": "1>2", "O6": "3>1"})
    assert position["taking"] == 0


@pytest.mark.rule("SMG-51", "SMG-50", "SMG-64")
def test_if_the_pushed_boat_wins_the_pusher_takes_nothing() -> None:
    box = game(push_ends="movement")
    position = table(box, "H1 O3", beam=9, w=1, cargo="1>0 3>1", sea="O3:0>1", score=[6, 5, 0, 0])
    play(position, "push O3>H1+take")
    assert position.to_act == OVER
    assert (cargo(position), sea(position)) == ("1>0 - -", {"O3": "0>1"})
    assert shares(position) == "0 1 0"


@pytest.mark.rule("SMG-51", "SMG-60")
def test_a_push_ends_the_movement_and_a_delivery_after_it_leaves_no_pips() -> None:
    position = table(game(push_ends="movement"), "O2 H1", beam=9, w=4, cargo="2>1 - -", drawn=[0, 4, 1, 0, 0])
    play(position, "push H1>O3")
    assert points(position) == [2, 0, 0]
    assert stands(position) == ("DICE", 1)
