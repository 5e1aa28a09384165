"""Step 3 of a turn: sailing, ignoring, renouncing, sprinting; and what stations give."""

from __future__ import annotations

import pytest

from cabotage.core.contract import OVER
from cabotage.games.cape_horn.test_kit import ends, full_table, game, points, roses, ship, table
from tests.reading import offered, phase, shares, stands


@pytest.mark.rule("CAP-35")
def test_a_ship_sails_ignores_or_renounces() -> None:
    position = table(ships="L3", points=3, cards="L3 F2, L5 A1, M4 A1")
    assert offered(position) == ["sail l5", "ignore m4", "renounce"]
    sails, ignores, renounces = position.copy(), position.copy(), position.copy()
    sails.play("sail l5")
    ignores.play("ignore m4")
    renounces.play("renounce")
    assert [ship(one) for one in (sails, ignores, renounces)] == ["L5", "M4", "L3"]
    assert [points(one) for one in (sails, ignores, renounces)] == [3, 0, 4]


@pytest.mark.rule("CAP-36")
def test_two_paths_to_one_square_are_one_choice_and_a_free_end_is_not_sold() -> None:
    position = table(ships="L3", points=8, cards="L3 A1, L4 A1, M4 A1")
    assert offered(position) == ["sail l4", "sail m4", "renounce"]


@pytest.mark.rule("CAP-37")
def test_a_path_over_a_border_of_zones_does_not_turn() -> None:
    assert ends(full_table(on="F8 D2", ships="F8", points=0)) == "D6"
    assert ends(full_table(on="E8 D2", ships="E8", points=0)) == "C6 G6"


@pytest.mark.rule("CAP-38", "CAP-39")
def test_ships_stations_and_bare_squares_do_not_stop_a_path() -> None:
    position = table(ships="J5 J7", points=0, cards="J5 F3, J7 A1, J8 A1", roses={0: ""})
    assert ends(position) == "J8"
    position.play("sail j8")
    assert roses(position) == ""


@pytest.mark.rule("CAP-41")
def test_a_diagonal_step_past_a_corner_of_land_is_legal() -> None:
    assert ends(full_table(on="H5 D2", ships="H5", points=0)) == "F7 J7"


@pytest.mark.rule("CAP-44", "CAP-46")
def test_a_ship_without_any_move_stays_and_its_player_gets_the_point() -> None:
    position = table(phase="LAY", ships="L3", points=3, cards="L3 F2, A4 A1", hands="A1")
    position.play("lay a1 b5")
    assert stands(position) == ("DRAW", 0)
    assert (ship(position), points(position)) == ("L3", 4)


@pytest.mark.rule("CAP-45")
def test_renouncing_gives_a_point_and_the_turn_goes_on() -> None:
    position = table(ships="L3", points=2, cards="L3 F2, L5 A1")
    position.play("renounce")
    assert (stands(position), points(position)) == (("DRAW", 0), 3)


@pytest.mark.rule("CAP-47")
def test_ignoring_may_use_a_card_laid_in_the_same_turn() -> None:
    position = table(phase="LAY", ships="L3", points=3, cards="L3 B2", hands="A1 K")
    position.play("lay a1 m4")
    position.play("lay done")
    assert ends(position, "ignore") == "M4"


@pytest.mark.rule("CAP-47", "CAP-43")
def test_ignoring_needs_room_too() -> None:
    position = table(ships="L3 M4 K4", points=3, cards="L3 B2, M4 A1, K4 A1")
    assert ends(position, "ignore") == "K4"


@pytest.mark.rule("CAP-49", "CAP-51")
def test_a_sprint_may_lead_back_to_where_it_came_from() -> None:
    position = table(ships="L3", points=5, cards="L3 S1, K3 S1")
    position.play("sail k3")
    assert offered(position) == ["sail l3", "stop"]
    position.play("sail l3")
    assert (ship(position), points(position), phase(position)) == ("L3", 0, "DRAW")


@pytest.mark.rule("CAP-49")
def test_the_second_move_uses_the_card_just_reached() -> None:
    position = table(ships="L3", points=5, cards="L3 F2, L5 D2, J7 A1, N7 A1, L7 A1")
    position.play("sail l5")
    assert ends(position) == "J7 N7"


