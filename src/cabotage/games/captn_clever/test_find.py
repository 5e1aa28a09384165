"""Finding treasures, and getting the next card."""

from __future__ import annotations

import pytest

from cabotage.core.chance import below
from cabotage.games.captn_clever.actions import GIVE
from cabotage.games.captn_clever.test_kit import NAMES, boats, game, imagined, known, members, pile, stands, table, turn
from tests.reading import by_seat, offered, shares

BRANCHING = ("5673", "2-5 4-5 5-6 6-9")


@pytest.mark.example("CLV", 13)
@pytest.mark.rule("CLV-36", "CLV-38", "CLV-39")
def test_every_pair_that_ends_on_the_target_finds_and_no_other() -> None:
    texts = offered(table(*BRANCHING, targets="9111"))
    assert sum("captain=9" in text for text in texts) > 1
    for text in texts:
        position = table(*BRANCHING, targets="9111")
        turn(position, text)
        assert pile(position, 0) == ("9" if "captain=9" in text else "")


@pytest.mark.example("CLV", 13)
@pytest.mark.rule("CLV-36")
def test_walking_through_the_target_finds_nothing() -> None:
    for text in offered(table(*BRANCHING, targets="6111")):
        position = table(*BRANCHING, targets="6111")
        turn(position, text)
        assert by_seat(position, "treasures") == [0, 0, 0, 0]


@pytest.mark.example("CLV", 14)
@pytest.mark.rule("CLV-14", "CLV-37")
def test_the_first_target_under_ones_feet_is_found_by_leaving_and_coming_back() -> None:
    position = table("536", "2-5 7-8 8-9", targets="511")
    turn(position, "captain=stay boat=1-4")
    assert by_seat(position, "treasures") == [0, 0, 0]
    position = table("536", "2-5 7-8 8-9", targets="511")
    turn(position, "captain=2 boat=keep")
    turn(position, "captain=stay boat=keep")
    turn(position, "captain=stay boat=keep")
    assert by_seat(position, "treasures") == [0, 0, 0]
    turn(position, "captain=5 boat=keep")
    assert pile(position, 0) == "5"


@pytest.mark.rule("CLV-38", "CLV-40")
def test_a_found_card_is_known_to_all_but_only_the_last_one_stays_in_sight() -> None:
    position = table(*BRANCHING, targets="9111", found=["13"])
    turn(position, "captain=9 boat=keep")
    for viewer in range(-1, 4):
        view = position.view(viewer)
        assert members(int(view["found"][0][0])) == "139"
        glance = position.box.visibility.glance(view).fields
        assert glance["found"][0] == -128
        assert glance["last"][0] == 9
        assert position.scene(viewer)["players"][0]["found"] is None
        assert position.scene(viewer)["players"][0]["last"] == "mask"


@pytest.mark.rule("CLV-41", "CLV-42", "CLV-43")
def test_after_a_find_and_the_boat_move_the_keeper_picks_the_next_card_before_the_next_turn() -> None:
    position = table(*BRANCHING, targets="9111", found=["13"])
    turn(position, "captain=9 boat=1-2")
    assert boats(position) == "1-2 4-5 5-6 6-9"
    assert stands(position) == ("GIVE", 3)
    assert offered(position) == [f"give {NAMES[card]}" for card in (2, 4, 5, 6, 7, 8)]
    assert known(position, 0)[0] == 0
    event = position.play("give spyglass")
    assert [event.seen_by(viewer) for viewer in (-1, 0, 1, 2, 3)] == [-128, GIVE + 6, -128, -128, GIVE + 6]
    assert [known(position, viewer)[0] for viewer in (-1, 0, 1, 2, 3)] == [None, 7, None, None, 7]
    assert members(by_seat(position, "held")[3]) == "24568"
    assert stands(position) == ("TURN", 1)


@pytest.mark.example("CLV", 16)
@pytest.mark.rule("CLV-44")
def test_the_last_card_is_given_without_a_question() -> None:
    position = table("567", "2-5 5-6 8-9", targets="198", found=["", "1234567"], turn=1)
    turn(position, "captain=9 boat=6-9")
    assert pile(position, 1) == "12345679"
    assert stands(position) == ("TURN", 2)
    assert [known(position, viewer)[1] for viewer in range(3)] == [8, 8, None]
    assert members(by_seat(position, "held")[0]) == ""
    assert imagined(position, viewer=2, seat=1) == "8"


