"""Step 3 on open sea: lines of fire, dice and pearls."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from cabotage.core.box import Box
from cabotage.core.contract import CHANCE
from cabotage.games.treasure_boots.aim import NO_LINE, empty_squares, hits_of_36
from cabotage.games.treasure_boots.test_kit import (
    HERE,
    THERE,
    Place,
    aiming,
    carries,
    game,
    go,
    in_box,
    load,
    shoot,
    square,
    table,
)
from tests.reading import odds, offered, phase, stands


def targets(box: Box, at: Place, ships: Mapping[int | str, Place]) -> dict[str, int]:
    """Every ship in a line of fire of seat 0, with the number of empty squares, whether it can be hit or not."""
    position = table(box, {0: at, **ships})
    found = {}
    for name in ships:
        ship = 8 + int(name[1:]) if isinstance(name, str) else name
        gap = empty_squares(box.constants[0], position.states[0], 0, square(box, at), ship)
        if gap != NO_LINE:
            found[str(name)] = int(gap)
    return found


@pytest.mark.example("TRB", 14)
@pytest.mark.rule("TRB-55", "TRB-56", "TRB-57")
def test_lines_of_fire_end_at_the_first_ship_or_land() -> None:
    box = _two_sections(7)
    ships: dict[int | str, Place] = {
        1: (3, 1), 2: (3, 13), 3: (3, 13), "x0": (4, 4), 4: (1, 7), 5: (0, 5), 6: (5, 3),
    }  # fmt: skip
    assert targets(box, (3, 5), ships) == {"1": 3, "2": 7, "3": 7, "x0": 0, "5": 2}
    position = table(box, {0: (3, 5), **ships}, phase="FIRE")
    assert offered(position) == ["pass", "fire 1", "fire 5", "fire x0"]  # P2 and P3 are too far for want of guns


@pytest.mark.example("TRB", 15)
@pytest.mark.rule("TRB-55", "TRB-56", "TRB-57")
def test_land_and_ships_hide_what_is_behind() -> None:
    box = _two_sections(6)
    ships: dict[int | str, Place] = {
        1: (5, 10), "x0": (5, 10), "x1": (2, 10), 3: (8, 12), 4: (6, 14), 5: (6, 16), 2: (12, 1),
    }  # fmt: skip
    assert targets(box, (6, 10), ships) == {"1": 0, "x0": 0, "4": 3}
    position = table(box, {0: (6, 10), **ships}, phase="FIRE")
    assert offered(position) == ["pass", "fire 1", "fire 4", "fire x0"]
    inside = table(box, {0: (5, 11), **ships}, wind="W")
    go(inside, (5, 10))
    assert stands(inside) == ("DICE", 1)


def _two_sections(seats: int) -> Box:
    """The chart of 2-3 players for more ships than that."""
    placed = [{"section": "A", "row": 0, "column": 0, "turns": 0}, {"section": "B", "row": 0, "column": 8, "turns": 0}]
    return load(seats, arrangement={"name": "two", "data": {"margin": 4, "placed": placed}})


@pytest.mark.rule("TRB-57")
def test_the_range_is_unlimited() -> None:
    position = table(game(2), {0: (12, -3), 1: (12, 20)}, holds={0: "G16 W1"}, phase="FIRE")
    assert offered(position) == ["pass", "fire 1"]  # 6 + 16 + 1 - 22 = 1


@pytest.mark.rule("TRB-49", "TRB-50", "TRB-55")
def test_a_ship_fires_once_from_open_sea_also_without_having_moved() -> None:
    position = table(game(2), {0: HERE, 1: THERE}, holds={1: "S2"})
    go(position, HERE)
    assert offered(position) == ["pass", "fire 1"]
    shoot(position, 6, 1)
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("TRB-50")
def test_fire_can_be_held() -> None:
    position = aiming(game(2), theirs="S2")
    position.play("pass")
    assert (stands(position), carries(position, 1)) == (("DICE", 1), "S2")


@pytest.mark.rule("TRB-55")
def test_ships_on_islands_can_be_hit_too() -> None:
    position = table(game(2), {0: (4, 5), 1: (4, 4)}, holds={1: "S2"}, phase="FIRE")
    assert offered(position) == ["pass", "fire 1"]


@pytest.mark.example("TRB", 16)
@pytest.mark.rule("TRB-58", "TRB-60", "TRB-63")
@pytest.mark.parametrize(("mine", "theirs", "place", "hits"), [("G2", "R1", (9, 7), 21), ("", "R2", (9, 9), 1)])
def test_the_chance_of_a_hit(mine: str, theirs: str, place: Place, hits: int) -> None:
    position = table(game(2), {0: HERE, 1: place}, holds={0: mine, 1: theirs + " S2"}, phase="FIRE")
    position.play("fire 1")
    total = 0
    for attack in position.chances:
        after = position.copy()
        after.roll(attack)
        for defence in after.chances:
            last = after.copy()
            last.roll(defence)
            total += phase(last) == "LOSE"
    assert total == hits


@pytest.mark.example("TRB", 16)
def test_a_shot_that_cannot_hit_is_not_offered() -> None:
    position = table(game(2), {0: (9, 5), 1: (9, 13)}, wind="N")
    go(position, (9, 5))
    assert stands(position) == ("DICE", 1)
    position = table(game(2), {0: (9, 5), 1: (9, 12)}, wind="N")
    go(position, (9, 5))
    assert stands(position) == ("DICE", 1)  # 6 - 6 < 1
    position = table(game(2), {0: (9, 5), 1: (9, 11)}, wind="N")
    go(position, (9, 5))
    assert offered(position) == ["pass", "fire 1"]


@pytest.mark.rule("TRB-58", "TRB-63", "TRB-64")
def test_chances_of_36_by_margin() -> None:
    table_ = {-7: 0, -6: 0, -5: 1, -4: 3, -3: 6, -2: 10, -1: 15, 0: 21, 1: 26, 2: 30, 3: 33, 4: 35, 5: 36, 6: 36}
    assert {margin: hits_of_36(margin) for margin in table_} == table_


@pytest.mark.rule("TRB-58", "TRB-60", "TRB-64")
def test_both_dice_are_drawn_also_when_the_result_is_certain() -> None:
    position = aiming(game(2), theirs="R3 S1")
    position.play("fire 1")
    assert odds(position) == {f"attack {n}": Fraction(1, 6) for n in range(1, 7)}
    position.roll("attack 1")
    assert position["attack"] == 0
    assert odds(position) == {f"defence {n}": Fraction(1, 6) for n in range(1, 7)}
    position.roll("defence 1")
    assert (stands(position), carries(position, 1)) == (("DICE", 1), "S1 R3")


@pytest.mark.rule("TRB-63")
@pytest.mark.parametrize(("attack", "defence", "is_hit"), [(4, 3, True), (4, 4, False), (6, 5, True), (6, 6, False)])
def test_equal_values_are_a_hit(attack: int, defence: int, is_hit: bool) -> None:
    position = aiming(game(2), theirs="S2")  # one empty square: attack is the die - 1
    shoot(position, attack, defence)
    assert carries(position, 0) == ("S1" if is_hit else "")


@pytest.mark.example("TRB", 17)
@pytest.mark.rule("TRB-59", "TRB-75")
@pytest.mark.parametrize(
    ("mine", "spends"),
    [("W1", None), ("W3", [0, 2, 3]), ("W9", [0, 2, 3, 4, 5, 6, 7]), ("", None)],
)
def test_the_attacker_may_add_pearls_that_matter(mine: str, spends: list[int] | None) -> None:
    position = table(game(2), {0: HERE, 1: (9, 8)}, holds={0: f"G1 {mine}", 1: "R2"}, phase="FIRE")
    shoot(position, 2)
    assert position["attack"] == 1
    if spends is None:
        assert (position.to_act, phase(position)) == (CHANCE, "DEFENCE_DIE")
    else:
        assert position.to_act == 0
        assert offered(position) == [f"spend {n}" for n in spends]


@pytest.mark.rule("TRB-59", "TRB-76")
def test_spent_pearls_raise_the_attack_and_go_into_the_box() -> None:
    position = aiming(game(2), mine="W2 X1", theirs="S1 R3")
    before = in_box(position)
    shoot(position, 3)
    position.play("spend 3")
    assert (position["attack"], carries(position, 0)) == (5, "")
    assert (before, in_box(position)) == ("S17 G16 R9 O14 W10 X11", "S17 G16 R9 O14 W12 X12")
    position.roll("defence 3")
    assert stands(position) == ("DICE", 1)  # 6 against 5


@pytest.mark.example("TRB", 18)
@pytest.mark.rule("TRB-61", "TRB-62", "TRB-75")
def test_the_defender_spends_just_enough_or_nothing() -> None:
    for theirs, question in (("W2 S1", None), ("W4 S1", ["spend 0", "spend 3"])):
        position = aiming(game(2), mine="", theirs=theirs)
        shoot(position, 6, 3)  # A = 5, D = 3
        if question is None:
            assert phase(position) == "LOSE"
        else:
            assert (position.to_act, offered(position)) == (1, question)
            position.play("spend 3")
            assert (stands(position), carries(position, 1), carries(position, 0)) == (("DICE", 1), "S1 W1", "")


@pytest.mark.rule("TRB-61")
def test_the_defender_is_not_asked_when_the_shot_misses_anyway() -> None:
    position = aiming(game(2), theirs="W4 S1")
    shoot(position, 2, 3)
    assert (stands(position), carries(position, 1)) == (("DICE", 1), "S1 W4")


@pytest.mark.rule("TRB-61")
def test_the_defender_may_keep_their_pearls() -> None:
    position = aiming(game(2), theirs="W1 S1")
    shoot(position, 3, 2)
    position.play("spend 0")
    assert (phase(position), position.to_act) == ("LOSE", 0)
