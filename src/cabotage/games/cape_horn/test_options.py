"""The options: readings of unclear sentences, and house rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cabotage.core.contract import HIDDEN, OVER
from cabotage.core.errors import SeatsError
from cabotage.games import find
from cabotage.games.cape_horn.test_kit import game, points, roses, table
from tests.reading import by_seat, odds, offered, shares

TWO = {0: "red I, green II"}


def test_the_options_and_their_defaults_are_those_of_the_rules() -> None:
    assert {option.name: option.default for option in find("cape_horn").options} == {
        "cover_ban": "turn",
        "ignore_over_line": False,
        "sea": "normal",
        "seat_bonus": False,
        "three_roses_win": True,
        "duo": False,
        "board": "horn",
        "deck": "winds",
    }


@pytest.mark.rule("CAP-77")
def test_ignoring_over_the_line_needs_two_roses_a_square_below_it_and_the_points() -> None:
    box = game(ignore_over_line=True)
    one = table(box, ships="C3", cards="C3 B2, D3 A1", roses={0: "red I"})
    assert offered(one) == ["ignore d3", "renounce"]
    poor = table(box, ships="C3", points=2, cards="C3 A1, D3 B2", roses={0: "red I"})
    assert offered(poor) == ["sail d3", "renounce"]
    south = table(box, ships="C4", cards="C4 B2, C3 A1", roses=TWO)
    assert offered(south) == ["ignore c3", "renounce"]
    free = table(box, ships="C3", cards="C3 F2", roses=TWO)
    assert offered(free) == ["sail line", "renounce"]


@pytest.mark.rule("CAP-77")
def test_ignoring_over_the_line_as_a_second_move_takes_eight_points() -> None:
    box = game(ignore_over_line=True)
    position = table(box, ships="C4", points=8, cards="C4 A1, C3 B2", roses=TWO)
    position.play("sail c3")
    assert offered(position) == ["ignore c4", "ignore line", "stop"]
    position.play("ignore line")
    assert (position.to_act, points(position), shares(position)) == (OVER, 0, "1 0 0")
    poorer = table(box, ships="C4", points=7, cards="C4 A1, C3 B2", roses=TWO)
    poorer.play("sail c3")
    assert poorer.is_chance


@pytest.mark.rule("CAP-77")
def test_a_ship_that_can_only_ignore_over_the_line_is_asked() -> None:
    position = table(game(ignore_over_line=True), phase="LAY", ships="C3", cards="C3 B2", roses=TWO, hands="A1")
    position.play("lay done")
    assert offered(position) == ["ignore line", "renounce"]


@pytest.mark.rule("CAP-2", "CAP-78")
def test_the_rough_sea_has_more_cross_and_head_winds() -> None:
    normal, rough = game().first(0), game(sea="rough").first(0)
    for position in (normal, rough):
        position.roll("starter 0")
    assert odds(normal) == {
        "draw a1": Fraction(16, 90), "draw a2": Fraction(14, 90), "draw f2": Fraction(12, 90),
        "draw f3": Fraction(8, 90), "draw d2": Fraction(12, 90), "draw k": Fraction(12, 90),
        "draw s1": Fraction(8, 90), "draw b2": Fraction(8, 90),
    }  # fmt: skip
    assert odds(rough) == {
        "draw a1": Fraction(12, 90), "draw a2": Fraction(10, 90), "draw f2": Fraction(12, 90),
        "draw f3": Fraction(8, 90), "draw d2": Fraction(12, 90), "draw k": Fraction(12, 90),
        "draw s1": Fraction(12, 90), "draw b2": Fraction(12, 90),
    }  # fmt: skip


@pytest.mark.rule("CAP-79")
def test_the_seat_bonus_grows_in_turn_order() -> None:
    position = game(5, seat_bonus=True).first(0)
    position.roll("starter 2")
    assert by_seat(position, "points") == [6, 7, 3, 4, 5]


@pytest.mark.rule("CAP-80")
def test_without_the_win_by_three_roses_the_third_is_only_taken() -> None:
    box = game(three_roses_win=False)
    position = table(box, ships="C5", points=0, cards="C5 A2, A5 F2", roses=TWO)
    position.play("sail a5")
    assert roses(position) == "red I, green II, yellow III"
    assert position.is_chance
    assert position.places == (1, 3, 2)


@pytest.mark.rule("CAP-81")
def test_duo_is_for_four_seats_of_two_people() -> None:
    box = game(4, duo=True)
    assert box.teams == (0, 1, 0, 1)
    with pytest.raises(SeatsError):
        game(3, duo=True)


@pytest.mark.rule("CAP-81")
def test_in_duo_a_person_sees_both_own_hands_and_no_other() -> None:
    box = game(4, duo=True)
    position = table(box, hands=["A1", "A2 A2", "F2", "K"])
    known = [[int(row[0]) != HIDDEN for row in position.view(seat)["hand"][0][:4]] for seat in range(4)]
    assert known == [[True, False, True, False], [False, True, False, True]] * 2
    drawing = table(box, phase="DRAW", turn=2, hands=["A1", "A2 A2", "F2", "K"])
    event = drawing.roll("draw s1")[0]
    assert [event.seen_by(seat) for seat in (0, 1, 2, 3, -1)] == [event.number, HIDDEN, event.number, HIDDEN, HIDDEN]


@pytest.mark.rule("CAP-81")
def test_in_duo_the_persons_other_ship_is_in_the_way_like_any_other() -> None:
    position = table(game(4, duo=True), ships="L3 A9 L4 E9", points=0, cards="L3 A1, L4 A1, M4 A1")
    assert offered(position) == ["sail m4", "renounce"]


@pytest.mark.rule("CAP-81", "CAP-82")
def test_in_duo_both_seats_of_the_winner_win() -> None:
    position = table(game(4, duo=True), turn=2, ships="N1 M1 C3 J6", points=0, cards="C3 F2, J6 A1", roses={2: TWO[0]})
    position.play("sail line")
    assert shares(position) == "1 0 1 0"
    assert position.places == (1, 2, 1, 2)


@pytest.mark.rule("CAP-81", "CAP-73")
def test_in_duo_a_person_counts_with_the_better_seat() -> None:
    box = game(4, duo=True)
    late: dict[str, Any] = {"phase": "BUY", "turn": 3, "turns": 239, "points": 0}
    position = table(box, ships="N1 M1 H5 J6", cards="H5 A1, J6 A1", roses={0: "red I", 1: "red I"}, **late)
    position.play("end turn")
    assert shares(position) == "0 1 0 1"  # M1 is nearer to the line than N1
    equal = table(box, ships="L1 K1 H5 J6", cards="H5 A1, J6 A1", roses={0: "red I", 1: "red I"}, **late)
    equal.play("end turn")
    assert shares(equal) == "1/2 1/2 1/2 1/2"
    assert equal.places == (1, 1, 1, 1)
