"""Steps 1 and 2 of a turn: the point, laying cards, covering one."""

from __future__ import annotations

import pytest

from cabotage.core.errors import NotOffered
from cabotage.games.cape_horn.test_kit import (
    NET,
    SHIPS,
    covers,
    ends,
    full_table,
    game,
    hand,
    points,
    ship,
    square,
    squares_for_a_card,
    table,
)
from tests.reading import offered, phase, stands

NEXT = ["A1", "A1", "A1"]


@pytest.mark.rule("CAP-12")
def test_a_turn_goes_from_the_point_over_laying_and_moving_to_drawing() -> None:
    position = table(phase="BUY", turn=2, ships="L2", points=3, cards="L2 A1, L3 A1", hands=NEXT)
    position.play("end turn")
    assert (stands(position), points(position)) == (("LAY", 0), 4)
    position.play("lay done")
    assert stands(position) == ("MOVE", 0)
    position.play("sail l3")
    assert stands(position) == ("DRAW", 0)
    position.roll("draw k")
    assert stands(position) == ("BUY", 0)
    position.play("end turn")
    assert (stands(position), points(position, 1)) == (("LAY", 1), 4)


@pytest.mark.rule("CAP-16")
def test_the_new_point_can_be_spent_in_the_same_turn() -> None:
    position = table(phase="BUY", turn=2, ships="L2", points=[2, 3, 3], cards="L2 B2, L3 A1", hands=NEXT)
    position.play("end turn")
    position.play("lay done")
    assert ends(position, "ignore") == "K1 L1 M1 L3"


@pytest.mark.rule("CAP-17")
def test_any_number_of_cards_may_be_laid_also_none() -> None:
    position = table(phase="LAY", ships="N1 M1 L1", points=0, hands="A1 A2 K")
    assert "lay done" in offered(position)
    for choice in ("lay a1 n2", "lay a2 n3", "lay k n4"):
        assert phase(position) == "LAY"
        position.play(choice)
    assert (phase(position), hand(position)) == ("MOVE", "")
    assert ends(position) == "N2"


@pytest.mark.rule("CAP-17")
def test_who_has_no_card_is_not_asked_to_lay_one() -> None:
    position = table(phase="BUY", turn=2, ships="L2", cards="L2 A1, L3 A1")
    position.play("end turn")
    assert stands(position) == ("MOVE", 0)


@pytest.mark.rule("CAP-19")
def test_a_card_may_be_laid_far_from_the_own_ship_next_to_anybodys_card() -> None:
    position = table(phase="LAY", ships="N1 C5", cards="C5 A1", hands="A1")
    assert "C6" in squares_for_a_card(position).split()


@pytest.mark.rule("CAP-20")
def test_land_and_title_never_take_a_card() -> None:
    position = table(phase="LAY", ships="A3 H2 H5", cards="A3 A1, H2 A1, H5 A1", hands="A1")
    assert squares_for_a_card(position) == "H1 I1 I2 J2 K2 L2 M2 N2 B3 H3 I3 A4 B4 H4 I4 I5 G6 H6 I6"


@pytest.mark.rule("CAP-21")
def test_a_station_takes_a_card_and_stays_a_station() -> None:
    position = table(phase="LAY", ships="K3 L4", points=0, cards="K3 A1, L4 A1", hands="F2")
    position.play("lay f2 k4")
    position.play("sail k4")
    assert int(position.box.constants["rose_colour"][0, square(position.box, "K4")]) == 1
    assert position["roses"][0] == [1, -1, -1]


@pytest.mark.rule("CAP-24")
def test_no_card_can_be_laid_once_the_ship_may_move() -> None:
    position = table(phase="LAY", ships="L3", points=8, cards="L3 A1, L4 F2, L6 S1", hands="A1 A1")
    position.play("lay done")
    assert not any(text.startswith("lay") for text in offered(position))
    position.play("sail l4")
    assert offered(position) == ["sail l6", "ignore l3", "stop"]
    with pytest.raises(NotOffered):
        position.play("lay a1 l5")


@pytest.mark.rule("CAP-25")
def test_one_card_is_laid_over_another_and_then_the_ship_moves() -> None:
    position = table(phase="LAY", ships="L3", points=0, cards="L3 A1, L4 F2, L6 S1, L7 A1", hands="A1 K")
    position.play("lay k l7")
    assert stands(position) == ("MOVE", 0)
    assert hand(position) == "A1"


