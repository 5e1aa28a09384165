"""A turn of Capt'n Clever: where boats may go, where captains can and must go."""

from __future__ import annotations

import pytest

from cabotage.core.errors import NotOffered
from cabotage.games.captn_clever.reach import BOAT_FIRST, CAPTAIN_FIRST, orders
from cabotage.games.captn_clever.test_kit import boats, boats_with, captains_with, game, stands, table, turn
from tests.reading import by_seat, offered

CUT_OFF = ("762", "2-3 6-9 1-4")
FORCED = ("319", "1-2 3-6 7-8")
BRANCHING = ("5673", "2-5 4-5 5-6 6-9")
LEAVING = ("168", "1-2 6-9 4-7")


@pytest.mark.example("CLV", 3)
@pytest.mark.rule("CLV-23", "CLV-24", "CLV-25", "CLV-31", "CLV-33", "CLV-34")
def test_a_cut_off_captain_stays_unless_the_boat_opens_a_way_and_then_must_walk() -> None:
    position = table(*CUT_OFF)
    assert len(position.legal) == 19
    assert captains_with(position, "keep") == "s"
    assert captains_with(position, "4-7") == "14"
    assert captains_with(position, "5-7") == "5"
    assert captains_with(position, "7-8") == "8"
    assert len(boats_with(position, "stay")) == 1 + 14
    assert "captain=stay boat=4-7" not in position.legal


@pytest.mark.example("CLV", 4)
@pytest.mark.rule("CLV-27", "CLV-28")
def test_a_captain_walks_through_an_occupied_island_but_does_not_end_there() -> None:
    through = table("782", "2-3 8-9 1-4")
    assert captains_with(through, "7-8") == "9"
    assert len(through.legal) == 19
    blocked = table("782", "2-3 5-6 1-4")
    assert captains_with(blocked, "7-8") == "s"
    assert len(blocked.legal) == 20


@pytest.mark.example("CLV", 5)
@pytest.mark.rule("CLV-17", "CLV-31")
def test_a_boat_of_somebody_else_forces_a_captain_to_walk() -> None:
    position = table(*FORCED)
    assert captains_with(position, "keep") == "6"
    assert boats_with(position, "stay") == []
    assert len(position.legal) == 24


@pytest.mark.example("CLV", 6)
@pytest.mark.rule("CLV-18", "CLV-26")
def test_with_the_boat_moved_first_the_captain_chooses_among_all_it_opens() -> None:
    position = table(*FORCED)
    assert captains_with(position, "5-6") == "56"
    assert captains_with(position, "6-8") == "678"


@pytest.mark.example("CLV", 7)
@pytest.mark.rule("CLV-26", "CLV-28")
def test_a_branching_way_leads_to_every_free_island_on_it() -> None:
    position = table(*BRANCHING)
    assert captains_with(position, "keep") == "249"
    assert boats_with(position, "6") == []
    assert boats_with(position, "stay") == []
    assert len(position.legal) == 57


@pytest.mark.example("CLV", 8)
@pytest.mark.rule("CLV-32")
def test_a_captain_may_take_the_boat_away_in_order_to_stay() -> None:
    position = table(*LEAVING)
    assert captains_with(position, "keep") == "2"
    staying = boats_with(position, "stay")
    assert len(staying) == 15
    assert "1-4" not in staying
    assert "1-5" not in staying
    assert captains_with(position, "1-4") == "247"
    assert len(position.legal) == 36


@pytest.mark.example("CLV", 9)
@pytest.mark.rule("CLV-10", "CLV-29")
def test_a_round_trip_is_no_move() -> None:
    position = table("198", "1-2 2-5 1-5")
    assert captains_with(position, "keep") == "25"
    assert boats_with(position, "1") == []
    assert captains_with(position, "2-4") == ""
    assert len(position.legal) == 41


@pytest.mark.example("CLV", 10)
@pytest.mark.rule("CLV-28")
def test_a_captain_who_reaches_only_occupied_islands_stays() -> None:
    position = table("362", "4-7 3-6 2-3")
    assert captains_with(position, "keep") == "s"
    assert captains_with(position, "1-2") == "1"
    assert len(position.legal) == 18


@pytest.mark.example("CLV", 11)
@pytest.mark.rule("CLV-20", "CLV-21")
def test_a_boat_may_move_to_the_place_that_it_crosses_itself() -> None:
    position = table("439", "1-5 2-3 8-9")
    assert captains_with(position, "2-4") == "2"
    assert len(position.legal) == 18
    turn(position, "captain=2 boat=2-4")
    assert boats(position) == "2-4 2-3 8-9"


