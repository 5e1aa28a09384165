"""Step 3 on open sea: lines of fire, dice and pearls, loot, sinking; and who decides for a privateer."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.contract import CHANCE
from cabotage.core.position import Position
from cabotage.games.treasure_boots.aim import NO_LINE, empty_squares, hits_of_36
from cabotage.games.treasure_boots.test_kit import (
    Place,
    all_tokens,
    carries,
    ends,
    game,
    go,
    in_box,
    odds,
    offered,
    phase,
    scores,
    sea,
    square,
    stands,
    table,
    value,
    where,
)

# Seat 0 on open sea, its target two squares to the east with one empty square between them.
HERE, THERE = (9, 5), (9, 7)


def aiming(
    box: Box, mine: str = "", theirs: str = "", target: int | str = 1, ship: int | str = 0, **fields: Any
) -> Position:
    """Just before the question whether to fire."""
    ships: dict[int | str, Place] = {ship: HERE, target: THERE}
    if ship != 0:
        ships[0] = (12, 1)
        fields["acting"] = 8 + int(str(ship)[1:])
    return table(box, ships, holds={ship: mine, target: theirs}, phase="FIRE", **fields)


def shoot(position: Position, attack: int, defence: int | None = None, target: int | str = 1) -> None:
    position.play(f"fire {target}")
    position.roll(f"attack {attack}")
    if defence is not None:
        position.roll(f"defence {defence}")


def targets(box: Box, at: Place, ships: Mapping[int | str, Place]) -> dict[str, int]:
    """Every ship in a line of fire of seat 0, with the number of empty squares, whether it can be hit or not."""
    position = table(box, {0: at, **ships})
    found = {}
    for name in ships:
        ship = 8 + int(name[1:]) if isinstance(name, str) else name
        gap = empty_squares(box.record[0], position.states[0], 0, square(box, at), ship)
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
    return cabotage.load("treasure_boots", seats=seats, arrangement={"name": "two", "data": {"margin": 4, "placed": placed}})


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
    assert value(position, "attack") == 0
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
    assert value(position, "attack") == 1
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
    assert (value(position, "attack"), carries(position, 0)) == (5, "")
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
def test_the_defender_may_keep_his_pearls() -> None:
    position = aiming(game(2), theirs="W1 S1")
    shoot(position, 3, 2)
    position.play("spend 0")
    assert (phase(position), position.to_act) == ("LOSE", 0)


@pytest.mark.example("TRB", 19)
@pytest.mark.rule("TRB-65")
def test_with_gold_the_defender_chooses_what_he_loses() -> None:
    position = aiming(game(2), theirs="O1 S2")
    shoot(position, 6, 1)
    assert (position.to_act, offered(position)) == (1, ["lose sails", "lose gold"])
    position.play("lose gold")
    assert (carries(position, 0), carries(position, 1)) == ("O1", "S2")


@pytest.mark.example("TRB", 19)
@pytest.mark.rule("TRB-65")
def test_a_single_kind_is_lost_without_a_question() -> None:
    position = aiming(game(2), theirs="O2")
    shoot(position, 6, 1)
    assert (stands(position), carries(position, 0), carries(position, 1)) == (("DICE", 1), "O1", "O1")


@pytest.mark.example("TRB", 19)
@pytest.mark.rule("TRB-65")
def test_without_gold_the_attacker_chooses() -> None:
    position = aiming(game(2), theirs="S2 G1")
    shoot(position, 6, 1)
    assert (position.to_act, offered(position)) == (0, ["lose sails", "lose guns"])
    position.play("lose guns")
    assert (carries(position, 0), carries(position, 1)) == ("G1", "S2")


@pytest.mark.rule("TRB-78")
def test_stolen_pearls_are_one_kind_and_white_ones_go_first() -> None:
    position = aiming(game(2), theirs="S1 W1 X1")
    shoot(position, 6, 1)
    assert offered(position) == ["lose sails", "lose pearl"]
    position.play("lose pearl")
    assert (carries(position, 0), carries(position, 1)) == ("W1", "S1 X1")


@pytest.mark.example("TRB", 20)
@pytest.mark.rule("TRB-67", "TRB-68", "TRB-69")
def test_a_ship_that_loses_its_last_treasure_sinks_and_its_owner_picks_a_port() -> None:
    position = aiming(game(2), theirs="R1", score=[2, 7])
    shoot(position, 6, 1)
    assert (carries(position, 0), carries(position, 1), where(position, 1)) == ("R1", "", THERE)
    assert (phase(position), position.to_act) == ("REFUGE", 1)
    assert offered(position) == ["go 2,2", "go 3,13", "go 5,10", "go 7,7"]
    position.play("go 5,10")
    assert (where(position, 1), scores(position), stands(position)) == ((5, 10), [2, 7], ("DICE", 1))


@pytest.mark.example("TRB", 20)
@pytest.mark.rule("TRB-67", "TRB-69")
def test_a_ship_without_treasure_sinks_when_hit_also_in_a_port() -> None:
    position = table(game(2), {0: (6, 10), 1: (5, 10)}, phase="FIRE")
    shoot(position, 6, 1)
    assert (phase(position), position.to_act, carries(position, 0)) == ("REFUGE", 1, "")
    assert "go 5,10" in offered(position)
    position.play("go 5,10")
    assert where(position, 1) == (5, 10)


@pytest.mark.example("TRB", 20)
@pytest.mark.rule("TRB-72", "TRB-73")
def test_sinking_a_privateer_gives_its_token_as_a_black_pearl_but_no_point() -> None:
    position = aiming(game(2), theirs="G1", target="x0", score=[4, 0])
    shoot(position, 6, 1, target="x0")
    assert (carries(position, 0), where(position, "x0"), scores(position)) == ("G1 X1", None, [4, 0])
    assert (stands(position), all_tokens(position)) == (("DICE", 1), 84)


@pytest.mark.example("TRB", 20)
@pytest.mark.rule("TRB-61", "TRB-74")
def test_spending_the_last_pearl_does_not_sink() -> None:
    position = aiming(game(2), theirs="W1")
    shoot(position, 4, 3)  # 3 against 3
    assert offered(position) == ["spend 0", "spend 1"]
    position.play("spend 1")
    assert (where(position, 1), carries(position, 1), stands(position)) == (THERE, "", ("DICE", 1))


@pytest.mark.rule("TRB-68")
def test_a_sunk_ship_plays_on_in_its_next_turn() -> None:
    position = aiming(game(2))
    shoot(position, 6, 1)
    position.play("go 7,7")
    position.roll("dice 6-6")
    while position.is_chance:
        position.roll()
    assert (phase(position), position.to_act) == ("GO", 1)
    assert (7, 7) in ends(position)


@pytest.mark.rule("TRB-68")
def test_with_one_port_a_sunk_ship_goes_there_unasked() -> None:
    box = sea("P . . . . .", ". . . . . .", ". . . . . 7")
    position = table(box, {0: (3, 1), 1: (3, 3)}, phase="FIRE")
    shoot(position, 6, 1)
    assert (where(position, 1), stands(position)) == ((1, 1), ("DICE", 1))


@pytest.mark.example("TRB", 21)
@pytest.mark.rule("TRB-70", "TRB-71")
@pytest.mark.parametrize(("theirs", "asked"), [("G1 S1", False), ("O1 S1", True), ("W1", True), ("X1 S2", True), ("O2", False), ("", False)])
def test_who_defends_a_privateer_is_asked_only_if_he_may_have_to_decide(theirs: str, asked: bool) -> None:
    position = aiming(game(3), theirs=theirs, target="x0")
    position.play("fire x0")
    if asked:
        assert (phase(position), offered(position)) == ("NAME", ["name 1", "name 2"])
    else:
        assert (phase(position), value(position, "defender")) == ("ATTACK_DIE", 1)


@pytest.mark.example("TRB", 21)
@pytest.mark.rule("TRB-71")
def test_with_two_players_nobody_is_named() -> None:
    position = aiming(game(2), theirs="O1 W1", target="x0")
    position.play("fire x0")
    assert (phase(position), value(position, "defender")) == ("ATTACK_DIE", 1)


@pytest.mark.rule("TRB-70")
def test_the_named_player_decides_for_the_privateer() -> None:
    position = aiming(game(3), theirs="O1 S1 W1", target="x0")
    position.play("fire x0")
    position.play("name 2")
    position.roll("attack 4")
    position.roll("defence 3")
    assert (position.to_act, offered(position)) == (2, ["spend 0", "spend 1"])
    position.play("spend 0")
    assert (position.to_act, offered(position)) == (2, ["lose sails", "lose gold", "lose pearl"])
    position.play("lose sails")
    assert (carries(position, 0), carries(position, "x0")) == ("S1", "O1 W1")


@pytest.mark.rule("TRB-71")
def test_the_next_player_follows_the_last_seat() -> None:
    position = table(game(3), {2: HERE, "x0": THERE, 0: (12, 1)}, phase="FIRE", turn=2, acting=2)
    position.play("fire x0")
    assert value(position, "defender") == 0


@pytest.mark.example("TRB", 13)
@pytest.mark.rule("TRB-27", "TRB-29", "TRB-30")
def test_a_controlled_privateer_scores_for_its_player() -> None:
    position = aiming(game(2), theirs="S2", ship="x0")
    shoot(position, 6, 1)
    assert (scores(position), carries(position, "x0"), value(position, "acting")) == ([1, 0], "S1", 0)
    position = aiming(game(2), theirs="S1", target="x1", ship="x0")
    shoot(position, 6, 1, target="x1")
    assert (scores(position), carries(position, "x0"), where(position, "x1")) == ([2, 0], "S1 X1", None)


@pytest.mark.example("TRB", 13)
@pytest.mark.rule("TRB-31")
def test_a_privateer_that_sinks_an_empty_ship_gains_nothing() -> None:
    position = aiming(game(2), ship="x0")
    shoot(position, 6, 1)
    assert (phase(position), position.to_act) == ("REFUGE", 1)
    position.play("go 7,7")
    assert (scores(position), phase(position), value(position, "acting")) == ([0, 0], "GO", 0)


@pytest.mark.example("TRB", 13)
@pytest.mark.rule("TRB-32")
def test_a_privateer_spares_the_ship_of_its_player_which_still_blocks_the_line() -> None:
    ships: dict[int | str, Place] = {"x0": (9, 5), 0: (9, 7), 1: (9, 9)}
    position = table(game(2), ships, holds={1: "S2", "x0": "G5"}, acting=8)
    go(position, (9, 5))
    assert (phase(position), value(position, "acting")) == ("GO", 0)


@pytest.mark.rule("TRB-28")
def test_a_privateer_fights_with_its_own_guns_and_pearls() -> None:
    position = aiming(game(2), mine="G1 W1", theirs="S2", ship="x0")
    position.states["hold"][0][0] = [0, 9, 0, 0, 3, 0]
    shoot(position, 2)
    assert value(position, "attack") == 2
    assert offered(position) == ["spend 0", "spend 1"]
    position.play("spend 1")
    assert (carries(position, "x0"), carries(position, 0)) == ("G1", "G9 W3")


@pytest.mark.rule("TRB-23", "TRB-57")
def test_twin_privateers_in_a_port_are_one_target() -> None:
    ships: dict[int | str, Place] = {0: (6, 10), "x0": (5, 10), "x1": (5, 10), "x2": (5, 10)}
    position = table(game(2), ships, holds={"x2": "G1"}, phase="FIRE")
    assert offered(position) == ["pass", "fire x0", "fire x2"]


@pytest.mark.rule("TRB-88")
def test_with_decline_gains_the_attacker_may_leave_the_loot() -> None:
    position = aiming(game(2, decline_gains=True), theirs="O1")
    shoot(position, 6, 1)
    assert (position.to_act, offered(position)) == (0, ["pass", "take"])
    left = position.copy()
    left.play("pass")
    assert (carries(left, 1), where(left, 1), stands(left)) == ("O1", THERE, ("DICE", 1))
    position.play("take")
    assert (carries(position, 0), phase(position)) == ("O1", "REFUGE")


@pytest.mark.rule("TRB-88")
def test_with_decline_gains_the_owner_of_gold_still_chooses() -> None:
    position = aiming(game(2, decline_gains=True), theirs="O1 S1")
    shoot(position, 6, 1)
    position.play("take")
    assert (position.to_act, offered(position)) == (1, ["lose sails", "lose gold"])


@pytest.mark.rule("TRB-88")
def test_with_decline_gains_an_empty_ship_sinks_unasked_and_a_black_pearl_is_taken() -> None:
    position = aiming(game(2, decline_gains=True))
    shoot(position, 6, 1)
    assert phase(position) == "REFUGE"
    position = aiming(game(2, decline_gains=True), target="x0")
    shoot(position, 6, 1, target="x0")
    assert (carries(position, 0), stands(position)) == ("X1", ("DICE", 1))


@pytest.mark.example("TRB", 25)
@pytest.mark.rule("TRB-76", "TRB-77", "TRB-78")
def test_pearls_go_back_into_the_box_white_ones_first() -> None:
    position = aiming(game(2), mine="X1 W1", theirs="S1")
    assert in_box(position) == "S17 G16 R12 O14 W11 X11"
    once = position.copy()
    shoot(once, 2)
    once.play("spend 1")
    assert (carries(once, 0), in_box(once)) == ("X1", "S17 G16 R12 O14 W12 X11")
    shoot(position, 2)
    position.play("spend 2")
    assert (carries(position, 0), in_box(position)) == ("", "S17 G16 R12 O14 W12 X12")
