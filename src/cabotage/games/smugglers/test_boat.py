"""Where a boat may go."""

from __future__ import annotations

import pytest

from cabotage.games.smugglers.test_kit import boats, game, offered, play, rolled, table, ways
from tests.reading import phase, stands


@pytest.mark.rule("SMG-36", "SMG-37")
@pytest.mark.example("SMG", 7)
def test_a_boat_does_not_cross_the_beam() -> None:
    position = table(game(2), "O1 H4", beam=2, w=3)
    assert offered(position) == ways("stay O0 M1 H0 I1 M0 O14 I0 M14 O13")


@pytest.mark.rule("SMG-36")
@pytest.mark.parametrize(
    ("w", "reached"),
    [
        (1, "stay I6 I8 M7"),
        (2, "stay I6 I8 M7 I5 I9 M6 M8 O7"),
        (3, "stay I6 I8 M7 I5 I9 M6 M8 O7 I4 I10 M5 M9 O6 O8"),
    ],
)
def test_a_boat_rows_up_to_as_many_fields_as_the_white_die_shows_never_diagonally(w: int, reached: str) -> None:
    assert offered(table(game(), "I7", beam=0, w=w)) == ways(reached)


@pytest.mark.rule("SMG-38")
@pytest.mark.example("SMG", 8)
def test_a_boat_leaves_the_light_straight_into_the_dark_not_along_the_beam() -> None:
    position = table(game(), "M5", beam=5, w=2)
    assert offered(position) == ways("stay M4 M6 I4 I6 M3 M7 O4 O6")


@pytest.mark.rule("SMG-39", "SMG-66")
@pytest.mark.example("SMG", 9)
@pytest.mark.parametrize("white", [1, 2, 3, 4])
@pytest.mark.parametrize("other", ["H4", "O3"])
def test_the_beam_locks_a_harbour_and_the_boat_stays_without_a_question(white: int, other: str) -> None:
    position = rolled(table(game(2), f"H1 {other}", beam=3, cargo="3>0 4>2"), "asleep", white)
    assert boats(position) == f"H1 {other}"
    assert stands(position) == ("DICE", 1)


@pytest.mark.rule("SMG-39")
def test_nobody_enters_a_harbour_over_its_lit_front_field_but_from_it() -> None:
    assert "go h1" not in offered(table(game(), "O2", beam=3, w=4))
    assert offered(table(game(), "O3", beam=3, w=1)) == ways("stay H1 O2 O4")


@pytest.mark.rule("SMG-40", "SMG-52")
@pytest.mark.example("SMG", 15)
def test_goods_at_sea_may_be_taken_or_left() -> None:
    position = table(game(), "I7", beam=0, sea="I8:0>1 M7:2>3", w=1)
    assert offered(position) == ways("stay I6 I8 I8+take M7 M7+take")


@pytest.mark.rule("SMG-40")
def test_fields_with_goods_may_be_passed() -> None:
    position = table(game(), "I7", beam=0, sea="I8:0>1 M7:2>3", w=2)
    assert offered(position) == ways("stay I6 I8 I8+take M7 M7+take I5 I9 M6 M8 O7")


@pytest.mark.rule("SMG-56")
@pytest.mark.example("SMG", 16)
def test_a_good_under_the_boat_may_be_taken_without_moving_but_not_in_the_light() -> None:
    assert offered(table(game(), "M2", beam=9, sea="M2:0>1", w=1)) == ways("stay stay+take I2 M1 M3 O2")
    assert offered(table(game(), "M9", beam=9, sea="M9:0>1", w=1)) == ways("stay M8 M10")


@pytest.mark.rule("SMG-8", "SMG-2")
@pytest.mark.example("SMG", 20)
def test_the_anchor_reef_is_never_entered() -> None:
    box = game(2, anchor_reef="auto")
    position = table(box, "H0 H2", beam=6, w=4)
    assert offered(position) == ways("stay O0 O14 M0 O13 M14 M1 I0 I1 I14 M2 M13 O12")
    assert len(offered(position)) == 13


@pytest.mark.rule("SMG-8")
def test_a_reef_blocks_the_way() -> None:
    position = table(game(), "O8 H0 H1", beam=0, w=2, reefs="M8 O7")
    assert offered(position) == ways("stay O9 H3 M9 O10")


@pytest.mark.rule("SMG-41")
def test_an_occupied_field_cannot_be_passed() -> None:
    position = table(game(2), "I7 I8", beam=0, w=2, reefs="M8")
    assert offered(position) == ways("stay I6 M7 I5 M6 O7 push:I8>I7 push:I8>I9")


@pytest.mark.rule("SMG-66")
def test_a_boat_may_always_stay() -> None:
    position = table(game(), "M5", beam=0, w=3)
    play(position, "stay")
    assert boats(position).split()[0] == "M5"
    assert position["turn"] == 1


@pytest.mark.rule("SMG-29", "SMG-66")
def test_a_boat_shut_in_by_reefs_and_light_stays() -> None:
    position = rolled(table(game(), "O2", beam=1, reefs="M2 O3"), "asleep", 4)
    assert (phase(position), boats(position).split()[0]) == ("LOAD", "O2")
