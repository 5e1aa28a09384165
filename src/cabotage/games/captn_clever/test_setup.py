"""Setting up Capt'n Clever: pieces on the board, cards to the keepers, the first targets."""

from __future__ import annotations

import pytest

from cabotage.core.position import Position
from cabotage.games.captn_clever.actions import BOAT, GIVE, LOOK
from cabotage.games.captn_clever.test_kit import NAMES, boats, cards, game, islands, known, members, places, put, stands
from tests.reading import by_seat, offered

PIECES = ["5", "4-8", "2", "1-4", "9", "2-3", "1", "3-6"]


def set_up(seats: int = 3) -> Position:
    """All pieces stand; seat 0 is to pick the first card."""
    position = game(seats).start(0)
    put(position, *PIECES[: 2 * seats])
    return position


def places_offered(position: Position) -> set[str]:
    return {text.removeprefix("place boat=") for text in offered(position)}


@pytest.mark.rule("CLV-1", "CLV-2", "CLV-6", "CLV-7")
@pytest.mark.parametrize("seats", [3, 4])
def test_from_seat_0_on_each_seat_places_its_captain_and_then_its_boat(seats: int) -> None:
    position = game(seats).start(0)
    order = []
    for piece in PIECES[: 2 * seats]:
        order.append(stands(position))
        put(position, piece)
    assert order == [(phase, seat) for seat in range(seats) for phase in ("CAPTAIN", "BOAT")]
    assert by_seat(position, "captain") == [5, 2, 9, 1][:seats]
    assert boats(position) == " ".join(PIECES[1 : 2 * seats : 2])
    assert stands(position) == ("FIRST_GIVE", 0)


@pytest.mark.rule("CLV-3")
@pytest.mark.parametrize("seats", [3, 4])
def test_each_seat_has_one_captain_one_boat_and_nine_cards(seats: int) -> None:
    position = set_up(seats)
    assert position["captain"].count(0) == 4 - seats
    assert position["boat"].count(0) == 4 - seats
    assert [members(held) for held in by_seat(position, "held")] == ["123456789"] * seats


@pytest.mark.example("CLV", 1)
@pytest.mark.rule("CLV-9", "CLV-10", "CLV-11")
def test_the_third_boat_has_all_places_that_are_neither_taken_nor_crossed() -> None:
    position = game(3).position(phase="BOAT", turn=2, captain=islands("129"), boat=places("1-5 3-6"))
    assert len(position.legal) == 17
    every = "1-2 1-4 2-3 2-5 2-6 3-5 4-5 4-7 4-8 5-6 5-7 5-8 5-9 6-8 6-9 7-8 8-9"
    assert " ".join(sorted(places_offered(position))) == every


@pytest.mark.example("CLV", 2)
@pytest.mark.rule("CLV-8", "CLV-10")
def test_the_second_captain_has_eight_islands_and_the_second_boat_eighteen_places() -> None:
    position = game(3).start(0)
    put(position, "5", "4-8")
    assert offered(position) == [f"place captain={island}" for island in (1, 2, 3, 4, 6, 7, 8, 9)]
    put(position, "1")
    assert len(position.legal) == 18
    assert not places_offered(position) & {"4-8", "5-7"}
    lagoon = game(3, board="lagoon").start(0)
    put(lagoon, "5", "3-6", "1")
    assert len(lagoon.legal) == 15


@pytest.mark.rule("CLV-11")
def test_a_boat_need_not_touch_its_own_captain_and_may_share_an_island() -> None:
    position = game(3).start(0)
    put(position, "1", "5-6", "2", "5-8")
    assert boats(position) == "5-6 5-8"


@pytest.mark.rule("CLV-4", "CLV-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_right_neighbour_sees_the_kept_cards(seats: int) -> None:
    position = game(seats).start(0)
    for viewer in range(seats):
        shown = [int(held) for held in position.view(viewer)["held"][0]][:seats]
        assert shown == [cards("123456789") if seat == viewer else -128 for seat in range(seats)]
    assert [int(held) for held in position.view()["held"][0]] == [-128] * 4


@pytest.mark.rule("CLV-4", "CLV-12", "CLV-14")
def test_each_keeper_picks_any_of_nine_cards_for_the_left_neighbour() -> None:
    position = set_up()
    for keeper, card in enumerate((2, 9, 5)):  # each the island under the receiver's feet
        assert stands(position) == ("FIRST_GIVE", keeper)
        assert offered(position) == [f"give {NAMES[card]}" for card in range(1, 10)]
        position.play(f"give {NAMES[card]}")
    position.roll()
    assert by_seat(position, "target") == [5, 2, 9]
    assert [members(held) for held in by_seat(position, "held")] == ["13456789", "12345678", "12346789"]
    assert stands(position) == ("TURN", 0)


@pytest.mark.rule("CLV-13")
def test_first_cards_stay_hidden_until_the_last_one_is_picked() -> None:
    position = set_up()
    position.play("give spyglass")
    assert [known(position, viewer) for viewer in range(3)] == [[0, 7, 0], [0, None, 0], [0, None, 0]]
    event = position.play("give crown")
    assert [event.seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [-128, -128, GIVE, -128]
    assert [known(position, viewer) for viewer in range(3)] == [[0, 7, None], [0, None, 1], [0, None, None]]
    event = position.play("give goblet")
    assert [event.seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [-128, -128, -128, GIVE + 2]
    assert [known(position, viewer) for viewer in range(3)] == [[None, 7, None], [None, None, 1], [3, None, None]]
    looks = [position.roll_once() for _ in range(3)]
    assert [str(event) for event in looks] == ["look goblet", "look spyglass", "look crown"]
    assert [looks[1].seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [-128, LOOK + 6, LOOK + 6, -128]
    assert stands(position) == ("TURN", 0)
    assert [known(position, viewer) for viewer in range(3)] == [[3, 7, None], [None, 7, 1], [3, None, 1]]
    assert known(position, -1) == [None, None, None]


@pytest.mark.rule("CLV-6")
def test_all_see_where_the_pieces_are_put() -> None:
    position = game(3).start(0)
    put(position, "5")
    event = position.play("place boat=1-2")
    assert [event.seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [BOAT] * 4
