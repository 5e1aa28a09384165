"""The end: crossing the line, the third rose, ranks, and games that come to a halt."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.core.contract import OVER
from cabotage.games.cape_horn import chart as charts
from cabotage.games.cape_horn.deck import along
from cabotage.games.cape_horn.test_kit import game, pass_turn, points, ship, table
from tests.reading import by_seat, offered, phase, shares, stands

TWO = {0: "red I, green II"}
STUCK: dict[str, Any] = {"ships": "N7 H1 A9", "cards": "N7 B2, H1 B2, A9 B2", "points": 0, "pool": [0] * 8, "stock": 0}


@pytest.mark.rule("CAP-65")
def test_the_line_is_crossed_on_the_second_leg_of_a_sprint_too() -> None:
    position = table(ships="C5", points=5, cards="C5 A1, C4 F2", roses=TWO)
    position.play("sail c4")
    assert offered(position) == ["sail line", "stop"]
    position.play("sail line")
    assert (position.to_act, points(position), shares(position)) == (OVER, 0, "1 0 0")


@pytest.mark.rule("CAP-65")
def test_the_second_rose_taken_on_the_way_opens_the_line() -> None:
    cards = "B5 A1, A5 F3"
    position = table(ships="B5", points=5, cards=cards, roses={0: "red I"})
    position.play("sail a5")
    assert offered(position) == ["sail line", "stop"]


@pytest.mark.rule("CAP-67")
def test_a_step_past_the_ends_of_the_line_leads_nowhere() -> None:
    chart = charts.read(game().boards["board"])
    a2, a3, b2, b3, d2, e3 = (1, 0), (2, 0), (1, 1), (2, 1), (1, 3), (2, 4)
    assert along(chart, a3, ("FL",)) is None  # west of A2
    assert along(chart, e3, ("FR",)) is None  # F2 is land
    assert [along(chart, cell, ("FL",)) for cell in (b3, e3)] == [[b3, a2], [e3, d2]]
    assert along(chart, a3, ("FR", "FR")) == [a3, b2]  # the rest of the path does not matter
    assert offered(table(ships="A3", points=0, cards="A3 D2", roses=TWO)) == ["sail line", "renounce"]


@pytest.mark.rule("CAP-69")
def test_after_the_winning_move_nothing_is_drawn_and_no_round_completed() -> None:
    position = table(ships="C3", points=0, cards="C3 F2", roses=TWO, turns=30)
    before = by_seat(position, "held")
    position.play("sail line")
    assert position.is_over
    assert by_seat(position, "held") == before
    assert position["turns"] == 30
    assert shares(position) == "1 0 0"


@pytest.mark.rule("CAP-70")
@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"roses": TWO | {1: "red I", 2: "red I, green II"}}, (1, 3, 2)),
        ({"ships": "C3 H5 J6"}, (1, 2, 3)),
        ({"ships": "C3 H5 H5", "points": [0, 4, 5]}, (1, 3, 2)),
        ({"ships": "C3 H5 H5", "points": [0, 4, 4], "hands": ["", "A1 A1", "K"]}, (1, 2, 3)),
        ({"ships": "C3 H5 H5", "points": [0, 4, 4], "hands": ["", "A1", "K"]}, (1, 2, 2)),
    ],
)
def test_ranks_go_by_roses_steps_points_and_cards(changes: dict[str, Any], places: tuple[int, ...]) -> None:
    fields: dict[str, Any] = {"ships": "C3 H5 H5", "points": 0, "cards": "C3 F2, H5 A1, J6 A1", "roses": TWO}
    position = table(**(fields | changes))
    position.play("sail line")
    assert position.places == places


@pytest.mark.rule("CAP-82")
def test_equals_share_a_rank_and_the_next_is_skipped() -> None:
    box = game(4)
    position = table(box, ships="C3 H5 H5 J6", points=0, cards="C3 F2, H5 A1, J6 A1", roses=TWO)
    position.play("sail line")
    assert position.places == (1, 2, 2, 4)
    assert shares(position) == "1 0 0 0"
    assert ship(position) == ""


@pytest.mark.rule("CAP-71")
def test_with_an_empty_pool_the_game_goes_on_with_what_there_is() -> None:
    position = table(ships="L2", cards="L2 A1, L3 A1", hands=["", "A1"], pool=[0] * 8, stock=0)
    position.play("sail l3")
    assert stands(position) == ("LAY", 1)
    assert points(position) == 3


@pytest.mark.rule("CAP-72")
def test_three_idle_rounds_end_the_game_and_the_best_placed_wins() -> None:
    position = table(**(STUCK | {"cards": "N7 B2, H1 B2, A9 A1, A8 B2"}), turn=2)
    played = []
    while not position.is_over:
        assert offered(position) == ["sail a8", "renounce"]
        position.play("renounce")
        played.append(position["turns"])
    # Seats 0 and 1 can do nothing, so their turns pass by themselves. Seat 2 is asked at the start of each round.
    assert played == [3, 6, 9]
    assert (position["idle"], by_seat(position, "points")) == (9, [6, 6, 5])
    assert position.places == (3, 2, 1)
    assert shares(position) == "0 0 1"


@pytest.mark.rule("CAP-72")
def test_a_sprint_there_and_back_or_a_laid_card_breaks_the_idleness() -> None:
    moving = table(ships="L3", points=5, cards="L3 S1, K3 S1", idle=8, hands=["", "A1"])
    moving.play("sail k3")
    moving.play("sail l3")
    pass_turn(moving)
    assert (moving["idle"], phase(moving)) == (0, "LAY")
    laying = table(phase="LAY", ships="L3", points=0, cards="L3 B2", idle=8, hands=["A1", "A1"])
    laying.play("lay a1 l4")
    pass_turn(laying)
    assert (laying["idle"], phase(laying)) == (0, "LAY")
    covering = table(phase="LAY", ships="L3", points=0, cards="L3 B2", idle=8, hands=["A1", "A1"])
    covering.play("lay a1 k1")
    pass_turn(covering)
    assert (covering["idle"], phase(covering)) == (0, "LAY")


@pytest.mark.rule("CAP-72")
def test_the_last_idle_turn_still_draws_its_card() -> None:
    position = table(ships="L3", points=0, cards="L3 F2, L5 A1", idle=8, hands=["", "A1"])
    position.play("renounce")
    assert phase(position) == "DRAW"
    position.roll("draw k")
    assert phase(position) == "BUY"
    position.play("end turn")
    assert position.is_over


@pytest.mark.rule("CAP-72", "CAP-82")
def test_equal_best_share_the_win() -> None:
    same: dict[str, Any] = {"ships": "H5 H5 H5", "cards": "H5 B2", "points": 8}
    position = table(**(STUCK | same), phase="MOVE", idle=8)
    position = position.box.position(**position.fields | {"phase": 6})
    position.play("end turn")
    assert shares(position) == "1/3 1/3 1/3"
    assert position.places == (1, 1, 1)


@pytest.mark.rule("CAP-73")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_after_sixty_rounds_the_game_is_over(seats: int) -> None:
    position = table(game(seats), phase="BUY", turn=seats - 1, turns=60 * seats - 1, roses={1: "red I"}, points=0)
    position.play("end turn")
    assert position.is_over
    assert shares(position) == " ".join(["0", "1", "0", "0", "0"][:seats])
    earlier = table(game(seats), phase="BUY", turn=seats - 1, turns=60 * seats - 2, points=0, hands="A1")
    earlier.play("end turn")
    assert not earlier.is_over
