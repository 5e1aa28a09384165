"""A turn: the dice, the wind, new treasure, privateers; whose turn comes next."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cabotage.core.contract import CHANCE
from cabotage.games.treasure_boots.chart import OPEN_SEA, chart_of
from cabotage.games.treasure_boots.test_kit import (
    Place,
    all_tokens,
    carries,
    ends,
    game,
    go,
    in_box,
    lies,
    rolling,
    scores,
    sea,
    square,
    table,
    where,
)
from tests.reading import odds, offered, phase, stands

ONLY_RUM = [0, 0, 1, 0, 0, 0]
ONLY_BLACK = [0, 0, 0, 0, 0, 1]


@pytest.mark.rule("TRB-14")
def test_a_turn_begins_with_two_dice() -> None:
    chances = odds(rolling(game(3), {0: (3, 3)}))
    assert len(chances) == 21
    assert [text for text, _ in zip(chances, range(8), strict=False)] == [
        "dice 1-1", "dice 1-2", "dice 1-3", "dice 1-4", "dice 1-5", "dice 1-6", "dice 2-2", "dice 2-3",
    ]  # fmt: skip
    for text, chance in chances.items():
        assert chance == (Fraction(1, 36) if text[5] == text[7] else Fraction(2, 36))


@pytest.mark.example("TRB", 3)
@pytest.mark.rule("TRB-15")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ("N", "1-4", "W"),
        ("N", "5-5", "N"),
        ("N", "2-6", "N"),
        ("N", "1-6", "E"),
        ("N", "3-5", "S"),
        ("N", "1-2", "E"),
        ("W", "2-4", "E"),
        ("W", "5-6", "N"),
    ],
)
def test_the_wind_turns_clockwise_by_the_difference_of_the_dice(before: str, dice: str, after: str) -> None:
    position = rolling(game(2), {0: (3, 3)}, wind=before)
    position.roll(f"dice {dice}")
    assert "NESW"[position["wind"]] == after


@pytest.mark.rule("TRB-15")
def test_the_wind_turns_with_these_chances() -> None:
    position = rolling(game(2), {0: (3, 3)})
    turned = {0: Fraction(0), 1: Fraction(0), 2: Fraction(0), 3: Fraction(0)}
    for outcome in position.chances:
        later = position.copy()
        later.roll(outcome)
        turned[later["wind"]] += outcome.probability
    assert [chance * 36 for chance in turned.values()] == [10, 12, 8, 6]


@pytest.mark.rule("TRB-16", "TRB-18", "TRB-19")
def test_every_island_of_the_sum_gets_a_token_in_reading_order() -> None:
    position = rolling(game(2), {0: (3, 3)})
    position.roll("dice 2-4")
    chances = odds(position)
    assert chances == {
        "token sails": Fraction(18, 84), "token guns": Fraction(16, 84), "token rum": Fraction(12, 84),
        "token gold": Fraction(14, 84), "token white": Fraction(12, 84), "token black": Fraction(12, 84),
    }  # fmt: skip
    position.roll("token sails")
    assert lies(position, (2, 6)) == "S"
    assert odds(position)["token sails"] == Fraction(17, 83)
    position.roll("token gold")
    assert lies(position, (7, 11)) == "O"
    assert in_box(position) == "S17 G16 R12 O13 W12 X12"
    assert all_tokens(position) == 84


@pytest.mark.example("TRB", 11)
@pytest.mark.rule("TRB-16")
def test_an_island_with_a_token_or_a_ship_gets_nothing() -> None:
    position = rolling(game(2), {0: (3, 3), 1: (7, 11)}, tokens={(2, 6): "R"}, wind="N")
    position.roll("dice 2-4")
    assert "NESW"[position["wind"]] == "S"
    assert phase(position) == "GO"
    assert in_box(position) == "S18 G16 R11 O14 W12 X12"


@pytest.mark.rule("TRB-17")
def test_a_privateer_keeps_treasure_away_too() -> None:
    position = rolling(game(2), {0: (3, 3), "x3": (2, 6)}, tokens={(7, 11): "R"})
    position.roll("dice 2-4")
    assert phase(position) == "GO"


@pytest.mark.example("TRB", 11)
@pytest.mark.rule("TRB-18", "TRB-84")
def test_the_last_token_goes_to_the_first_island() -> None:
    position = rolling(game(2), {0: (3, 3)}, supply=ONLY_RUM)
    position.roll("dice 3-6")
    assert position.to_act == CHANCE
    assert odds(position) == {"token rum": 1}
    position.roll("token rum")
    assert (lies(position, (5, 15)), lies(position, (7, 4))) == ("R", "")
    assert stands(position) == ("GO", 0)


@pytest.mark.rule("TRB-84")
def test_an_empty_box_brings_no_treasure() -> None:
    position = rolling(game(2), {0: (3, 3)}, supply=[0, 0, 0, 0, 0, 0])
    position.roll("dice 3-6")
    assert stands(position) == ("GO", 0)


@pytest.mark.example("TRB", 12)
@pytest.mark.rule("TRB-19", "TRB-20", "TRB-22", "TRB-24")
def test_a_privateer_of_this_roll_may_be_controlled_free_with_doubles() -> None:
    position = rolling(game(2), {0: (3, 3)}, tokens={(7, 11): "S"}, supply=ONLY_BLACK)
    position.roll("dice 3-3")
    position.roll("token black")
    assert (where(position, "x0"), carries(position, "x0"), lies(position, (2, 6))) == ((2, 6), "", "")
    assert offered(position) == ["pass", "control x0"]
    position.play("control x0")
    assert stands(position) == ("GO", 0)
    cells = chart_of(position.box).cells
    assert {place for place in ends(position) if cells[square(position.box, place)] != OPEN_SEA} == {(2, 6)}


@pytest.mark.example("TRB", 12)
@pytest.mark.rule("TRB-22", "TRB-75")
def test_without_doubles_a_privateer_costs_a_pearl() -> None:
    for held, asked in (("W1", True), ("S3 G1", False)):
        position = rolling(game(2), {0: (3, 3)}, tokens={(7, 11): "S"}, holds={0: held}, supply=ONLY_BLACK)
        position.roll("dice 2-4")
        position.roll("token black")
        assert phase(position) == ("CONTROL" if asked else "GO")
        assert position["acting"] == (-1 if asked else 0)
        if asked:
            position.play("control x0")
            assert carries(position, 0) == ""
            assert in_box(position) == "S0 G0 R0 O0 W1 X0"


@pytest.mark.rule("TRB-22", "TRB-75", "TRB-99")
def test_with_doubles_a_privateer_is_free_and_may_be_left_alone() -> None:
    position = rolling(game(2), {0: (3, 3), "x0": (9, 9)}, holds={0: "W1"}, tokens={(1, 4): "S"})
    position.roll("dice 2-2")
    assert offered(position) == ["pass", "control x0"]
    other = position.copy()
    other.play("pass")
    assert (phase(other), other["acting"], carries(other, 0)) == ("GO", 0, "W1")
    position.play("control x0")
    assert (position["acting"], carries(position, 0)) == (8, "W1")


@pytest.mark.rule("TRB-22")
def test_without_a_privateer_in_play_nothing_is_asked() -> None:
    position = rolling(game(2), {0: (3, 3)}, holds={0: "W1"}, tokens={(1, 4): "S"})
    position.roll("dice 2-2")
    assert stands(position) == ("GO", 0)


@pytest.mark.rule("TRB-20")
def test_a_new_privateer_takes_the_lowest_free_slot() -> None:
    position = rolling(game(2), {0: (3, 3), "x0": (9, 9), "x2": (10, 9)}, tokens={(7, 11): "S"}, supply=ONLY_BLACK)
    position.roll("dice 2-4")
    position.roll("token black")
    assert where(position, "x1") == (2, 6)


@pytest.mark.rule("TRB-23", "TRB-25", "TRB-33")
def test_one_privateer_moves_then_the_ship_and_the_others_stay() -> None:
    ships: dict[int | str, Place] = {0: (3, 3), "x0": (9, 9), "x1": (10, 5)}
    position = table(game(2), ships, holds={0: "W3", "x1": "G1"}, phase="CONTROL", acting=-1, wind="N")
    assert offered(position) == ["pass", "control x0", "control x1"]
    position.play("control x0")
    go(position, (8, 9))
    assert (phase(position), position["acting"]) == ("GO", 0)  # no second one for a further pearl
    go(position, (3, 2))
    assert stands(position) == ("DICE", 1)
    assert (where(position, "x0"), where(position, "x1"), carries(position, "x1")) == ((8, 9), (10, 5), "G1")
    assert carries(position, 0) == "W2"


@pytest.mark.rule("TRB-25", "TRB-26")
def test_a_privateer_enters_a_port_without_effect() -> None:
    position = table(game(2), {0: (12, 3), "x0": (3, 2)}, holds={"x0": "S1 G1"}, acting=8, wind="N")
    go(position, (2, 2))
    assert (phase(position), position["acting"]) == ("GO", 0)
    assert (carries(position, "x0"), scores(position)) == ("S1 G1", [0, 0])


@pytest.mark.rule("TRB-27", "TRB-28")
def test_a_privateer_sails_with_its_own_sails_and_pearls() -> None:
    bare = table(game(2), {0: (12, 3), "x0": (9, 9)}, holds={0: "S5 W5"}, acting=8, wind="N")
    assert len(bare.legal) == len(table(game(2), {0: (12, 3), "x0": (9, 9)}, acting=8, wind="N").legal)
    rich = table(game(2), {0: (12, 3), "x0": (9, 9)}, holds={"x0": "S1 X1"}, acting=8, wind="N")
    assert (5, 9) in ends(bare)
    assert (1, 9) not in ends(bare)
    assert (1, 9) in ends(rich)  # five points, drift eight squares north and more
    go(rich, (-1, 9))
    assert carries(rich, "x0") == "S1"


@pytest.mark.example("TRB", 13)
@pytest.mark.rule("TRB-25", "TRB-29")
def test_a_treasure_collected_by_a_privateer_is_a_point_at_once() -> None:
    position = table(game(2), {0: (12, 3), "x0": (5, 4)}, tokens={(4, 4): "O"}, acting=8, wind="N", score=[3, 4])
    go(position, (4, 4))
    assert (scores(position), carries(position, "x0"), lies(position, (4, 4))) == ([4, 4], "O1", "")
    assert position["acting"] == 0


@pytest.mark.rule("TRB-20")
def test_a_privateer_cannot_be_collected() -> None:
    position = table(game(2), {0: (5, 4), "x0": (4, 4)}, wind="N")
    assert (4, 4) not in ends(position)


@pytest.mark.rule("TRB-21")
def test_the_steps_follow_each_other_with_the_new_wind_and_the_new_tokens() -> None:
    position = rolling(game(2), {0: (4, 2), "x0": (9, 9)}, holds={0: "W1"}, tokens={(5, 12): "S"}, wind="S")
    position.roll("dice 2-5")  # sum 7, wind three quarters on: E
    position.roll("token gold")
    assert (phase(position), lies(position, (4, 4))) == ("CONTROL", "O")
    position.play("pass")
    assert phase(position) == "GO"
    go(position, (4, 4))  # by drift, with wind E
    assert carries(position, 0) == "O1 W1"


@pytest.mark.rule("TRB-12", "TRB-94", "TRB-96")
def test_turns_go_round_by_rising_seat_and_rounds_begin_with_the_starting_player() -> None:
    position = rolling(game(3), {0: (3, 3), 1: (9, 9), 2: (10, 1)}, turn=2, starter=2)
    seen = []
    for _ in range(4):
        seen.append((position["turn"], position["rounds"]))
        position.roll("dice 1-3")
        while position.is_chance and phase(position) == "TOKEN":
            position.roll("token rum")
        seat = position["turn"]
        go(position, where(position, seat) or (0, 0))
        if phase(position) == "FIRE":
            position.play("pass")
    assert seen == [(2, 0), (0, 0), (1, 0), (2, 1)]


@pytest.mark.rule("TRB-23", "TRB-22")
def test_two_privateers_in_one_port_with_equal_holds_are_one_choice() -> None:
    ships: dict[int | str, Place] = {0: (3, 3), "x0": (7, 7), "x1": (7, 7), "x2": (7, 7), "x3": (9, 9), "x4": (9, 8)}
    position = table(game(2), ships, holds={0: "W1", "x2": "G1"}, phase="CONTROL", acting=-1)
    assert offered(position) == ["pass", "control x0", "control x2", "control x3", "control x4"]


@pytest.mark.rule("TRB-17")
def test_ports_never_receive_anything() -> None:
    position = rolling(sea("P . .", ". . .", ". . 7"), {0: (1, 1), 1: (2, 2)})
    position.roll("dice 1-1")
    assert phase(position) == "GO"
