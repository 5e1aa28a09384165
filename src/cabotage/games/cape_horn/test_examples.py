"""The worked examples of RULES.md, 1 to 13; the others stand in test_examples_end.py."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.games.cape_horn.test_kit import (
    NET,
    SHIPS,
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
from tests.reading import offered, phase

FIRST: dict[str, Any] = {"ships": "N1 M1 L1", "points": 4, "hands": "A1 A2 K"}


@pytest.mark.example("CAP", 1)
@pytest.mark.rule("CAP-18", "CAP-44", "CAP-46")
def test_in_the_first_turn_seven_squares_take_a_card_and_without_one_the_ship_must_stay() -> None:
    position = table(phase="LAY", **FIRST)
    assert squares_for_a_card(position) == "I1 I2 J2 K2 L2 M2 N2"
    assert covers(position) == "J1 K1"
    position.play("lay done")
    assert phase(position) == "DRAW"
    assert (ship(position), points(position)) == ("N1", 5)


@pytest.mark.example("CAP", 1)
@pytest.mark.rule("CAP-9", "CAP-10")
def test_in_the_first_turn_the_third_ship_could_sail_to_an_unused_start_square() -> None:
    position = table(phase="LAY", **(FIRST | {"hands": ["", "", "A1"]}), turn=2)
    position.play("lay done")
    assert ends(position) == "K1"


@pytest.mark.example("CAP", 2)
@pytest.mark.rule("CAP-17", "CAP-19")
def test_a_laid_card_opens_the_squares_around_it_at_once() -> None:
    position = table(phase="LAY", **FIRST)
    position.play("lay a1 m2")
    assert squares_for_a_card(position) == "I1 I2 J2 K2 L2 N2 L3 M3 N3"


@pytest.mark.example("CAP", 3)
@pytest.mark.rule("CAP-36")
@pytest.mark.parametrize(("kind", "end"), [("A2", "L5"), ("A1", "L4")])
def test_the_distance_of_a_card_is_exact(kind: str, end: str) -> None:
    assert ends(table(ships="L3", points=2, cards=f"L3 {kind}, L4 F2, L5 F2")) == end


@pytest.mark.example("CAP", 4)
@pytest.mark.rule("CAP-38", "CAP-42", "CAP-43")
@pytest.mark.parametrize(
    ("ships", "cards", "end"),
    [
        ("L3", "L3 A2, L5 F2", "L5"),
        ("L3 L4", "L3 A2, L4 F2, L5 F2", "L5"),
        ("L3 L5", "L3 A2, L4 F2, L5 F2", ""),
        ("L3", "L3 A2, L4 F2", ""),
    ],
)
def test_bare_squares_and_ships_are_passed_over_but_the_end_needs_a_card_and_room(
    ships: str, cards: str, end: str
) -> None:
    position = table(phase="LAY", ships=ships, points=2, cards=cards, hands="A1")
    position.play("lay done")
    assert ends(position) == end
    assert phase(position) == ("MOVE" if end else "DRAW")


@pytest.mark.example("CAP", 5)
@pytest.mark.rule("CAP-22", "CAP-23")
@pytest.mark.parametrize(
    ("kind", "at", "expected"),
    [
        ("F2", "L5", "L7"), ("F2", "L6", "J6"), ("F2", "C8", "C6"), ("F2", "N7", "L7"),
        ("K", "L5", "K7 M7"), ("K", "L6", "J5 J7"), ("K", "C8", "B6 D6"), ("K", "N7", "L6 L8"),
        ("S1", "L5", "K5 M5"), ("S1", "L6", "L5 L7"), ("S1", "C8", "B8 D8"),
        ("B2", "L5", "L3"), ("B2", "L6", "N6"), ("B2", "C5", "C7"),
        ("B2", "L2", ""), ("B2", "M7", ""), ("B2", "N7", ""), ("B2", "C8", ""),
    ],
)  # fmt: skip
def test_a_card_is_turned_by_the_water_it_lies_on(kind: str, at: str, expected: str) -> None:
    assert ends(full_table(on=f"{at} {kind}", ships=at)) == expected


@pytest.mark.example("CAP", 6)
@pytest.mark.rule("CAP-37")
@pytest.mark.parametrize(("at", "expected"), [("K4", "H7 K7 N7"), ("G6", "D6 D9")])
def test_a_path_keeps_the_direction_of_the_square_it_starts_from(at: str, expected: str) -> None:
    assert ends(full_table(on=f"{at} F3", ships=at)) == expected


@pytest.mark.example("CAP", 7)
@pytest.mark.rule("CAP-40", "CAP-41")
@pytest.mark.parametrize(
    ("kind", "at", "expected"),
    [
        ("K", "H3", "I5"),
        ("K", "H4", "G6 I6"),
        ("F3", "J2", "J5 M5"),
        ("S1", "H3", "I3"),
        ("S1", "E5", "D5"),
        ("A1", "H5", "I5 G6 H6 I6"),
    ],
)
def test_a_path_stays_on_the_sea_but_may_pass_a_corner_of_land(kind: str, at: str, expected: str) -> None:
    assert ends(full_table(on=f"{at} {kind}", ships=at)) == expected


@pytest.mark.example("CAP", 8)
@pytest.mark.rule("CAP-35", "CAP-47")
def test_ignoring_leads_to_neighbouring_cards_with_room_for_three_points() -> None:
    cards = "L2 A2, L4 F2, M3 B2, K3 D2"
    rich = table(ships=SHIPS, points=3, cards=cards)
    assert offered(rich) == ["sail l4", "ignore k1", "ignore l1", "ignore m3", "renounce"]
    assert offered(table(ships=SHIPS, points=2, cards=cards)) == ["sail l4", "renounce"]
    rich.play("ignore m3")
    assert (ship(rich), points(rich)) == ("M3", 0)


COVERS = {
    2: "J1 K1 L1 N1 I2 J3 M3 M5 L6",
    3: "J1 N1 I2 J3 M5 L6",
    4: "J1 N1 I2 J3 M5 L6",
    5: "J1 N1 I2 J3 M5",
    6: "J1 N1 I2 J3 M5",
    7: "J1 N1 I2 J3 M5",
    8: "N1 I2 J3",
}


@pytest.mark.example("CAP", 9)
@pytest.mark.rule("CAP-26", "CAP-27", "CAP-28", "CAP-29", "CAP-30", "CAP-33")
@pytest.mark.parametrize("having", COVERS)
def test_what_the_ship_could_reach_with_its_points_may_not_be_covered(having: int) -> None:
    position = table(phase="LAY", ships=SHIPS, points=having, cards=NET, hands="A1")
    assert covers(position) == COVERS[having]


@pytest.mark.example("CAP", 9)
@pytest.mark.rule("CAP-76")
@pytest.mark.parametrize("having", [3, 4, 5, 6, 7, 8])
def test_by_the_direct_ban_only_one_move_counts(having: int) -> None:
    box = game(cover_ban="direct")
    position = table(box, phase="LAY", ships=SHIPS, points=having, cards=NET, hands="A1")
    assert covers(position) == "J1 N1 I2 J3 M5 L6"


@pytest.mark.example("CAP", 10)
@pytest.mark.rule("CAP-18", "CAP-20", "CAP-21")
def test_a_card_may_be_laid_next_to_any_other() -> None:
    position = table(phase="LAY", ships=SHIPS, cards=NET, hands="A1")
    assert squares_for_a_card(position) == (
        "H1 I1 H2 J2 K2 M2 N2 H3 I3 L3 N3 I4 J4 K4 M4 N4 K5 L5 N5 K6 M6 N6 K7 L7 M7"
    )


@pytest.mark.example("CAP", 11)
@pytest.mark.rule("CAP-25")
def test_who_has_laid_covers_nothing_and_who_has_covered_lays_nothing() -> None:
    laying = table(phase="LAY", ships=SHIPS, points=2, cards=NET, hands="A1 A1 K")
    laying.play("lay a1 h1")
    assert phase(laying) == "LAY"
    assert covers(laying) == ""
    covering = table(phase="LAY", ships=SHIPS, points=2, cards=NET, hands="A1 A1 K")
    covering.play("lay a1 j3")
    assert phase(covering) == "MOVE"
    assert hand(covering) == "A1 K"


@pytest.mark.example("CAP", 12)
@pytest.mark.rule("CAP-53", "CAP-54", "CAP-55")
@pytest.mark.parametrize(
    ("having", "from_", "kind", "to", "then"),
    [
        ("red I", "H8", "A1", "G9", "red I"),
        ("red I", "K6", "A1", "J6", "red I, green II"),
        ("red I", "N4", "F3", "N7", "red I"),
        ("green II", "N4", "F3", "N7", "yellow I, green II"),
    ],
)
def test_a_rose_is_taken_if_both_its_zone_and_its_colour_are_missing(
    having: str, from_: str, kind: str, to: str, then: str
) -> None:
    position = full_table(on=f"{from_} {kind}", ships=from_, points=0, roses={0: having})
    position.play(f"sail {to}")
    assert roses(position) == then


@pytest.mark.example("CAP", 12)
@pytest.mark.rule("CAP-39", "CAP-53")
def test_sailing_over_a_station_without_ending_there_gives_nothing() -> None:
    position = full_table(on="K6 F2", ships="K6", points=0, roses={0: "red I"})
    position.play("sail i6")
    assert roses(position) == "red I"


@pytest.mark.example("CAP", 13)
@pytest.mark.rule("CAP-11", "CAP-43")
def test_a_station_takes_any_number_of_ships_and_any_other_square_one() -> None:
    station = table(ships="J5 J6 J6", points=2, cards="J5 A1, J6 F2")
    assert ends(station) == "J6"
    station.play("sail j6")
    assert [ship(station, seat) for seat in range(3)] == ["J6", "J6", "J6"]
    assert ends(full_table(ships="J4 J5 K5", points=2)) == "I4 K4 I5"
    assert ends(table(ships="L1 K1 M2", points=2, cards="M2 A1, L2 A1")) == "M1 L2"
