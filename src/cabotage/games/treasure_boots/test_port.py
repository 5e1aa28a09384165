"""Step 3 on land: collecting and unloading."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.core.position import Position
from cabotage.games.treasure_boots.test_kit import all_tokens, carries, game, go, in_box, lies, scores, table
from tests.reading import offered, phase, stands


def in_port(held: str, seats: int = 2, gold_value: int = 1, **fields: Any) -> Position:
    """Seat 0 has just come into Brandy Quay."""
    return table(game(seats, gold_value=gold_value), {0: (7, 7)}, holds={0: held}, phase="UNLOAD", **fields)


@pytest.mark.rule("TRB-49", "TRB-51", "TRB-66")
def test_a_token_on_an_island_is_collected_without_a_question() -> None:
    position = table(game(2), {0: (4, 2)}, tokens={(4, 4): "G"}, wind="E")
    go(position, (4, 4))
    assert (carries(position, 0), lies(position, (4, 4)), stands(position)) == ("G1", "", ("DICE", 1))
    assert scores(position) == [0, 0]


@pytest.mark.rule("TRB-50")
def test_a_ship_that_stays_on_its_island_collects_what_lies_there() -> None:
    position = table(game(2, decline_gains=True), {0: (4, 4)}, tokens={(4, 4): "G"})
    go(position, (4, 4))
    assert offered(position) == ["pass", "take"]


@pytest.mark.rule("TRB-51")
def test_a_hold_has_no_limit() -> None:
    position = table(game(2), {0: (4, 2)}, holds={0: "S17 G16 R12 O14 W12 X12"}, tokens={(4, 4): "S"}, wind="E")
    go(position, (4, 4))
    assert carries(position, 0) == "S18 G16 R12 O14 W12 X12"


@pytest.mark.rule("TRB-88")
def test_with_decline_gains_a_token_may_be_left_and_is_offered_again() -> None:
    position = table(game(2, decline_gains=True), {0: (4, 2)}, tokens={(4, 4): "G"}, wind="E")
    go(position, (4, 4))
    assert (position.to_act, offered(position)) == (0, ["pass", "take"])
    position.play("pass")
    assert (lies(position, (4, 4)), stands(position)) == ("G", ("DICE", 1))
    again = table(game(2, decline_gains=True), {0: (4, 4)}, tokens={(4, 4): "G"})
    go(again, (4, 4))
    again.play("take")
    assert (carries(again, 0), lies(again, (4, 4))) == ("G1", "")


@pytest.mark.rule("TRB-88", "TRB-29")
def test_with_decline_gains_a_privateer_is_asked_too() -> None:
    position = table(game(2, decline_gains=True), {0: (12, 3), "x0": (5, 4)}, tokens={(4, 4): "O"}, acting=8, wind="N")
    go(position, (4, 4))
    assert (position.to_act, offered(position)) == (0, ["pass", "take"])
    position.play("take")
    assert (scores(position), phase(position)) == ([1, 0], "GO")


@pytest.mark.rule("TRB-49")
def test_in_a_port_with_cargo_unloading_is_offered() -> None:
    position = table(game(2), {0: (6, 7)}, holds={0: "S2"}, wind="S")
    go(position, (7, 7))
    assert (position.to_act, offered(position)) == (0, ["pass", "unload all", "unload part"])
    position.play("pass")
    assert (carries(position, 0), scores(position), stands(position)) == ("S2", [0, 0], ("DICE", 1))


@pytest.mark.rule("TRB-49", "TRB-52")
def test_one_token_has_no_part_and_an_empty_hold_no_question() -> None:
    assert offered(in_port("S1")) == ["pass", "unload all"]
    position = table(game(2), {0: (6, 7)}, wind="S")
    go(position, (7, 7))
    assert stands(position) == ("DICE", 1)


@pytest.mark.example("TRB", 22)
@pytest.mark.rule("TRB-52", "TRB-53", "TRB-54")
@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("S2 G1 R1 O1 W1 X1", 11),
        ("S2 G2 R2 O2", 12),
        ("S2", 2),
        ("S1 G1", 3),
        ("G1 R1 O1", 5),
        ("W1 X1", 2),
        ("S1 W1", 2),
        ("S1 G1 R1 O1", 8),
    ],
)
def test_unloading_scores_tokens_and_colours(held: str, points: int) -> None:
    position = in_port(held)
    position.play("unload all")
    assert (scores(position), carries(position, 0), stands(position)) == ([points, 0], "", ("DICE", 1))
    assert all_tokens(position) == 84


@pytest.mark.example("TRB", 22)
@pytest.mark.rule("TRB-93")
def test_gold_may_count_twice() -> None:
    position = in_port("S2 G1 R1 O1 W1 X1", gold_value=2)
    position.play("unload all")
    assert scores(position) == [12, 0]
    position = in_port("O3", gold_value=2)
    position.play("unload all")
    assert scores(position) == [6, 0]


@pytest.mark.example("TRB", 22)
@pytest.mark.rule("TRB-52", "TRB-53")
@pytest.mark.parametrize(
    ("amounts", "points", "left"),
    [
        ((0, 1, 1, 1, 0), 5, "S2 W1 X1"),
        ((0, 0, 0, 0, 2), 2, "S2 G1 R1 O1"),
        ((2, 0, 0, 0, 0), 2, "G1 R1 O1 W1 X1"),
        ((1, 1, 0, 0, 0), 3, "S1 R1 O1 W1 X1"),
        ((0, 0, 0, 0, 1), 1, "S2 G1 R1 O1 X1"),
    ],
)
def test_a_part_may_be_unloaded(amounts: tuple[int, ...], points: int, left: str) -> None:
    position = in_port("S2 G1 R1 O1 W1 X1")
    position.play("unload part")
    for amount in amounts:
        assert scores(position) == [0, 0]  # all chosen tokens score together after the last amount
        assert carries(position, 0) == "S2 G1 R1 O1 W1 X1"
        position.play(f"amount {amount}")
    assert (scores(position), carries(position, 0), stands(position)) == ([points, 0], left, ("DICE", 1))


@pytest.mark.rule("TRB-7", "TRB-76")
def test_unloaded_tokens_go_into_the_box() -> None:
    position = in_port("S2 X1")
    assert in_box(position) == "S16 G16 R12 O14 W12 X11"
    position.play("unload all")
    assert in_box(position) == "S18 G16 R12 O14 W12 X12"


@pytest.mark.example("TRB", 23)
@pytest.mark.rule("TRB-52")
def test_the_last_amount_is_forced_when_it_would_make_nothing_or_all() -> None:
    for first, left in ((0, "S1"), (1, "G1")):
        position = in_port("S1 G1")
        position.play("unload part")
        assert (phase(position), offered(position)) == ("AMOUNT", ["amount 0", "amount 1"])
        position.play(f"amount {first}")
        assert (scores(position), carries(position, 0), phase(position)) == ([1, 0], left, "DICE")


@pytest.mark.rule("TRB-52")
def test_amounts_leave_out_nothing_and_all() -> None:
    position = in_port("R4")
    position.play("unload part")
    assert offered(position) == ["amount 1", "amount 2", "amount 3"]
    position = in_port("R2")
    position.play("unload part")
    assert (scores(position), carries(position, 0)) == ([1, 0], "R1")
    position = in_port("S1 O1 W1 X2")
    position.play("unload part")
    position.play("amount 1")
    position.play("amount 1")
    assert position["kind"] == 4
    assert offered(position) == ["amount 0", "amount 1", "amount 2"]


@pytest.mark.rule("TRB-54")
def test_one_unloading_a_turn() -> None:
    position = in_port("S2 G2")
    position.play("unload part")
    position.play("amount 1")
    position.play("amount 1")
    assert (stands(position), scores(position)) == (("DICE", 1), [3, 0])


@pytest.mark.rule("TRB-78")
def test_white_pearls_are_unloaded_before_black_ones() -> None:
    position = in_port("W1 X2")
    position.play("unload part")
    position.play("amount 2")
    assert carries(position, 0) == "X1"
