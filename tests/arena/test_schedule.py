"""Everybody sits everywhere equally often, and more games never change the ones before."""

from __future__ import annotations

from collections import Counter

import pytest

from cabotage.arena import ArenaError
from cabotage.arena.schedule import Schedule, line_up, rotations, whole_rounds


def test_with_fewer_bots_than_seats_the_first_sits_once_and_the_others_fill_up_in_turn() -> None:
    assert line_up(["captain", "mate"], 3) == ("captain", "mate", "mate")
    assert line_up(["captain", "mate", "greedy"], 6) == ("captain", "mate", "greedy", "mate", "greedy", "mate")
    assert line_up(["Capitaine", "captain@0500", "capitaine@500"], 3) == ("captain", "captain@500", "captain@500")
    assert line_up(["captain"], 3) == ("captain", "captain", "captain")
    assert line_up(["a", "a", "b"], 3) == ("a", "a", "b")


@pytest.mark.parametrize("bots", [[], [""], ["a", "", "b"], ["a", "b", "c", "d"]])
def test_no_bots_or_too_many_are_refused(bots: list[str]) -> None:
    with pytest.raises(ArenaError):
        line_up(bots, 3)


def test_a_rotation_moves_everybody_on_by_one_seat() -> None:
    assert rotations(["a", "b", "c"]) == (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"))


def test_rotations_that_seat_the_same_bots_alike_are_played_once() -> None:
    assert rotations(["a", "a", "a"]) == (("a", "a", "a"),)
    assert rotations(["a", "b", "a", "b"]) == (("a", "b", "a", "b"), ("b", "a", "b", "a"))


@pytest.mark.parametrize("bots", [["a", "b", "c"], ["a", "b", "b"], ["a", "b", "a", "b"], ["a", "a", "b", "c", "c"]])
def test_each_bot_sits_at_each_seat_equally_often(bots: list[str]) -> None:
    games = Schedule(bots, range(whole_rounds(50, bots) * len(rotations(bots))))
    sat = Counter((bot, seat) for game in games for seat, bot in enumerate(game.seating))
    for bot in set(bots):
        assert len({sat[bot, seat] for seat in range(len(bots))}) == 1


def test_rounds_are_never_broken_off() -> None:
    assert whole_rounds(1000, ["a", "b", "b"]) == 334
    assert whole_rounds(999, ["a", "b", "b"]) == 333
    assert whole_rounds(1, ["a", "b"]) == 1
    assert whole_rounds(1000, ["a", "a", "a"]) == 1000


def test_games_are_numbered_through_rounds_and_rotations() -> None:
    told = [(game.number, game.round, game.rotation, game.seating[0]) for game in Schedule(["a", "b"], range(4))]
    assert told == [(0, 0, 0, "a"), (1, 0, 1, "b"), (2, 1, 0, "a"), (3, 1, 1, "b")]


def test_the_rest_of_a_schedule_is_the_same_games() -> None:
    whole = Schedule(["a", "b", "b"], range(9))
    assert list(whole[4:]) == list(whole)[4:]
    assert len(whole[4:]) == 5


def test_a_schedule_of_many_games_takes_no_room() -> None:
    assert Schedule(["a", "b"], range(1_000_000_000))[-1].round == 499_999_999
