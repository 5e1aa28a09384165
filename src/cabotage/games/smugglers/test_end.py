"""How the game ends."""

from __future__ import annotations

import pytest

from cabotage.core.contract import OVER
from cabotage.games.smugglers.test_kit import cargo, game, play, points, rolled, table
from tests.reading import shares, stands


@pytest.mark.rule("SMG-64", "SMG-65")
@pytest.mark.example("SMG", 23)
def test_seven_points_or_more_win_at_once() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=4, score=[6, 5, 4, 0])
    play(position, "go H1")
    assert position.to_act == OVER
    assert points(position) == [9, 5, 4]
    assert shares(position) == "1 0 0"
    assert position.places == (1, 2, 3)


@pytest.mark.rule("SMG-64")
def test_six_points_are_not_enough() -> None:
    position = table(game(), "O2", beam=9, cargo="4>1", w=4, score=[3, 5, 4, 0])
    play(position, "go H1")
    assert (stands(position), points(position)) == (("SAIL_ON", 0), [6, 5, 4])


@pytest.mark.rule("SMG-50", "SMG-64")
@pytest.mark.example("SMG", 23)
def test_a_boat_may_win_by_being_swapped_into_its_harbour_on_a_foreign_turn() -> None:
    position = table(game(), "H1 O3", beam=9, w=1, cargo="1>0 3>1", score=[6, 5, 0, 0])
    play(position, "push O3>H1")
    assert position.to_act == OVER
    assert (points(position), shares(position)) == ([6, 7, 0], "0 1 0")


@pytest.mark.rule("SMG-64", "SMG-73")
@pytest.mark.example("SMG", 23)
def test_a_good_that_waits_in_its_harbour_wins_when_the_next_turn_begins() -> None:
    position = table(game(2), "O3 H1", beam=9, w=2, cargo="2>1 -", score=[5, 0, 0, 0])
    position.play("push H1>O3")
    assert points(position) == [5, 0]
    rolled(position, "asleep")
    position.play("stay")
    assert stands(position) == ("BERTH", 0)
    position.roll_once()
    assert (position.to_act, points(position), shares(position)) == (OVER, [7, 0], "1 0")


@pytest.mark.rule("SMG-68", "SMG-73")
@pytest.mark.example("SMG", 23)
def test_at_the_end_of_round_100_a_good_that_waits_counts_nothing() -> None:
    position = table(game(2), "H1 O3", beam=9, cargo="- 2>1", score=[5, 4, 0, 0], rounds=99, turn=1)
    rolled(position, "asleep")
    position.play("push H1>O3")
    assert (position.to_act, points(position), shares(position)) == (OVER, [5, 4], "1 0")


@pytest.mark.rule("SMG-67")
def test_goods_that_float_or_are_carried_can_still_win() -> None:
    position = table(game(2), "O3 H2", beam=9, drawn=[4, 4, 4, 4, 4], cargo="4>1 -", w=1, score=[5, 0, 0, 0])
    play(position, "go H1")
    assert shares(position) == "1 0"


@pytest.mark.rule("SMG-68")
@pytest.mark.parametrize(
    ("held", "share"),
    [([3, 6, 2], "0 1 0"), ([4, 1, 4], "1/2 0 1/2"), ([0, 0, 0], "1/3 1/3 1/3")],
)
def test_after_a_hundred_rounds_most_points_win_and_equals_share(held: list[int], share: str) -> None:
    position = table(game(), "M5 M7 M9", beam=0, rounds=99, turn=2, score=[*held, 0])
    rolled(position, "asleep")
    play(position, "stay")
    assert (position["rounds"], position.to_act) == (100, OVER)
    assert shares(position) == share


@pytest.mark.rule("SMG-68")
def test_a_round_ends_with_the_turn_of_the_last_seat() -> None:
    position = table(game(), "M5 M7 M9", beam=0, rounds=99, turn=1)
    rolled(position, "asleep")
    play(position, "stay")
    assert (position["rounds"], stands(position)) == (99, ("DICE", 2))


@pytest.mark.rule("SMG-72")
@pytest.mark.parametrize(
    ("held", "places"),
    [
        ([6, 3, 3, 1], (1, 2, 2, 4)),
        ([2, 2, 5, 5], (3, 3, 1, 1)),
        ([4, 4, 4, 4], (1, 1, 1, 1)),
        ([0, 1, 2, 3], (4, 3, 2, 1)),
    ],
)
def test_places_go_by_points_and_equals_share_a_place(held: list[int], places: tuple[int, ...]) -> None:
    assert table(game(4), "M5", beam=0, score=held).places == places


@pytest.mark.rule("SMG-69")
@pytest.mark.parametrize(("target", "held", "is_won"), [(5, 1, False), (5, 2, True), (10, 6, False), (10, 7, True)])
def test_the_target_may_be_five_or_ten(target: int, held: int, is_won: bool) -> None:
    position = table(game(target_points=target), "O2", beam=9, cargo="4>1", w=2, score=[held, 0, 0, 0])
    play(position, "go H1")
    assert (position.to_act == OVER) == is_won
    assert (points(position)[0], cargo(position)) == (held + 3, "- - -")


def test_random_games_end_and_keep_all_twenty_goods() -> None:
    position = game(4, extra_reefs=2, target_points=5).start(seed=3)
    while not position.is_over:
        position.play(position.legal[position.dice.pick(position.legal.numbers * 0 + 1)])
        position.roll()
        floating = [field for field in position["at"] if field >= 0]
        carried = [token for token in position["cargo"] if token >= 0]
        delivered = [seat for seat in position["taker"] if seat >= 0]
        assert len(floating) + len(carried) + len(delivered) == sum(position["drawn"])
        assert len(set(floating)) == len(floating)
        assert len(set(carried)) == len(carried)
        boat = position["boat"]
        assert len(set(boat)) == 4 or -1 in boat
        assert not set(position["reef"]) & (set(floating) | set(boat)) - {-1}
