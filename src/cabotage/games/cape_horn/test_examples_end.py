"""The worked examples of RULES.md, 14 to 23; the first ones stand in test_examples.py."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cabotage.core.contract import OVER
from cabotage.games.cape_horn.test_kit import (
    covers,
    ends,
    full_table,
    game,
    hand,
    points,
    roses,
    ship,
    squares_for_a_card,
    table,
)
from tests.reading import by_seat, odds, offered, phase, shares, stands

TWO = {0: "red I, green II"}


@pytest.mark.example("CAP", 14)
@pytest.mark.rule("CAP-66", "CAP-69")
def test_the_third_rose_ends_the_game_at_once() -> None:
    position = table(ships="C5", points=5, cards="C5 A2, A5 F2", roses=TWO, hands="K")
    position.play("sail a5")
    assert roses(position) == "red I, green II, yellow III"
    assert position.to_act == OVER
    assert (points(position), hand(position), shares(position)) == (5, "K", "1 0 0")


@pytest.mark.example("CAP", 15)
@pytest.mark.rule("CAP-65", "CAP-67")
@pytest.mark.parametrize(
    ("kind", "at", "expected"),
    [
        ("A1", "C3", "B3 D3 line"), ("A1", "A3", "B3 line"), ("A1", "E3", "D3 line"),
        ("A1", "C4", "B3 C3 D3 B4 D4"), ("A2", "C4", "A4 E4 line"),
        ("F2", "C4", "line"), ("F3", "C4", "line"), ("D2", "C4", "line"), ("K", "C4", "line"),
        ("F2", "C5", "C3"), ("F3", "C5", "line"), ("F3", "C6", "C3"), ("K", "C5", "B3 D3"),
        ("S1", "C3", "B3 D3"), ("B2", "C3", "C5"),
    ],
)  # fmt: skip
def test_with_two_roses_a_path_may_end_beyond_the_line(kind: str, at: str, expected: str) -> None:
    assert ends(full_table(on=f"{at} {kind}", ships=at, points=0, roses=TWO)) == expected


@pytest.mark.example("CAP", 15)
@pytest.mark.rule("CAP-42", "CAP-65", "CAP-69", "CAP-82")
def test_crossing_the_line_wins_and_needs_no_card_beyond_it() -> None:
    assert offered(table(ships="C5", points=0, cards="C5 F2, C4 F2", roses=TWO)) == ["renounce"]
    position = table(ships="C4", points=8, cards="C4 F3", roses=TWO)
    assert ends(position) == "line"
    position.play("sail line")
    assert (position.to_act, ship(position), points(position)) == (OVER, "", 8)
    assert shares(position) == "1 0 0"


@pytest.mark.example("CAP", 16)
@pytest.mark.rule("CAP-68")
def test_with_one_rose_no_path_leads_over_the_line() -> None:
    one = {0: "red I"}
    for kind, at, expected in (("F2", "C3", ""), ("F2", "C4", ""), ("A1", "C3", "B3 D3")):
        assert ends(full_table(on=f"{at} {kind}", ships=at, points=3, roses=one)) == expected
    assert ends(table(ships="C3", points=0, cards="C3 A1, D3 A1", roses=one)) == "D3"


@pytest.mark.example("CAP", 17)
@pytest.mark.rule("CAP-48", "CAP-77")
def test_ignoring_does_not_lead_over_the_line_unless_that_was_agreed() -> None:
    cards = "C3 B2, D3 A1"
    assert offered(table(ships="C3", cards=cards, roses=TWO)) == ["ignore d3", "renounce"]
    agreed = table(game(ignore_over_line=True), ships="C3", cards=cards, roses=TWO)
    assert offered(agreed) == ["ignore d3", "ignore line", "renounce"]
    agreed.play("ignore line")
    assert (agreed.to_act, points(agreed), shares(agreed)) == (OVER, 0, "1 0 0")


@pytest.mark.example("CAP", 18)
@pytest.mark.rule("CAP-49", "CAP-50", "CAP-51", "CAP-52")
def test_a_second_move_costs_five_points_and_eight_if_it_is_an_ignored_one() -> None:
    position = table(ships="L3", points=8, cards="L3 A1, L4 F2, L6 S1, M5 D2")
    position.play("sail l4")
    assert points(position) == 8
    assert offered(position) == ["sail l6", "ignore l3", "ignore m5", "stop"]
    sailing = position.copy()
    sailing.play("sail l6")
    assert (points(sailing), phase(sailing)) == (3, "DRAW")
    position.play("ignore l3")
    assert (points(position), ship(position), phase(position)) == (0, "L3", "DRAW")


@pytest.mark.example("CAP", 18)
@pytest.mark.rule("CAP-50", "CAP-52")
@pytest.mark.parametrize(("having", "left", "then"), [(8, 5, ["sail l6", "stop"]), (7, 4, [])])
def test_after_an_ignored_first_move_the_second_must_be_by_card(having: int, left: int, then: list[str]) -> None:
    position = table(ships="L3", points=having, cards="L3 B2, L4 F2, L6 S1, M5 D2")
    position.play("ignore l4")
    assert points(position) == left
    assert offered(position) == then
    assert phase(position) == ("SPRINT" if then else "DRAW")


@pytest.mark.example("CAP", 19)
@pytest.mark.rule("CAP-13", "CAP-14", "CAP-15", "CAP-45")
@pytest.mark.parametrize(("before", "risen", "renounced"), [(8, 8, 8), (7, 8, 8), (3, 4, 5)])
def test_points_rise_by_turn_and_by_renouncing_up_to_eight(before: int, risen: int, renounced: int) -> None:
    hands = ["A1", "A1", "A1"]
    position = table(phase="BUY", turn=2, ships="L2", points=[before, 3, 3], cards="L2 A1, L3 A1", hands=hands)
    position.play("end turn")
    assert stands(position) == ("LAY", 0)
    assert points(position) == risen
    position.play("lay done")
    position.play("renounce")
    assert points(position) == renounced


@pytest.mark.example("CAP", 19)
@pytest.mark.rule("CAP-61", "CAP-63")
def test_two_bought_cards_cost_two_points() -> None:
    position = table(ships="L2", points=4, cards="L2 A1, L3 A1", hands="A1")
    position.play("renounce")
    position.roll("draw k")
    assert (points(position), offered(position)) == (5, ["buy", "end turn"])
    position.play("buy")
    position.roll("draw f3")
    assert (points(position), hand(position)) == (4, "A1 F3 K")
    position.play("buy")
    position.roll("draw b2")
    assert (points(position), phase(position), hand(position)) == (3, "BUY", "A1 F3 K B2")


@pytest.mark.example("CAP", 20)
@pytest.mark.rule("CAP-60", "CAP-62")
def test_a_full_hand_draws_nothing_and_is_asked_nothing() -> None:
    position = table(ships="L2", points=4, cards="L2 A1, L3 A1", hands=["A1 A2 F2 F3 D2 K", "A1"])
    position.play("renounce")
    assert stands(position) == ("LAY", 1)
    assert hand(position) == "A1 A2 F2 F3 D2 K"


@pytest.mark.example("CAP", 20)
@pytest.mark.rule("CAP-60", "CAP-61")
def test_drawing_stops_when_hand_or_points_are_at_their_end() -> None:
    position = table(ships="L2", points=4, cards="L2 A1, L3 A1", hands=["A1 A2 F2 F3 D2", "A1"])
    position.play("renounce")
    position.roll("draw k")
    assert stands(position) == ("LAY", 1)
    position = table(ships="L2", points=1, cards="L2 A1, L3 A1", hands=["A1 A1 A1", "A1"])
    position.play("renounce")
    assert points(position) == 2
    position.roll("draw k")
    position.play("buy")
    position.roll("draw k")
    position.play("buy")
    position.roll("draw k")
    assert (hand(position), points(position), stands(position)) == ("A1 A1 A1 K K K", 0, ("LAY", 1))


@pytest.mark.example("CAP", 20)
@pytest.mark.rule("CAP-71")
def test_an_empty_pool_gives_no_card_and_sells_none() -> None:
    one_left: dict[str, Any] = {"pool": [0, 0, 0, 0, 0, 0, 0, 1], "stock": 1}
    position = table(ships="L2", points=4, cards="L2 A1, L3 A1", hands=["A1", "A1"], **one_left)
    position.play("renounce")
    assert odds(position) == {"draw b2": Fraction(1)}
    position.roll("draw b2")
    assert (stands(position), points(position)) == (("LAY", 1), 5)
    none_left: dict[str, Any] = {"pool": [0] * 8, "stock": 0}
    position = table(ships="L2", points=4, cards="L2 A1, L3 A1", hands=["A1", "A1"], **none_left)
    position.play("renounce")
    assert (stands(position), points(position), hand(position)) == (("LAY", 1), 5, "A1")


@pytest.mark.example("CAP", 21)
@pytest.mark.rule("CAP-46", "CAP-74")
def test_a_stuck_ship_gets_two_points_a_turn_without_a_question() -> None:
    position = table(phase="BUY", ships="N7 M6", points=[4, 3, 3], cards="N7 B2, M6 A1", hands=["", "A1", "A1"], turn=2)
    position.play("end turn")
    assert stands(position) == ("DRAW", 0)
    assert points(position) == 6
    position.roll("draw a1")
    assert offered(position) == ["buy", "end turn"]


@pytest.mark.example("CAP", 22)
def test_a_player_counts_unseen_cards() -> None:
    cards = (
        "I1 B2, H1 B2, H2 B2, I2 B2, J2 F2, K2 F2, L2 F2, M2 F2, N2 F2, H3 F2, I3 D2, J3 D2, K3 D2, L3 D2, M3 D2, "
        "N3 D2, H4 S1, I4 S1, J4 S1, K4 S1"
    )
    others = ["A1 A1 A2 K", "S1 D2 D2 F3 F3"]
    position = table(ships="J2 K2 L2", points=0, cards=cards, hands=["A1 A2 K", *others], phase="DRAW")
    assert (position["laid"], position["stock"]) == (20, 58)
    drawn = 0
    trials = 4000
    for seed in range(trials):
        imagined = position.box.resample(position.view(0), 0, seed)
        assert by_seat(imagined, "held") == [3, 4, 5]
        assert sum(imagined["pool"]) == 58
        drawn += str(imagined.roll_once()) == "draw b2"
    assert abs(drawn / trials - 4 / 67) < 0.015


@pytest.mark.example("CAP", 23)
@pytest.mark.rule("CAP-70")
def test_the_others_are_ranked_by_roses_then_by_their_way_to_the_line() -> None:
    position = table(
        game(4), ships="C3 C4 F6 N1", cards="C3 A1", roses=TWO | {1: "red I", 2: "green I", 3: "red I, green II"}
    )
    position.play("sail line")
    assert position.places == (1, 3, 4, 2)
    assert shares(position) == "1 0 0 0"


@pytest.mark.example("CAP", 24)
@pytest.mark.rule("CAP-18", "CAP-36", "CAP-38", "CAP-42")
def test_the_example_of_the_book() -> None:
    position = table(phase="LAY", ships="L2 N1 M1", points=4, cards="L2 A2, J3 S1", hands="F3")
    without = position.copy()
    without.play("lay done")
    assert offered(without) == ["ignore k1", "ignore l1", "renounce"]
    assert squares_for_a_card(position) == "I1 I2 J2 K2 M2 N2 I3 K3 L3 M3 I4 J4 K4"
    assert covers(position) == "J1 J3"
    position.play("lay f3 j4")
    assert offered(position) == ["sail j4", "ignore k1", "ignore l1", "renounce"]
    position.play("sail j4")
    assert ship(position) == "J4"
    assert ends(table(ships="J4", points=0, cards="J4 F3, J7 A1, M7 A1, G7 A1")) == "G7 J7 M7"
