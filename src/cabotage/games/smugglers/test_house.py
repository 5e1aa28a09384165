"""House rules: mild, and harbours in the light."""

from __future__ import annotations

import pytest

from cabotage.games.smugglers.test_kit import boats, cargo, game, lays, offered, play, rolled, sea, table, ways
from tests.reading import phase, stands


@pytest.mark.rule("SMG-70")
@pytest.mark.example("SMG", 24)
def test_mild_warns_the_first_time_and_takes_the_good_the_second() -> None:
    position = rolled(table(game(mild=True), "H4 M2", beam=0, cargo="- 0>2"), "red 2")
    assert (position["beam"], cargo(position), position["warned"]) == (2, "- 0>2 -", [0, 1, 0, 0])
    assert phase(position) == "SAIL"

    position = table(game(mild=True), "H4 M2", beam=0, cargo="- 0>2", warned=[0, 1, 0, 0])
    rolled(position, "red 2")
    assert offered(position) == lays("I2 O2 M1 M3")
    play(position, "lay M1")
    assert (cargo(position), position["warned"]) == ("- - -", [0, 0, 0, 0])


@pytest.mark.rule("SMG-70")
@pytest.mark.example("SMG", 24)
def test_after_an_exchange_the_new_good_is_warned_afresh() -> None:
    position = table(game(mild=True), "I7", beam=0, cargo="0>2", sea="I8:0>1", w=1, warned=[1, 0, 0, 0])
    play(position, "go I8+take")
    assert (cargo(position), position["warned"]) == ("0>1 - -", [0, 0, 0, 0])
    position = rolled(table(game(mild=True), "H4 I8", beam=6, cargo="- 0>1"), "red 2")
    assert (cargo(position), position["warned"]) == ("- 0>1 -", [0, 1, 0, 0])


@pytest.mark.rule("SMG-70")
def test_the_mark_goes_with_a_delivery_and_an_empty_boat_gets_none() -> None:
    position = table(game(mild=True), "O2", beam=9, cargo="4>1", w=4, warned=[1, 0, 0, 0])
    play(position, "go H1")
    assert position["warned"] == [0, 0, 0, 0]
    position = rolled(table(game(mild=True), "H4 M2", beam=0), "red 2")
    assert (position["beam"], position["warned"]) == (2, [0, 0, 0, 0])


@pytest.mark.rule("SMG-70", "SMG-48")
def test_mild_holds_for_boats_pushed_into_the_light() -> None:
    position = table(game(mild=True), "O3 O4", beam=5, w=1, cargo="- 3>1")
    play(position, "push O4>O5")
    assert (cargo(position), position["warned"], position["turn"]) == ("- 3>1 -", [0, 1, 0, 0], 1)
    position = table(game(mild=True), "O3 O4", beam=5, w=1, cargo="- 3>1", warned=[0, 1, 0, 0])
    play(position, "push O4>O5")
    assert offered(position) == lays("M5 O6")


@pytest.mark.rule("SMG-71")
def test_a_boat_in_a_lit_harbour_stops_the_beam_and_is_caught() -> None:
    position = rolled(table(game(2, lit_harbours=True), "H4 H1", beam=2, cargo="- 3>0"), "red 3")
    assert position["beam"] == 3
    # Its only neighbour is the front field: no question.
    assert (cargo(position), sea(position)) == ("- -", {"O3": "3>0"})
    position = rolled(table(game(2, lit_harbours=True), "H4 H1", beam=2, cargo="- 3>0", sea="O3:0>1"), "red 3")
    assert offered(position) == lays("M3 O2 O4")


@pytest.mark.rule("SMG-71")
def test_a_lit_harbour_cannot_be_entered_left_or_cleared() -> None:
    box = game(2, lit_harbours=True)
    assert offered(table(box, "O3 H1", beam=3, w=1)) == ways("stay O2 O4")
    assert offered(table(box, "O3 H4", beam=3, w=1)) == ways("stay O2 O4")
    position = rolled(table(box, "H1 H4", beam=3, cargo="1>0 -"), "asleep", 4)
    assert (boats(position), position["turn"]) == ("H1 H4", 1)


@pytest.mark.rule("SMG-71", "SMG-17")
def test_a_boat_emptied_in_a_lit_harbour_loads_only_at_its_next_turn() -> None:
    position = rolled(table(game(2, lit_harbours=True), "H1 M8", beam=2, cargo="3>0"), "red 3", 4)
    assert (cargo(position), stands(position)) == ("- -", ("DICE", 1))
    rolled(position, "asleep")
    play(position, "stay")
    assert (position["beam"], stands(position)) == (3, ("LOAD", 0))


@pytest.mark.rule("SMG-71", "SMG-29")
def test_a_boat_that_loads_in_a_lit_harbour_is_not_checked_again_while_the_keeper_sleeps() -> None:
    position = table(game(2, lit_harbours=True), "H1 M8", beam=3, phase="LOAD")
    position.roll("good 1>0")
    rolled(position, "asleep")
    assert (cargo(position), position["turn"]) == ("1>0 -", 1)


@pytest.mark.rule("SMG-71", "SMG-13")
def test_with_lit_harbours_the_lit_one_may_still_be_chosen_at_first() -> None:
    position = game(2, lit_harbours=True).first()
    position.roll("beam 6")
    assert "harbour h2" in offered(position)
