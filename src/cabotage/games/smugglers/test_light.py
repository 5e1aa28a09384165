"""The beam: how it turns, whom it catches, where goods fall."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.games.smugglers.test_kit import boats, cargo, game, knowers, lays, offered, play, rolled, sea, table, ways
from tests.reading import phase, stands


@pytest.mark.rule("SMG-21")
def test_both_dice_are_one_roll_of_24_outcomes() -> None:
    odds = {outcome.text: outcome.probability for outcome in table(game(), "M7", beam=0).chances}
    assert len(odds) == 24
    for yellow in ("red 2", "red 3", "green 2", "green 3", "black 2", "asleep"):
        assert [odds[f"dice {yellow}, white {white}"] for white in (1, 2, 3, 4)] == [
            Fraction(1, 36), Fraction(1, 18), Fraction(1, 18), Fraction(1, 36),
        ]  # fmt: skip


@pytest.mark.rule("SMG-16", "SMG-22", "SMG-25")
@pytest.mark.parametrize(
    ("yellow", "beam"), [("red 2", 3), ("red 3", 4), ("green 2", 14), ("green 3", 13), ("asleep", 1)]
)
def test_the_beam_turns_by_the_yellow_die_before_the_boat_moves(yellow: str, beam: int) -> None:
    position = rolled(table(game(), "M8", beam=1), yellow, 3)
    assert position["beam"] == beam
    assert stands(position) == ("SAIL", 0)
    assert position["pips"] == 3


@pytest.mark.rule("SMG-23", "SMG-24")
@pytest.mark.parametrize(("way", "beam"), [("clockwise", 1), ("counter-clockwise", 12)])
def test_black_lets_the_roller_choose_the_direction_knowing_both_dice(way: str, beam: int) -> None:
    position = rolled(table(game(), "M7", beam=14), "black 2", 4)
    assert stands(position) == ("TURN", 0)
    assert position["white"] == 4
    assert [str(choice) for choice in position.legal] == ["clockwise", "counter-clockwise"]
    position.play(way)
    assert position["beam"] == beam


@pytest.mark.rule("SMG-26", "SMG-31")
@pytest.mark.example("SMG", 1)
def test_the_beam_stops_at_the_first_boat_which_loses_its_good() -> None:
    position = rolled(table(game(), "H4 M2", beam=0, cargo="- 3>1"), "red 3")
    assert position["beam"] == 2
    assert stands(position) == ("LAY", 0)
    assert offered(position) == lays("I2 O2 M1 M3")
    play(position, "lay M3")
    assert (cargo(position), sea(position)) == ("- - -", {"M3": "3>1"})
    assert stands(position) == ("SAIL", 0)


@pytest.mark.rule("SMG-30", "SMG-34")
@pytest.mark.example("SMG", 2)
def test_two_boats_in_the_light_both_lose_the_first_laid_good_closing_its_field() -> None:
    position = rolled(table(game(), "H4 M2 O2", beam=0, cargo="- 3>1 0>4"), "red 3")
    assert offered(position) == lays("I2 M1 M3")
    play(position, "lay M1")
    assert (cargo(position), sea(position)) == ("- - 0>4", {"M1": "3>1"})
    assert offered(position) == lays("O1 O3")
    play(position, "lay O1")
    assert (cargo(position), sea(position)) == ("- - -", {"M1": "3>1", "O1": "0>4"})


@pytest.mark.rule("SMG-34")
def test_goods_are_laid_in_seat_order_beginning_with_the_roller() -> None:
    position = table(game(), "O2 M2 I2", beam=0, cargo="3>1 0>4 2>1", turn=1)
    rolled(position, "red 3")
    order = []
    while phase(position) == "LAY":
        before = cargo(position).split()
        position.play(position.legal[0])
        order += [seat for seat, good in enumerate(cargo(position).split()) if good != before[seat]]
    assert order == [1, 2, 0]


@pytest.mark.rule("SMG-34")
def test_a_laid_good_closes_its_field_for_the_next_one() -> None:
    position = rolled(table(game(), "H4 M2 O2", beam=0, cargo="- 3>1 0>4", sea="M3:1>0 I2:1>2 O1:1>3"), "red 3")
    # Only M1 is left beside M2, and then O3 beside O2: neither is a question.
    assert stands(position) == ("SAIL", 0)
    assert sea(position) == {"M3": "1>0", "I2": "1>2", "O1": "1>3", "M1": "3>1", "O3": "0>4"}


@pytest.mark.rule("SMG-27")
@pytest.mark.example("SMG", 3)
def test_an_empty_boat_stops_the_beam_and_shields_the_next() -> None:
    position = rolled(table(game(), "H4 I1 M2", beam=0, cargo="- - 3>1"), "red 2")
    assert position["beam"] == 1
    assert cargo(position) == "- - 3>1"
    assert stands(position) == ("SAIL", 0)


@pytest.mark.rule("SMG-28")
@pytest.mark.example("SMG", 4)
def test_boats_in_harbours_are_not_in_the_light() -> None:
    position = rolled(table(game(2), "H3 H1", beam=2, cargo="- 3>0"), "red 3")
    assert position["beam"] == 5
    assert cargo(position) == "- 3>0"


@pytest.mark.rule("SMG-29")
@pytest.mark.example("SMG", 5)
@pytest.mark.parametrize(("yellow", "beam"), [("green 2", 3), ("asleep", 5)])
@pytest.mark.parametrize("mild", [False, True])
def test_a_boat_that_already_stood_in_the_light_is_not_checked_again(yellow: str, beam: int, mild: bool) -> None:
    position = table(game(mild=mild), "H4 M5", beam=5, cargo="- 3>1", warned=[0, int(mild), 0, 0])
    rolled(position, yellow)
    assert position["beam"] == beam
    assert cargo(position) == "- 3>1 -"


@pytest.mark.rule("SMG-23", "SMG-30")
@pytest.mark.example("SMG", 6)
def test_black_may_catch_a_rival_or_oneself() -> None:
    position = rolled(table(game(), "M13 O1", beam=0, cargo="3>1 0>4"), "black 2")
    other = position.copy()
    play(position, "clockwise")
    assert position["beam"] == 1
    assert offered(position) == lays("O0 O2 M1")
    play(position, "lay O2")
    assert (cargo(position), sea(position)) == ("3>1 - -", {"O2": "0>4"})
    play(other, "counter-clockwise")
    assert other["beam"] == 13
    assert offered(other) == lays("M12 M14 I13 O13")
    play(other, "lay M12")
    assert (cargo(other), sea(other)) == ("- 0>4 -", {"M12": "3>1"})


@pytest.mark.rule("SMG-31")
def test_an_empty_boat_in_the_light_loses_nothing() -> None:
    position = rolled(table(game(), "H4 M2", beam=0, sea="M8:0>4"), "red 2")
    assert position["beam"] == 2
    assert stands(position) == ("SAIL", 0)
    assert sea(position) == {"M8": "0>4"}


@pytest.mark.rule("SMG-31")
def test_the_keeper_lays_the_good_without_looking() -> None:
    position = rolled(table(game(), "H4 M2", beam=0, cargo="- 3>1"), "red 2")
    play(position, "lay M1")
    assert knowers(position, "3>1") == {1}
    token = 3 * 4
    assert int(position.view(1)["good"][0, token]) == 13
    for viewer in (-1, 0, 2):
        assert int(position.view(viewer)["good"][0, token]) == -128


@pytest.mark.rule("SMG-32", "SMG-33")
@pytest.mark.example("SMG", 17)
def test_where_goods_may_fall() -> None:
    position = rolled(table(game(), "H4 O3", beam=1, cargo="- 3>1"), "red 2")
    assert offered(position) == lays("M3 O2 O4")

    position = rolled(table(game(), "H4 O3 M3", beam=1, cargo="- 3>1", sea="O4:0>4"), "red 2")
    assert sea(position) == {"O4": "0>4", "O2": "3>1"}
    assert stands(position) == ("SAIL", 0)

    position = rolled(table(game(), "H4 I6 M6", beam=4, cargo="- 3>1", sea="I5:0>4 I7:0>1"), "red 2")
    assert offered(position) == lays("I4 I8 M5 M7 O6")


@pytest.mark.rule("SMG-32")
def test_a_good_may_fall_into_the_light() -> None:
    position = rolled(table(game(), "H4 M2", beam=0, cargo="- 3>1"), "red 2")
    play(position, "lay I2")
    assert position["beam"] == 2
    assert sea(position) == {"I2": "3>1"}


@pytest.mark.rule("SMG-9")
def test_no_good_is_put_on_a_reef_which_throws_no_shadow() -> None:
    position = rolled(table(game(), "H4 O2", beam=0, cargo="- 3>1", reefs="I2 O1"), "red 2")
    assert offered(position) == lays("M2 O3")


@pytest.mark.rule("SMG-33")
def test_the_distance_of_a_fall_is_counted_over_reefs_too() -> None:
    # All neighbours of I6 are closed; I4 lies behind the reef I5 at distance two.
    position = rolled(table(game(), "H4 I6 M6", beam=4, cargo="- 3>1", reefs="I5", sea="I7:0>1"), "red 2")
    assert offered(position) == lays("I4 I8 M5 M7 O6")


@pytest.mark.rule("SMG-35")
@pytest.mark.example("SMG", 18)
def test_a_caught_roller_moves_as_usual_and_may_fetch_the_good() -> None:
    position = rolled(table(game(), "M6", beam=4, cargo="3>1"), "red 2", 1)
    assert (position["beam"], position.to_act) == (6, 0)
    assert offered(position) == lays("I6 O6 M5 M7")
    play(position, "lay M7")
    assert offered(position) == ways("stay M5 M7 M7+take")
    play(position, "go M7+take")
    assert (boats(position), cargo(position), sea(position)) == ("M7 H4 H3", "3>1 - -", {})
    assert position["turn"] == 1
