"""Loading, exchanging and delivering."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import HIDDEN
from cabotage.games.smugglers.test_kit import (
    boats,
    cargo,
    excluded,
    game,
    knowers,
    offered,
    play,
    points,
    rolled,
    sea,
    table,
    ways,
)
from tests.reading import phase, stands


@pytest.mark.rule("SMG-15")
def test_turns_go_round() -> None:
    position = table(game(), "M2 M5 M8", beam=12)
    for seat in (0, 1, 2, 0):
        assert stands(position) == ("DICE", seat)
        rolled(position, "asleep")
        play(position, "stay")


@pytest.mark.rule("SMG-16", "SMG-17", "SMG-18")
def test_an_empty_boat_in_a_harbour_loads_before_the_roll_without_a_question() -> None:
    position = table(game(), "M2 H1", beam=9, w=1)
    play(position, "stay")
    assert stands(position) == ("LOAD", 1)
    position.roll("good 1>3")
    assert cargo(position) == "- 1>3 -"
    assert stands(position) == ("DICE", 1)
    rolled(position, "asleep", 3)
    assert position["pips"] == 3


@pytest.mark.rule("SMG-17")
def test_goods_are_drawn_from_those_still_in_the_stack_all_alike() -> None:
    position = table(game(), "H1", beam=9, cargo="", sea="M8:1>0 M9:1>3", phase="LOAD")
    assert {outcome.text: outcome.probability for outcome in position.chances} == {
        "good 1>2": Fraction(1, 2), "good 1>4": Fraction(1, 2),
    }  # fmt: skip
    position = table(game(), "H1", beam=9, sea="M8:1>0 M9:1>3 I2:1>4", phase="LOAD")
    assert [str(outcome) for outcome in position.chances] == ["good 1>2 (1)"]


@pytest.mark.rule("SMG-17", "SMG-19", "SMG-62")
@pytest.mark.parametrize(("loaded", "drawn"), [("1>3", [0, 1, 0, 0, 0]), ("-", [0, 4, 0, 0, 0])])
def test_a_loaded_boat_or_an_empty_stack_means_no_loading(loaded: str, drawn: list[int]) -> None:
    position = table(game(2), "M5 H1", beam=9, w=1, cargo=f"- {loaded}", drawn=drawn)
    play(position, "stay")
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("SMG-17", "SMG-20")
def test_only_the_loader_sees_the_good_and_sees_it_for_ever() -> None:
    position = table(game(), "H1", beam=9, phase="LOAD")
    event = position.roll("good 1>3")[0]
    assert event.seen_by(0) == event.number
    assert [event.seen_by(viewer) for viewer in (-1, 1, 2)] == [HIDDEN] * 3
    assert knowers(position, "1>3") == {0}
    token = position["cargo"][0]
    assert [int(position.view(viewer)["good"][0, token]) for viewer in (-1, 0, 1, 2)] == [HIDDEN, 6, HIDDEN, HIDDEN]


@pytest.mark.rule("SMG-52", "SMG-54")
def test_an_empty_boat_loads_a_floating_good_and_its_turn_is_over() -> None:
    position = table(game(), "I7", beam=0, sea="I8:0>1", w=4)
    play(position, "go I8+take")
    assert (cargo(position), sea(position)) == ("0>1 - -", {})
    assert knowers(position, "0>1") == {0}
    assert position["turn"] == 1


@pytest.mark.rule("SMG-52")
def test_a_boat_may_stop_on_a_good_and_leave_it() -> None:
    position = table(game(), "I7", beam=0, sea="I8:0>1", w=1)
    play(position, "go I8")
    assert (boats(position).split()[0], cargo(position), sea(position)) == ("I8", "- - -", {"I8": "0>1"})


@pytest.mark.rule("SMG-53", "SMG-54", "SMG-55", "SMG-19")
def test_a_loaded_boat_exchanges_blindly_and_both_goods_stay_known_to_who_saw_them() -> None:
    position = table(game(), "I7", beam=0, cargo="3>1", sea="I8:0>1", w=4)
    play(position, "go I8+take")
    assert (cargo(position), sea(position)) == ("0>1 - -", {"I8": "3>1"})
    assert (knowers(position, "0>1"), knowers(position, "3>1")) == ({0}, {0})
    assert position["turn"] == 1


@pytest.mark.rule("SMG-56")
def test_taking_without_moving_ends_the_turn() -> None:
    position = table(game(), "M2", beam=9, cargo="3>1", sea="M2:0>1", w=3)
    play(position, "stay+take")
    assert (boats(position).split()[0], cargo(position), sea(position)) == ("M2", "0>1 - -", {"M2": "3>1"})
    assert position["turn"] == 1


@pytest.mark.rule("SMG-57", "SMG-58", "SMG-59", "SMG-60")
@pytest.mark.example("SMG", 19)
def test_who_delivers_may_load_or_sail_on_with_the_pips_left() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=4)
    play(position, "go H1")
    assert (points(position), cargo(position)) == ([3, 0, 0], "- - -")
    assert (stands(position), position["pips"]) == (("SAIL_ON", 0), 2)
    assert offered(position) == ways("load O3 O2 O4 M3")
    other = position.copy()
    play(position, "load")
    position.roll("good 1>2")
    assert (cargo(position), position["turn"]) == ("1>2 - -", 1)
    play(other, "go M3")
    assert (boats(other).split()[0], cargo(other), other["turn"]) == ("M3", "- - -", 1)


@pytest.mark.rule("SMG-60", "SMG-62")
@pytest.mark.example("SMG", 19)
def test_with_an_empty_stack_a_boat_may_stay_or_sail_on() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=4, drawn=[0, 4, 0, 0, 1])
    play(position, "go H1")
    assert offered(position) == ways("stay O3 O2 O4 M3")
    play(position, "stay")
    assert (boats(position).split()[0], cargo(position), position["turn"]) == ("H1", "- - -", 1)


@pytest.mark.rule("SMG-60")
@pytest.mark.example("SMG", 19)
def test_with_no_pips_left_a_boat_loads_without_a_choice() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=2)
    play(position, "go H1")
    assert stands(position) == ("ARRIVAL_LOAD", 0)
    position.roll("good 1>0")
    assert (cargo(position), position["turn"]) == ("1>0 - -", 1)


@pytest.mark.rule("SMG-60")
def test_pips_are_counted_by_the_shortest_way_round_what_is_closed() -> None:
    # O1 to H1 is 3 steps; with a reef on O2 it is 5, over M1, M2 and M3.
    position = table(game(), "O1", beam=9, cargo="4>1", w=4)
    play(position, "go H1")
    assert position["pips"] == 1
    assert "go h1" not in offered(table(game(), "O1", beam=9, cargo="4>1", w=4, reefs="O2"))
    position = table(game(), "M1", beam=9, cargo="4>1", w=4, reefs="O2")
    play(position, "go H1")
    assert stands(position) == ("ARRIVAL_LOAD", 0)


@pytest.mark.rule("SMG-39", "SMG-60")
def test_who_delivers_over_a_lit_front_field_is_locked_in_and_loads() -> None:
    position = table(game(), "O3", beam=3, cargo="4>1", w=4)
    play(position, "go H1")
    assert stands(position) == ("ARRIVAL_LOAD", 0)


@pytest.mark.rule("SMG-59", "SMG-60")
def test_who_sails_on_may_push_and_take() -> None:
    position = table(game(), "O3 M4", beam=9, cargo="4>1", w=4, sea="O4:0>1")
    play(position, "go H1")
    assert position["pips"] == 3
    assert {"go o4", "go o4+take", "push m4>o4", "push m4>m3"} <= offered(position)
    play(position, "go O4+take")
    assert (cargo(position), points(position), position["turn"]) == ("0>1 - -", [3, 0, 0], 1)


@pytest.mark.rule("SMG-57")
def test_a_delivered_good_is_shown_to_all() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=2)
    token = position["cargo"][0]
    play(position, "go H1")
    for viewer in (-1, 0, 1, 2):
        view = position.view(viewer)
        assert (int(view["shown"][0, token]), int(view["taker"][0, token])) == (17, 0)
    assert knowers(position, "4>1") == {0, 1, 2}


@pytest.mark.rule("SMG-61")
def test_an_empty_boat_that_arrives_in_a_harbour_loads_and_stops() -> None:
    position = table(game(), "O2", beam=9, w=4)
    play(position, "go H1")
    assert stands(position) == ("ARRIVAL_LOAD", 0)
    position.roll("good 1>0")
    assert (cargo(position), position["turn"]) == ("1>0 - -", 1)


@pytest.mark.rule("SMG-62")
def test_an_empty_boat_finds_nothing_where_the_stack_is_empty() -> None:
    position = table(game(), "O2", beam=9, w=4, drawn=[0, 4, 0, 0, 0])
    play(position, "go H1")
    assert (boats(position).split()[0], cargo(position), position["turn"]) == ("H1", "- - -", 1)


@pytest.mark.rule("SMG-63")
def test_in_a_wrong_harbour_nothing_happens_but_all_learn_that_it_is_wrong() -> None:
    position = table(game(), "O2", beam=9, cargo="4>2", w=4)
    play(position, "go H1")
    assert (cargo(position), points(position), position["turn"]) == ("4>2 - -", [0, 0, 0], 1)
    assert position["drawn"] == [0, 0, 0, 0, 1]
    assert knowers(position, "4>2") == {0}
    assert excluded(position, "4>2") == {1}


@pytest.mark.rule("SMG-57", "SMG-63")
def test_all_see_at_once_whether_a_good_is_delivered_and_the_game_then_goes_on() -> None:
    for good, shown in (("4>1", "shown 4>1 (1)"), ("4>2", "kept (1)")):
        position = table(game(), "O2", beam=9, cargo=good, w=4)
        position.play("go H1")
        assert (phase(position), position.is_chance) == ("DOCK", True)
        assert [str(outcome) for outcome in position.chances] == [shown]
        event = position.roll_once()
        assert [event.seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [event.number] * 4


@pytest.mark.rule("SMG-63")
@pytest.mark.parametrize(("good", "excluded_before"), [("1>2", 0b00000), ("4>2", 0b00010)])
def test_where_all_know_that_a_good_does_not_belong_nothing_is_to_be_shown(good: str, excluded_before: int) -> None:
    token = int(good[0]) * 4
    not_dest = [excluded_before if index == token else 0 for index in range(20)]
    position = table(game(), "O2", beam=9, cargo=good, w=4, not_dest=not_dest)
    position.play("go H1")
    assert (cargo(position), position["turn"]) == (f"{good} - -", 1)


@pytest.mark.rule("SMG-55")
def test_only_the_taker_looks_at_a_good_from_the_sea() -> None:
    position = table(game(), "I7", beam=0, sea="I8:0>1", w=4)
    position.play("go I8+take")
    assert (phase(position), [str(outcome) for outcome in position.chances]) == ("LOOK", ["good 0>1 (1)"])
    assert knowers(position, "0>1") == set()
    event = position.roll_once()
    assert [event.seen_by(viewer) == HIDDEN for viewer in (-1, 0, 1, 2)] == [True, False, True, True]
    assert (knowers(position, "0>1"), position["turn"]) == ({0}, 1)


@pytest.mark.rule("SMG-55")
def test_a_good_that_the_taker_has_seen_before_needs_no_look() -> None:
    position = table(game(), "I7", beam=0, sea="I8:0>1", w=4, known_by=[1] + [0] * 19)
    position.play("go I8+take")
    assert (cargo(position), position["turn"]) == ("0>1 - -", 1)


@pytest.mark.rule("SMG-67")
def test_when_all_stacks_are_empty_the_game_goes_on() -> None:
    position = table(game(2), "H1 H2", beam=9, drawn=[4, 4, 4, 4, 4], sea="M8:0>1", cargo="- 3>0")
    assert stands(position) == ("DICE", 0)
    rolled(position, "asleep")
    assert offered(position) == ways("stay O3")
