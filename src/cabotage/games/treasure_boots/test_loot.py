"""After a hit: loot, sinking, and who decides for a privateer."""

from __future__ import annotations

import pytest

from cabotage.games.treasure_boots.test_kit import (
    HERE,
    THERE,
    Place,
    aiming,
    all_tokens,
    carries,
    ends,
    game,
    go,
    in_box,
    scores,
    sea,
    shoot,
    table,
    where,
)
from tests.reading import offered, phase, stands


@pytest.mark.example("TRB", 19)
@pytest.mark.rule("TRB-65")
def test_with_gold_the_defender_chooses_the_loss() -> None:
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
        position.roll("token sails")  # a black pearl might bring a privateer, and somebody to steer it
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
@pytest.mark.parametrize(
    ("theirs", "asked"), [("G1 S1", False), ("O1 S1", True), ("W1", True), ("X1 S2", True), ("O2", False), ("", False)]
)
def test_the_defender_of_a_privateer_is_asked_only_if_there_is_a_choice(theirs: str, asked: bool) -> None:
    position = aiming(game(3), theirs=theirs, target="x0")
    position.play("fire x0")
    if asked:
        assert (phase(position), offered(position)) == ("NAME", ["name 1", "name 2"])
    else:
        assert (phase(position), position["defender"]) == ("ATTACK_DIE", 1)


@pytest.mark.example("TRB", 21)
@pytest.mark.rule("TRB-71")
def test_with_two_players_nobody_is_named() -> None:
    position = aiming(game(2), theirs="O1 W1", target="x0")
    position.play("fire x0")
    assert (phase(position), position["defender"]) == ("ATTACK_DIE", 1)


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
    assert position["defender"] == 0


@pytest.mark.example("TRB", 13)
@pytest.mark.rule("TRB-27", "TRB-29", "TRB-30")
def test_a_controlled_privateer_scores_for_its_player() -> None:
    position = aiming(game(2), theirs="S2", ship="x0")
    shoot(position, 6, 1)
    assert (scores(position), carries(position, "x0"), position["acting"]) == ([1, 0], "S1", 0)
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
    assert (scores(position), phase(position), position["acting"]) == ([0, 0], "GO", 0)


@pytest.mark.example("TRB", 13)
@pytest.mark.rule("TRB-32")
def test_a_privateer_spares_the_ship_of_its_player_which_still_blocks_the_line() -> None:
    ships: dict[int | str, Place] = {"x0": (9, 5), 0: (9, 7), 1: (9, 9)}
    position = table(game(2), ships, holds={1: "S2", "x0": "G5"}, acting=8)
    go(position, (9, 5))
    assert (phase(position), position["acting"]) == ("GO", 0)


@pytest.mark.rule("TRB-28")
def test_a_privateer_fights_with_its_own_guns_and_pearls() -> None:
    position = aiming(game(2), mine="G1 W1", theirs="S2", ship="x0")
    holds = position["hold"]
    holds[0] = [0, 9, 0, 0, 3, 0]
    position = position.box.position(**position.fields | {"hold": holds})
    shoot(position, 2)
    assert position["attack"] == 2
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