@pytest.mark.example("CLV", 16)
@pytest.mark.rule("CLV-58")
def test_with_five_treasures_the_fifth_ends_the_game_instead() -> None:
    position = table("567", "2-5 5-6 8-9", targets="198", found=["", "1234"], turn=1, box=game(3, treasures=5))
    turn(position, "captain=9 boat=6-9")
    assert stands(position) == ("OVER", -2)
    assert shares(position) == "0 1 0"


@pytest.mark.example("CLV", 15)
@pytest.mark.rule("CLV-36", "CLV-39")
def test_islands_visited_without_a_find_are_not_the_target() -> None:
    position = table("214", "5-7 8-9 4-5", targets="116", found=["", "", "14"], turn=2)
    turn(position, "captain=5 boat=keep")
    turn(position, "captain=stay boat=keep")
    turn(position, "captain=stay boat=keep")
    turn(position, "captain=8 boat=5-8")
    assert members(by_seat(position, "arrived")[2]) == "58"
    assert imagined(position, viewer=0, seat=2) == "23679"
    assert imagined(position, viewer=-1, seat=2) == "23679"
    # The keeper of seat 2 is seat 1, which knows, as seat 2 does.
    assert imagined(position, viewer=1, seat=2) == "6"
    assert imagined(position, viewer=2, seat=2) == "6"


@pytest.mark.rule("CLV-37", "CLV-42")
def test_staying_rules_nothing_out_and_a_new_card_begins_anew() -> None:
    position = table(*BRANCHING, targets="9111", arrived=[4, 0, 0, 0])
    turn(position, "captain=9 boat=keep")
    position.play("give compass")
    assert by_seat(position, "arrived")[0] == 0
    stuck = table("762", "2-3 6-9 1-4", targets="911")
    turn(stuck, "captain=stay boat=keep")
    assert by_seat(stuck, "arrived")[0] == 0
    assert imagined(stuck, viewer=1, seat=0, times=400) == "123456789"


@pytest.mark.example("CLV", 18)
@pytest.mark.rule("CLV-45", "CLV-46", "CLV-62")
def test_the_ninth_treasure_wins_at_once() -> None:
    found = ["12345678", "12345678", "12", "123"]
    position = table("1573", "2-5 4-5 5-6 6-9", targets="9944", found=found, turn=1, rounds=13)
    turn(position, "captain=9 boat=keep")
    assert stands(position) == ("OVER", -2)
    assert position["rounds"] == 13
    assert shares(position) == "0 1 0 0"
    assert position.places == (2, 1, 4, 3)


@pytest.mark.rule("CLV-61")
@pytest.mark.parametrize("boat", ["1-2", "5-9"])  # after the captain or before
def test_the_boat_move_of_the_winning_pair_is_carried_out(boat: str) -> None:
    position = table("5673", "2-5 4-5 5-6 6-9", targets="9111", found=["12345678"])
    turn(position, f"captain=9 boat={boat}")
    assert stands(position) == ("OVER", -2)
    assert boats(position) == f"{boat} 4-5 5-6 6-9"


@pytest.mark.rule("CLV-48", "CLV-62")
def test_after_a_hundred_rounds_most_treasures_win_and_equals_share() -> None:
    position = table("762", "2-3 6-9 1-4", targets="111", found=["12", "345", "678"], turn=2, rounds=99)
    turn(position, "captain=3 boat=keep")
    assert stands(position) == ("OVER", -2)
    assert position["rounds"] == 100
    assert shares(position) == "0 1/2 1/2"
    assert position.places == (3, 1, 1)


@pytest.mark.rule("CLV-48")
def test_a_find_in_the_very_last_turn_counts_but_brings_no_new_card() -> None:
    position = table("562", "2-5 6-9 2-3", targets="113", found=["12"], turn=2, rounds=99)
    turn(position, "captain=3 boat=keep")
    assert stands(position) == ("OVER", -2)
    assert by_seat(position, "treasures") == [2, 0, 1]
    assert by_seat(position, "target")[2] == 0
    assert shares(position) == "1 0 0"


@pytest.mark.rule("CLV-46")
def test_a_game_that_is_not_stopped_has_one_winner() -> None:
    decided = 0
    for seed in range(8):
        position = game(4, treasures=5).start(seed)
        while not position.is_over:
            position.roll()
            position.play(int(position.legal.numbers[below(position.dice.rng, len(position.legal))]))
            position.roll()
        if position["rounds"] < 100:
            assert sorted(position.score or ()) == [0, 0, 0, 1]
            assert max(by_seat(position, "treasures")) == 5
            decided += 1
    assert decided > 0