@pytest.mark.example("CLV", 12)
@pytest.mark.rule("CLV-18", "CLV-30", "CLV-34", "CLV-35")
def test_each_pair_knows_the_orders_in_which_it_can_be_carried_out() -> None:
    position = table("493", "4-5 5-6 1-2")
    assert len(position.legal) == 55
    ways = {
        text: orders(position.box.constants, position.states, 0, position.box.numbers[text])
        for text in offered(position)
    }
    assert ways["captain=6 boat=4-7"] == CAPTAIN_FIRST
    assert ways["captain=7 boat=4-7"] == BOAT_FIRST
    assert ways["captain=stay boat=1-5"] == BOAT_FIRST
    assert ways["captain=5 boat=keep"] == CAPTAIN_FIRST
    assert ways["captain=6 boat=4-8"] == CAPTAIN_FIRST
    # From 4 over 1-4 the boat of seat 2 leads on to 2; there is no way to 7 after having walked away (CLV-30).
    assert captains_with(position, "1-4") == "1256"
    assert ways["captain=2 boat=1-4"] == BOAT_FIRST


@pytest.mark.rule("CLV-35")
def test_a_pair_that_works_in_both_orders_says_so() -> None:
    position = table("168", "1-2 6-9 2-4")
    number = position.box.numbers["captain=2 boat=1-4"]
    assert orders(position.box.constants, position.states, 0, number) == BOAT_FIRST + CAPTAIN_FIRST


@pytest.mark.rule("CLV-22")
def test_putting_a_boat_back_where_it_was_is_not_offered() -> None:
    position = table(*CUT_OFF)
    assert captains_with(position, "2-3") == ""
    with pytest.raises(NotOffered):
        turn(position, "captain=stay boat=2-3")


@pytest.mark.rule("CLV-10", "CLV-20")
def test_a_boat_goes_to_any_place_that_is_neither_taken_nor_crossed() -> None:
    position = table("198", "1-2 2-5 1-5")
    moves = {text.split("boat=")[1] for text in offered(position)} - {"keep"}
    every = "1-4 2-3 2-6 3-5 3-6 4-5 4-7 4-8 5-6 5-7 5-8 5-9 6-8 6-9 7-8 8-9"
    assert " ".join(sorted(moves)) == every


@pytest.mark.rule("CLV-15", "CLV-16", "CLV-19")
def test_a_turn_moves_only_the_own_pieces_and_the_next_seat_follows() -> None:
    position = table(*FORCED)
    turn(position, "captain=6 boat=4-8")
    assert by_seat(position, "captain") == [6, 1, 9]
    assert boats(position) == "4-8 3-6 7-8"
    assert stands(position) == ("TURN", 1)
    # Seat 1 now: its own boat is on 3-6, that of seat 0 on 4-8; it moves the one or none.
    turn(position, "captain=stay boat=4-5")
    assert boats(position) == "4-8 4-5 7-8"
    assert stands(position) == ("TURN", 2)
    turn(position, "captain=stay boat=keep")
    assert stands(position) == ("TURN", 0)


@pytest.mark.rule("CLV-47")
def test_a_turn_always_has_a_legal_pair() -> None:
    for seats in (2, 3, 4):
        box = game(seats)
        for position in box.positions(200, seed=seats):
            assert len(position.legal) >= 2


@pytest.mark.example("CLV", 20)
@pytest.mark.rule("CLV-27")
def test_the_dead_end_of_the_lagoon_opens_over_occupied_islands() -> None:
    position = table("876", "1-2 7-8 6-9", box=game(3, board="lagoon"))
    assert len(position.legal) == 15
    assert captains_with(position, "keep") == "s"
    assert captains_with(position, "6-7") == "9"
    assert captains_with(position, "5-7") == "5"
    assert captains_with(position, "7-9") == "9"
    assert captains_with(position, "8-9") == "9"
    assert captains_with(position, "5-9") == "s"


@pytest.mark.rule("CLV-17", "CLV-23")
def test_for_an_absent_player_the_boat_is_kept_and_the_captain_moves_only_by_force() -> None:
    for caps, where, played in (
        ("762", "2-3 6-9 1-4", "captain=stay boat=keep"),
        ("319", "1-2 3-6 7-8", "captain=6 boat=keep"),
        ("5673", "2-5 4-5 5-6 6-9", "captain=2 boat=keep"),
    ):
        position = table(caps, where)
        number = position.box.game.rules.absent(position.box.constants, position.states, 0)
        assert position.box.texts[number] == played
