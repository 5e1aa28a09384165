"""The easy variant, the two-player mode and the house rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE
from cabotage.core.errors import SeatsError
from cabotage.core.position import Position
from cabotage.games.captn_clever.actions import LOOK
from cabotage.games.captn_clever.test_kit import (
    NAMES,
    boats,
    boats_with,
    captains_with,
    game,
    imagined,
    known,
    members,
    pile,
    put,
    stands,
    table,
    turn,
)
from tests.reading import by_seat, odds, offered, shares


def easy_start(seats: int = 3) -> Position:
    """All pieces stand, captains on 5, 2, 9 (and 1)."""
    position = game(seats, easy=True).start(0)
    put(position, *(["5", "2-5", "2", "1-4", "9", "2-3", "1", "3-6"][: 2 * seats]))
    return position


@pytest.mark.example("CLV", 17)
@pytest.mark.rule("CLV-49", "CLV-50", "CLV-51")
def test_easy_the_first_target_is_any_of_the_nine_treasures() -> None:
    position = easy_start()
    for _ in range(3):
        assert position.to_act == CHANCE
        assert odds(position) == {f"look {NAMES[card]}": Fraction(1, 9) for card in range(1, 10)}
        position.roll_once()
    assert stands(position) == ("TURN", 0)
    assert by_seat(position, "arrived") == [0, 0, 0]
    assert imagined(position, viewer=1, seat=0, times=400) == "123456789"


@pytest.mark.example("CLV", 17)
@pytest.mark.rule("CLV-37", "CLV-51", "CLV-54")
def test_easy_a_first_card_under_ones_feet_is_found_by_leaving_and_coming_back() -> None:
    position = easy_start()
    for card in ("chest", "ring", "ring"):  # the captain of seat 0 stands on the chest
        position.roll(f"look {card}")
    turn(position, "captain=3 boat=keep")
    assert pile(position, 0) == ""
    assert members(by_seat(position, "arrived")[0]) == "3"
    assert imagined(position, viewer=1, seat=0, times=400) == "12456789"
    turn(position, "captain=1 boat=1-2")
    turn(position, "captain=stay boat=keep")
    turn(position, "captain=5 boat=keep")
    assert pile(position, 0) == "5"
    assert odds(position) == {f"look {NAMES[card]}": Fraction(1, 8) for card in (1, 2, 3, 4, 6, 7, 8, 9)}


@pytest.mark.example("CLV", 17)
@pytest.mark.rule("CLV-41", "CLV-52", "CLV-53")
def test_easy_the_finder_draws_the_next_card_after_the_boat_has_moved() -> None:
    position = table("529", "2-5 1-4 2-3", targets="311", box=game(3, easy=True))
    turn(position, "captain=3 boat=1-2")
    assert boats(position) == "1-2 1-4 2-3"
    assert stands(position) == ("LOOK", CHANCE)
    assert odds(position) == {f"look {NAMES[card]}": Fraction(1, 8) for card in (1, 2, 4, 5, 6, 7, 8, 9)}
    event = position.roll("look chest")[0]
    assert [event.seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [-128, LOOK + 4, -128, -128]
    assert stands(position) == ("TURN", 1)


@pytest.mark.rule("CLV-49")
def test_easy_only_owners_know_their_target_and_no_seat_keeps_cards() -> None:
    position = easy_start()
    for card in (1, 7, 3):
        position.roll(f"look {NAMES[card]}")
    assert [known(position, viewer) for viewer in range(3)] == [[1, None, None], [None, 7, None], [None, None, 3]]
    assert by_seat(position, "held") == [0, 0, 0]
    assert position.scene(0)["keeping"] is None


@pytest.mark.rule("CLV-44", "CLV-52")
def test_easy_the_last_card_needs_no_draw() -> None:
    position = table("529", "2-5 1-4 2-3", targets="311", found=["1245678"], box=game(3, easy=True))
    turn(position, "captain=3 boat=keep")
    assert stands(position) == ("TURN", 1)
    assert known(position, 0)[0] == 9
    assert known(position, 2)[0] is None


@pytest.mark.rule("CLV-54")
def test_easy_a_turn_is_the_same_as_in_the_base_game() -> None:
    for caps, where in (("762", "2-3 6-9 1-4"), ("168", "1-2 6-9 4-7"), ("493", "4-5 5-6 1-2")):
        base, easy = table(caps, where), table(caps, where, box=game(3, easy=True))
        assert offered(easy) == offered(base)
    position = table("529", "2-5 1-4 2-3", targets="311", found=["12456789"], box=game(3, easy=True))
    turn(position, "captain=3 boat=keep")
    assert shares(position) == "1 0 0"


@pytest.mark.example("CLV", 19)
@pytest.mark.rule("CLV-55", "CLV-57")
def test_two_players_move_one_of_their_two_boats() -> None:
    position = table("19", "1-2 5-6 8-9 4-7", box=game(2, boats="two"))
    assert len(position.legal) == 59
    assert captains_with(position, "keep") == "2"
    assert captains_with(position, "1-2>1-5") == "256"
    assert captains_with(position, "5-6>1-4") == "247"
    turn(position, "captain=7 boat=5-6>1-4")
    assert boats(position) == "1-2 1-4 8-9 4-7"
    # Seat 1 moves its own two boats and no other.
    assert {text.split("boat=")[1].split(">")[0] for text in offered(position)} == {"keep", "8-9", "4-7"}


@pytest.mark.rule("CLV-57")
def test_two_players_the_own_other_boat_blocks_its_place_and_its_crossing() -> None:
    position = table("19", "1-5 4-8 2-3 6-9")
    moves = {text.split("boat=")[1] for text in offered(position)}
    assert "1-5>2-4" in moves
    assert "1-5>5-7" not in moves
    assert "1-5>4-8" not in moves
    assert "4-8>5-7" in moves
    assert "4-8>2-4" not in moves


@pytest.mark.rule("CLV-55", "CLV-56")
def test_two_players_place_a_captain_and_two_boats_each_and_keep_each_others_cards() -> None:
    position = game(2).start(0)
    order = []
    for piece in ["5", "4-8", "1-4", "2", "2-3", "3-6"]:
        order.append(stands(position))
        put(position, piece)
    phases = ("CAPTAIN", "BOAT", "BOAT")
    assert order == [(phase, seat) for seat in range(2) for phase in phases]
    assert boats(position) == "4-8 1-4 2-3 3-6"
    position.play("give crown")
    assert [known(position, viewer) for viewer in range(2)] == [[0, 1], [0, None]]
    position.play("give pearl")
    position.roll()
    assert [known(position, viewer) for viewer in range(2)] == [[2, 1], [2, 1]]


@pytest.mark.example("CLV", 22)
@pytest.mark.rule("CLV-55", "CLV-64")
def test_two_players_with_one_boat_each_play_like_more_players() -> None:
    box = game(2, boats="one")
    position = table("19", "1-2 8-9", box=box)
    assert [captains_with(position, boat) for boat in ("keep", "1-5", "2-5")] == ["2", "25", "s2"]
    assert choice_orders(position, "captain=2 boat=2-5") == ["captain"]
    assert len(position.legal) == 37
    turn(position, "captain=2 boat=1-5")
    assert boats(position) == "1-5 8-9"
    start = box.start(0)
    order = []
    for piece in ["5", "4-8", "2", "2-3"]:
        order.append(stands(start))
        put(start, piece)
    assert order == [("CAPTAIN", 0), ("BOAT", 0), ("CAPTAIN", 1), ("BOAT", 1)]
    assert stands(start) == ("FIRST_GIVE", 0)


def choice_orders(position: Position, text: str) -> list[str]:
    """In which orders a turn can be carried out."""
    found: list[str] = next(each["orders"] for each in position.choices(position.to_act) if each["notation"] == text)
    return found


@pytest.mark.example("CLV", 22)
@pytest.mark.rule("CLV-64")
def test_with_more_players_the_number_of_boats_has_no_effect() -> None:
    for seats in (3, 4):
        assert (game(seats, boats="one").constants == game(seats, boats="two").constants).all()


@pytest.mark.rule("CLV-58")
@pytest.mark.parametrize("treasures", [6, 5])
def test_a_short_game_ends_with_fewer_treasures(treasures: int) -> None:
    found = ["12345"[: treasures - 1]]
    position = table("529", "2-5 1-4 2-6", targets="611", found=found, box=game(3, treasures=treasures))
    turn(position, "captain=6 boat=keep")
    assert shares(position) == "1 0 0"


@pytest.mark.rule("CLV-58")
def test_in_a_short_game_the_keeper_still_picks_among_all_cards() -> None:
    position = table("529", "2-5 1-4 2-6", targets="611", found=["12"], box=game(3, treasures=5))
    turn(position, "captain=6 boat=keep")
    assert offered(position) == [f"give {NAMES[card]}" for card in (3, 4, 5, 7, 8, 9)]


@pytest.mark.example("CLV", 21)
@pytest.mark.rule("CLV-59")
def test_a_captain_that_stayed_twice_must_move_if_possible() -> None:
    box = game(3, max_stay=2)
    position = table("762", "2-3 6-9 1-4", box=box, stays=[2, 0, 0, 0])
    pairs = ["captain=1 boat=4-7", "captain=4 boat=4-7", "captain=5 boat=5-7", "captain=8 boat=7-8"]
    assert offered(position) == pairs
    assert len(table("762", "2-3 6-9 1-4", box=box, stays=[1, 0, 0, 0]).legal) == 19


@pytest.mark.rule("CLV-59")
def test_staying_is_counted_by_choice_or_by_force_and_ends_with_a_step() -> None:
    position = table("762", "2-3 6-9 1-4", targets="118", box=game(3, max_stay=2))
    counts = []
    for text in ("captain=stay boat=keep", "captain=9 boat=keep", "captain=3 boat=keep"):
        turn(position, text)
        counts.append(by_seat(position, "stays"))
    assert counts == [[1, 0, 0], [1, 0, 0], [1, 0, 0]]
    turn(position, "captain=stay boat=1-2")
    assert by_seat(position, "stays") == [2, 0, 0]
    turn(position, "captain=6 boat=keep")
    turn(position, "captain=stay boat=keep")
    assert by_seat(position, "stays") == [2, 0, 1]
    turn(position, "captain=5 boat=5-7")
    assert by_seat(position, "stays") == [0, 0, 1]


@pytest.mark.rule("CLV-59")
def test_who_cannot_move_may_stay_a_third_time() -> None:
    # Islands 2, 5 and 4 are all that boat 1-2, 1-4 or 1-5 could lead to; captains stand on all of them.
    position = table("1254", "3-6 6-9 7-8 8-9", box=game(4, max_stay=2), stays=[2, 0, 0, 0])
    assert [captains_with(position, boat) for boat in ("keep", "1-2", "1-4", "1-5", "2-3")] == ["s"] * 5
    assert len(boats_with(position, "stay")) == len(position.legal)


@pytest.mark.rule("CLV-59")
def test_the_only_way_out_is_taken_without_a_question() -> None:
    # Captain 0 on 1 has stayed twice; over 1-2 it comes to 3 and nowhere else: 2, 4 and 5 are taken.
    box = game(4, max_stay=2)
    position = table("1254", "3-6 2-3 7-8 6-9", box=box, stays=[2, 0, 0, 0], turn=3, targets="9999")
    turn(position, "captain=stay boat=8-9")
    assert by_seat(position, "captain") == [3, 2, 5, 4]
    assert boats(position) == "1-2 2-3 7-8 8-9"
    assert stands(position) == ("TURN", 1)


@pytest.mark.rule("CLV-60")
def test_with_show_found_all_the_table_shows_every_found_card() -> None:
    shown = []
    for option in ("last", "all"):
        position = table("529", "2-5 1-4 2-6", targets="611", found=["12"], box=game(3, show_found=option))
        turn(position, "captain=6 boat=keep")
        assert pile(position, 0) == "126"
        shown.append(position.scene(1)["players"][0]["found"])
    assert shown == [None, ["crown", "pearl", "ring"]]


@pytest.mark.rule("CLV-55")
def test_two_to_four_sit_down() -> None:
    for seats in (1, 5):
        with pytest.raises(SeatsError):
            game(seats)
    assert [game(seats).seats for seats in (2, 3, 4)] == [2, 3, 4]