@pytest.mark.rule("CAP-26")
def test_no_card_under_a_ship_can_be_covered_not_even_on_a_station() -> None:
    position = table(phase="LAY", ships="L2 M3 K4", points=0, cards="L2 F2, M3 B2, K4 D2", hands="A1")
    assert covers(position) == "J1 K1 L1 M1 N1"


@pytest.mark.rule("CAP-28")
def test_a_first_move_that_would_win_is_continued_like_any_other() -> None:
    cards = "B5 A1, A5 F2, A3 S1"
    two = {0: "red I, green II"}
    assert covers(table(phase="LAY", ships="B5", points=5, cards=cards, hands="A1", roses=two)) == "J1 K1 L1 M1 N1"
    assert covers(table(phase="LAY", ships="B5", points=4, cards=cards, hands="A1", roses=two)) == "J1 K1 L1 M1 N1 A3"


@pytest.mark.rule("CAP-28")
def test_a_path_over_the_line_bans_nothing() -> None:
    two = {0: "red I, green II"}
    position = table(phase="LAY", ships="C4", points=0, cards="C4 F2, C3 A1, B3 A1", hands="A1", roses=two)
    assert covers(position) == "J1 K1 L1 M1 N1 B3 C3"


@pytest.mark.rule("CAP-28")
def test_a_ship_in_the_way_leaves_a_square_unreached_and_free_to_be_covered() -> None:
    reached = table(phase="LAY", ships="L3", points=5, cards="L3 F2, L5 F2, L7 A1", hands="A1")
    assert "L7" not in covers(reached).split()
    blocked = table(phase="LAY", ships="L3 L5", points=5, cards="L3 F2, L5 F2, L7 A1", hands="A1")
    assert "L7" in covers(blocked).split()


@pytest.mark.rule("CAP-31")
def test_only_the_top_card_is_in_force() -> None:
    position = table(phase="LAY", turn=1, ships="L3 A9", points=0, cards="L3 F2, L5 A1, L7 A1", hands=["", "S1"])
    position.play("lay s1 l5")
    assert ends(table(ships="L5", points=0, cards="L5 S1, L6 A1, K5 A1")) == "K5"
    assert position["wind"][square(position.box, "L5")] == 6


@pytest.mark.rule("CAP-32", "CAP-34")
def test_a_pile_grows_by_any_kind_and_everybody_knows_its_layers() -> None:
    position = table(phase="LAY", ships="A9 E9 A7", points=0, cards="E3 F2", hands=["F2", "K", "F2"])
    position.play("lay f2 e3")
    position = position.box.position(**position.fields | {"phase": 3, "turn": 1, "laid_now": 0})
    position.play("lay k e3")
    view = position.view(2)
    layers = [
        int(view["laid_kind"][0][n])
        for n in range(position["laid"])
        if view["laid_square"][0][n] == square(position.box, "E3")
    ]
    assert layers == [2, 2, 5]
    assert position["wind"][square(position.box, "E3")] == 5


@pytest.mark.rule("CAP-33")
def test_start_squares_and_stations_may_be_covered() -> None:
    position = table(phase="LAY", ships=SHIPS, points=0, cards=NET + ", K4 A1", hands="A1")
    assert covers(position) == "J1 K1 L1 N1 I2 J3 M3 K4 M5 L6"


@pytest.mark.rule("CAP-22")
def test_nobody_chooses_how_a_card_is_turned() -> None:
    position = table(phase="LAY", ships="L5", points=0, cards="L5 A1, L7 A1", hands="F2")
    assert offered(position).count("lay f2 l6") == 1
    assert ends(full_table(on="L6 F2", ships="L6", points=0)) == "J6"


@pytest.mark.rule("CAP-75")
def test_for_an_absent_player_nothing_is_laid_moved_or_bought() -> None:
    position = table(phase="LAY", ships="L3", points=8, cards="L3 A1, L4 F2, L6 S1", hands="A1 A2")
    absent = position.box.game.rules.absent
    played = []
    while position["turns"] == 0:
        if position.is_chance:
            position.roll_once()
            continue
        played.append(str(position.play(int(absent(position.box.constants, position.states, 0)))))
    assert played == ["lay done", "renounce", "end turn"]
    assert (ship(position), position["laid"]) == ("L3", 5)
    sprinting = table(game(), phase="SPRINT", ships="L4", points=8, cards="L4 F2, L6 S1")
    assert sprinting.box.texts[int(absent(sprinting.box.constants, sprinting.states, 0))] == "stop"