@pytest.mark.rule("CAP-50")
def test_there_is_one_sprint_a_turn_and_none_after_renouncing() -> None:
    position = table(ships="L3", points=8, cards="L3 A1, L4 A1, L5 A1, L6 A1")
    position.play("sail l4")
    position.play("sail l5")
    assert phase(position) == "DRAW"
    renounced = table(ships="L3", points=8, cards="L3 A1, L4 A1")
    renounced.play("renounce")
    assert phase(renounced) == "DRAW"


@pytest.mark.rule("CAP-50")
def test_who_does_not_sprint_pays_nothing() -> None:
    position = table(ships="L3", points=6, cards="L3 A1, L4 A1, L5 A1")
    position.play("sail l4")
    position.play("stop")
    assert (points(position), phase(position)) == (6, "DRAW")


@pytest.mark.rule("CAP-52")
def test_two_ignored_moves_are_impossible() -> None:
    position = table(ships="L3", points=8, cards="L3 B2, L4 B2, M5 A1")
    position.play("ignore l4")
    assert phase(position) == "DRAW"


@pytest.mark.rule("CAP-54", "CAP-56", "CAP-58")
def test_roses_are_kept_and_zones_may_be_visited_in_any_order() -> None:
    position = full_table(on="D5 B2, D7 A1", ships="D5", points=0, roses={0: "green II"})
    position.play("sail d7")
    assert roses(position) == "green II"
    third = full_table(on="D7 A1", ships="D7", points=0)
    third.play("sail d6")
    assert roses(third) == "red III"
    again = full_table(on="C7 A1", ships="C7", points=0, roses={0: "red III"})
    again.play("sail d6")
    assert roses(again) == "red III"
    back = full_table(on="J5 A1", ships="J5", points=0, roses={0: "red III"})
    back.play("sail j6")
    assert roses(back) == "green II, red III"


@pytest.mark.rule("CAP-55")
def test_a_rose_is_taken_without_a_choice() -> None:
    position = table(ships="J5", points=0, cards="J5 A1, J6 A1")
    position.play("sail j6")
    assert (roses(position), phase(position)) == ("green II", "DRAW")


@pytest.mark.rule("CAP-57", "CAP-66")
def test_the_first_move_of_a_sprint_can_already_take_a_rose_and_even_the_third() -> None:
    position = table(ships="J5", points=5, cards="J5 A1, J6 F2, H6 A1")
    position.play("sail j6")
    assert (roses(position), phase(position)) == ("green II", "SPRINT")
    position.play("sail h6")
    assert (roses(position), ship(position)) == ("green II", "H6")
    third = table(ships="J5", points=8, cards="J5 A1, J6 F2, H6 A1", roses={0: "red I, yellow III"})
    third.play("sail j6")
    assert (third.to_act, points(third), shares(third)) == (OVER, 8, "1 0 0")


@pytest.mark.rule("CAP-53")
def test_a_rose_can_be_reached_by_ignoring_and_on_the_second_leg() -> None:
    ignoring = table(ships="J5", points=3, cards="J5 B2, J6 A1")
    ignoring.play("ignore j6")
    assert roses(ignoring) == "green II"
    sprinting = table(ships="J4", points=5, cards="J4 A1, J5 A1, J6 A1")
    sprinting.play("sail j5")
    sprinting.play("sail j6")
    assert roses(sprinting) == "green II"


@pytest.mark.rule("CAP-59")
def test_all_five_players_can_have_a_rose_of_one_colour() -> None:
    box = game(5)
    others = dict.fromkeys(range(1, 5), "red I")
    position = table(box, ships="H4 H5 H5 H5 H5", points=0, cards="H4 A1, H5 A1", roses=others)
    position.play("sail h5")
    assert [roses(position, seat) for seat in range(5)] == ["red I"] * 5


@pytest.mark.rule("CAP-74")
def test_a_ship_on_a_dead_card_gets_away_by_laying_and_ignoring() -> None:
    position = table(phase="BUY", turn=2, ships="N7", points=[1, 3, 3], cards="N7 B2", hands=["A1", "A1", "A1"])
    position.play("end turn")
    assert points(position) == 2
    position.play("lay done")
    assert (ship(position), points(position)) == ("N7", 3)
    free = table(phase="LAY", ships="N7", points=4, cards="N7 B2", hands="A1")
    free.play("lay a1 m6")
    free.play("ignore m6")
    assert ship(free) == "M6"
