"""Before the first turn: seats, starting player, ships, points and the opening cards."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import HIDDEN, SPECTATOR
from cabotage.core.errors import OptionError, SeatsError
from cabotage.games.cape_horn.test_kit import ends, game, hand, ship, square, table
from tests.reading import by_seat, odds, offered, phase, stands

START = ["N1", "M1", "L1", "K1", "J1"]


@pytest.mark.rule("CAP-1")
def test_three_to_five_players_sail_and_no_others() -> None:
    for seats in (3, 4, 5):
        assert len(by_seat(game(seats).start(seed=1), "ship")) == seats
    for seats in (2, 6):
        with pytest.raises(SeatsError, match="3 to 5"):
            game(seats)
    with pytest.raises(OptionError, match="duo"):
        game(3, duo="perhaps")


@pytest.mark.rule("CAP-5")
def test_the_starting_player_is_drawn_by_lot() -> None:
    position = game(4).first(seed=0)
    assert odds(position) == {f"starter {seat}": Fraction(1, 4) for seat in range(4)}


@pytest.mark.rule("CAP-5", "CAP-8")
def test_ships_line_up_clockwise_from_the_starting_player() -> None:
    position = game(5).first(seed=0)
    position.roll("starter 3")
    assert [ship(position, seat) for seat in (3, 4, 0, 1, 2)] == START


@pytest.mark.rule("CAP-2", "CAP-3", "CAP-7")
def test_everybody_draws_three_cards_from_one_pool_the_starting_player_first() -> None:
    position = game(3).first(seed=0)
    position.roll("starter 1")
    drawing = []
    assert odds(position)["draw a1"] == Fraction(16, 90)
    for kind in ("a1", "a1", "k", "a2", "b2", "f3", "d2", "s1", "f2"):
        drawing.append(position["turn"])
        position.roll(f"draw {kind}")
    assert drawing == [1, 1, 1, 2, 2, 2, 0, 0, 0]
    assert [hand(position, seat) for seat in range(3)] == ["F2 D2 S1", "A1 A1 K", "A2 F3 B2"]
    assert position["stock"] == 81
    assert stands(position) == ("LAY", 1)


@pytest.mark.rule("CAP-3")
def test_a_drawn_card_makes_its_kind_rarer() -> None:
    position = game(3).first(seed=0)
    position.roll("starter 0")
    position.roll("draw b2")
    assert odds(position)["draw b2"] == Fraction(7, 89)
    assert odds(position)["draw a1"] == Fraction(16, 89)


@pytest.mark.rule("CAP-7")
def test_opening_cards_are_seen_by_their_owner_alone() -> None:
    position = game(3).first(seed=0)
    position.roll("starter 1")
    event = position.roll("draw f3")[0]
    assert [event.seen_by(viewer) for viewer in (1, 0, 2, SPECTATOR)] == [event.number, HIDDEN, HIDDEN, HIDDEN]


@pytest.mark.rule("CAP-6", "CAP-13")
def test_every_marker_starts_on_three_and_the_first_turn_adds_one() -> None:
    position = game(4).first(seed=0)
    position.roll("starter 2")
    assert by_seat(position, "points") == [3, 3, 3, 3]
    position.roll()
    assert by_seat(position, "points") == [3, 3, 4, 3]


@pytest.mark.rule("CAP-9", "CAP-10")
def test_all_five_start_squares_carry_a_light_breeze_that_is_no_card_of_the_deck() -> None:
    box = game(3)
    position = box.start(seed=1)
    winds = position["wind"]
    assert [int(winds[square(box, name)]) for name in START] == [0, 0, 0, 0, 0]
    assert sum(int(wind) >= 0 for wind in winds) == 5
    assert position["laid"] == 0


@pytest.mark.rule("CAP-9", "CAP-10")
def test_a_ship_sails_from_the_wind_of_its_start_square() -> None:
    assert ends(table(ships="L1", points=0, cards="M2 F2, L2 F2, K2 F2")) == "K1 M1 K2 L2 M2"


@pytest.mark.rule("CAP-10")
def test_a_printed_wind_can_be_covered_and_is_out_of_force_then() -> None:
    position = table(phase="LAY", ships="N1 A7 A9", points=3, hands="S1 A1")
    position.play("lay s1 k1")
    assert phase(position) == "MOVE"
    assert position["wind"][square(position.box, "K1")] == 6
    assert ends(table(ships="K1", points=0, cards="K1 S1, K2 F2")) == "J1 L1"


@pytest.mark.rule("CAP-11")
def test_a_start_square_holds_one_ship() -> None:
    assert offered(table(ships="L1 K1 M1", points=3, cards="L1 S1")) == ["renounce"]


@pytest.mark.rule("CAP-4")
def test_nine_stations_lie_on_the_chart_a_rose_of_each_colour_in_each_zone() -> None:
    box = game(3)
    expected = {
        "H5": (0, 0), "K4": (1, 0), "N7": (2, 0),
        "G9": (0, 1), "J6": (1, 1), "J9": (2, 1),
        "D6": (0, 2), "D9": (1, 2), "A5": (2, 2),
    }  # fmt: skip
    colours, zones = box.constants["rose_colour"][0], box.constants["rose_zone"][0]
    found = {at: (int(colours[at]), int(zones[at])) for at in range(106) if colours[at] >= 0}
    assert found == {square(box, name): rose for name, rose in expected.items()}
