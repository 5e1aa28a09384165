"""Exact counts of the sequences of choices and draws: compiled as in slow Python, and as counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

import cabotage
from cabotage.core.contract import CHANCE, OVER
from cabotage.core.game import Game
from cabotage.core.position import Position
from tests.settings import each_registered_game, few_settings
from tests.walks import walk

FEW = 1500  # sequences that slow Python may count at one position


def count(position: Position, depth: int) -> int:
    return position.box.simulation.count_sequences(position, depth)


def count_slowly(position: Position, depth: int) -> int:
    """The same number by trying everything, through the pleasant class."""
    if depth == 0:
        return 1
    actor = position.to_act
    if actor == OVER:
        return 0
    total = 0
    for step in position.chances if actor == CHANCE else position.legal:
        after = position.copy()
        (after.roll if actor == CHANCE else after.play)(step.number)
        total += count_slowly(after, depth - 1)
    return total


@each_registered_game
def test_the_compiled_count_is_that_of_slow_python(game: Game) -> None:
    deepest = 0
    for setting in few_settings(game)[:4]:
        box = setting.box()
        *_, end = walk(box, 9)
        length = len(end.history)
        marks = {0, length // 3, 2 * length // 3, length - 3, length - 2, length - 1, length}
        for position in walk(box, 9):
            if len(position.history) not in marks:
                continue
            for depth in range(5):
                expected = count(position, depth)
                if expected > FEW:
                    break
                assert count_slowly(position, depth) == expected, f"{position!r}, depth {depth}"
                deepest = max(deepest, depth)
    assert deepest >= 3


# Calypso's ring is drawn stone by stone: six are left, then five, ..., then one (which is a draw as well):
# 6, 6*5, 6*5*4, ... and twice 720.
# Then six tops, each tile one of four colours. Six different tiles, each pair of colours once, so a colour is up three
# times at most, and never two colours three times each (the tile with both cannot show both).
#   one tile 4, two 16, three 64, four 256 less the 4 of one colour = 252,
#   five 1024 less 4 of one colour, less 4*3*5 with a colour four times = 960,
#   six by pattern: 3210 has 4*3*2 ways to choose the colours and 6!/(3!2!1!) = 60 orders: 1440;
#     3111: 4 * 6!/3! = 480;  2220: 4 * 6!/(2!2!2!) = 360;  2211: 6 * 6!/(2!2!) = 1080;  3360 in all.
# Then the die: six times as many.
SETUP = [1, 6, 30, 120, 360, 720, 720, 720 * 4, 720 * 16, 720 * 64, 720 * 252, 720 * 960, 720 * 3360, 720 * 3360 * 6]


@pytest.mark.parametrize(("depth", "expected"), list(enumerate(SETUP)))
def test_calypso_is_set_up_in_as_many_ways_as_counted_by_hand(depth: int, expected: int) -> None:
    assert count(cabotage.load("calypso").first(0), depth) == expected


def table(seats: int = 2, options: dict[str, Any] | None = None, **fields: Any) -> Position:
    """Calypso with all laid out: ring S R N G M B Y, tops R R B B Y G, backs unknown, no replacing, mixing once."""
    box = cabotage.load("calypso", seats=seats, **({"replacing": False, "mixing": "once"} | (options or {})))
    return box.position(**({"ring": "SRNGMBY", "top": "RRBBYG", "phase": "DIE"} | fields))


SEARCH_GREEN: dict[str, Any] = {"phase": "SEARCH", "calypso": 3, "sought": "green"}


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1, 5),  # all tiles but the one that is green
        (2, 5 * 3),  # under each of the five any colour but its own
        (3, 5 * 2 + 10 * 6),  # five times it is green: roll or stop; ten times not: the next one's die
    ],
)
def test_calypso_searches_as_counted_by_hand(depth: int, expected: int) -> None:
    assert count(table(**SEARCH_GREEN), depth) == expected


@pytest.mark.parametrize(
    ("depth", "expected"),
    [
        (1, 5 * 4),  # each tile stays or goes to one of three empty hollows
        (2, 15 * 4),
        (3, (5 * 2 + 10 * 6) * 4),
    ],
)
def test_calypso_with_replacing_has_four_places_for_each_tile(depth: int, expected: int) -> None:
    assert count(table(options={"replacing": True}, **SEARCH_GREEN), depth) == expected


def test_calypso_one_fish_before_the_goal_a_hit_ends_all_that_could_follow() -> None:
    position = table(score=[11, 0, 0, 0, 0, 0], **SEARCH_GREEN)
    assert [count(position, depth) for depth in (1, 2, 3)] == [5, 15, 10 * 6]  # the five hits go nowhere


@pytest.mark.parametrize(("fish", "expected"), [(3, [2, 2 * 6]), (9, [2, 0])])
def test_calypso_robbing_is_a_choice_of_two_and_then_the_die_unless_it_wins(fish: int, expected: list[int]) -> None:
    position = table(3, phase="ROB", score=[fish, 2, 4, 0, 0, 0])
    assert [count(position, depth) for depth in (1, 2)] == expected


def test_calypso_mixing_known_tiles_is_64_sets_and_then_the_die() -> None:
    # Tops R R B B Y G with backs B G Y G R Y: all six different tiles, all seen.
    position = table(phase="MIX", back="BGYGRY")
    assert [count(position, depth) for depth in (1, 2)] == [64, 64 * 6]


def test_calypso_mixing_freely_goes_on_unless_nothing_is_turned() -> None:
    position = table(phase="MIX", back="BGYGRY", options={"mixing": "free"})
    assert [count(position, depth) for depth in (1, 2)] == [64, 63 * 64 + 6]


def test_calypso_mixing_with_replacing_scatters_six_tiles_over_nine_hollows() -> None:
    position = table(phase="MIX", back="BGYGRY", options={"replacing": True})
    ways = [64, 64 * 9, 64 * 9 * 8, 64 * 9 * 8 * 7]
    assert [count(position, depth) for depth in (1, 2, 3, 4)] == ways


def test_calypso_naming_is_18_choices_of_which_each_meets_three_backs() -> None:
    position = table(phase="GUESS", calypso=4)
    # Whatever comes up, the turn is over and the next one rolls.
    assert [count(position, depth) for depth in (1, 2, 3)] == [18, 18 * 3, 18 * 3 * 6]


def test_calypso_before_the_last_fish_of_the_sea_two_of_six_faces_end_the_game() -> None:
    # Together, limit 4, three caught, Calypso on the first colour after the shark: N and S are two of the six ahead.
    position = table(options={"mode": "coop", "capture_limit": 4}, calypso=1, saved=0, reserve=27, net=3, shark=0)
    # Ahead: N G M B Y S. N and S end it; M frees a fish and the next one rolls (6); G has 5 tiles to search, B 4, Y 5.
    assert [count(position, depth) for depth in (1, 2)] == [6, 6 + 5 + 4 + 5]
