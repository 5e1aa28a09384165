"""What is true at any time, checked step by step in random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cabotage.core.position import Position
from cabotage.games.calypso.test_kit import LETTERS, PATTERNS, backs, fish, game, pattern, sea, table, tops
from tests.reading import phase, shares

Table = tuple[int, dict[str, Any]]  # seats and options

AGAINST: list[Table] = [
    (2, {}),
    (3, {"children": True}),
    (4, {"replacing": False}),
    (5, {"mixing": "free"}),
    (6, {}),
]
TOGETHER: list[Table] = [
    (3, {"mode": "coop"}),
    (1, {"mode": "coop_hard", "mixing": "free"}),
    (4, {"mode": "coop", "children": True, "capture_limit": 4}),
    (6, {"mode": "coop_hard", "capture_limit": 5}),
]
GAMES = AGAINST + TOGETHER
FINISHING: list[Table] = [
    (2, {"finish_round": True}),
    (6, {"finish_round": True}),
    (5, {"finish_round": True, "children": True}),
]


def steps(seats: int, options: dict[str, Any], seed: int) -> Iterator[Position]:
    """The same position at every step of a random game after setting up; it must end."""
    position = game(seats, **options).first(seed)
    rng = Random(seed)
    while not position.is_over:
        if position.is_chance:
            position.roll_once()
        else:
            position.play(rng.choice(list(position.legal)))
        if phase(position) not in ("RING", "TOPS"):
            yield position
        assert len(position.history) <= position.box.game.longest


@pytest.mark.rule("CAL-14", "CAL-18", "CAL-22")
@pytest.mark.parametrize(("seats", "options"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_open_fish_always_make_one_of_four_patterns(seats: int, options: dict[str, Any], seed: int) -> None:
    met = set()
    for position in steps(seats, options, seed):
        met.add(pattern(tops(position)))
    assert met <= set(PATTERNS)
    assert len(met) >= 2


@pytest.mark.rule("CAL-13", "CAL-14")
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_tiles_stay_possible(seats: int, options: dict[str, Any]) -> None:
    """No back equals its top; the tiles known by both sides are different; a colour open three times has no back."""
    for position in steps(seats, options, 7):
        shown, known = tops(position), backs(position)
        sure = [frozenset(pair) for pair in zip(shown, known, strict=True) if "?" not in pair]
        assert all(len(pair) == 2 for pair in sure)
        assert len(sure) == len(set(sure))
        for letter in LETTERS:
            assert shown.count(letter) + known.count(letter) <= 3


@pytest.mark.rule("CAL-26", "CAL-27")
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_no_two_tiles_lie_in_one_hollow(seats: int, options: dict[str, Any]) -> None:
    for position in steps(seats, options, 8):
        lying = [slot for slot in position["slot"] if slot != -1]
        assert len(lying) == len(set(lying))
        assert set(lying) <= {0, 1, 2, 3, 4, 5, 6, 7, 8}
        assert len(lying) == 6 or phase(position) == "SCATTER"


@pytest.mark.rule("CAL-6", "CAL-10")
@pytest.mark.parametrize("ring", ["SRNGMBY", "SYBMGNR", "SNMRBYG"])
@pytest.mark.parametrize("start", range(7))
def test_a_roll_reaches_each_of_the_six_other_octagons(ring: str, start: int) -> None:
    reached = []
    for face in (1, 2, 3, 4, 5, 6):
        position = table(game(), ring=ring, calypso=start)
        position.roll(f"die {face}")
        reached.append(ring[position["calypso"]])
    assert sorted([*reached, ring[start]]) == ["B", "G", "M", "N", "R", "S", "Y"]


@pytest.mark.rule("CAL-8", "CAL-49", "CAL-51", "CAL-53", "CAL-54", "CAL-58")
@pytest.mark.parametrize(("seats", "options"), TOGETHER)
@pytest.mark.parametrize("seed", range(8))
def test_together_there_are_always_thirty_fish(seats: int, options: dict[str, Any], seed: int) -> None:
    for position in steps(seats, options, seed):
        saved, net, shark, reserve = sea(position)
        assert saved + net + shark + reserve == 30
        assert min(net, shark, saved) >= 0
        assert reserve >= 10
        assert fish(position) == [0] * seats


@pytest.mark.rule("CAL-56", "CAL-57", "CAL-61")
@pytest.mark.parametrize(("seats", "options"), TOGETHER)
def test_together_a_game_ends_just_when_enough_are_saved_or_caught(seats: int, options: dict[str, Any]) -> None:
    limit = options.get("capture_limit", 10)
    for seed in range(8):
        for position in steps(seats, options, seed):
            saved, net, shark, _ = sea(position)
            is_late = position["rounds"] == 100
            assert position.is_over == (saved >= 10 or net + shark >= limit or is_late)
        assert shares(position) == " ".join("1" if saved >= 10 else "0" for _ in range(seats))


GOALS = {2: 12, 3: 10, 4: 8, 5: 7, 6: 6}


@pytest.mark.rule("CAL-38", "CAL-39", "CAL-41", "CAL-42")
@pytest.mark.parametrize(("seats", "options"), AGAINST)
@pytest.mark.parametrize("seed", range(10))
def test_against_each_other_fish_exceed_thirty_only_by_a_winning_gain(
    seats: int, options: dict[str, Any], seed: int
) -> None:
    for position in steps(seats, options, seed):
        held = fish(position)
        assert min(held) >= 0
        assert sea(position) == (0, 0, 0, 0)
        is_won = max(held) >= GOALS[seats]
        assert sum(held) <= 30 or is_won
        assert position.is_over == (is_won or position["rounds"] == 100)
    assert sum(position.score or ()) == 1


@pytest.mark.rule("CAL-62", "CAL-66")
@pytest.mark.parametrize(("seats", "options"), FINISHING)
@pytest.mark.parametrize("seed", range(10))
def test_with_finish_round_a_game_ends_only_after_a_whole_round(seats: int, options: dict[str, Any], seed: int) -> None:
    for position in steps(seats, options, seed):
        assert min(fish(position)) >= 0
        if position.is_over:
            assert position["turn"] == 0
    held = fish(position)
    assert max(held) >= GOALS[seats] or position["rounds"] == 100
    assert [share > 0 for share in position.score or ()] == [fish_of == max(held) for fish_of in held]


@pytest.mark.rule("CAL-9", "CAL-10")
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_turns_pass_clockwise_and_one_at_a_time(seats: int, options: dict[str, Any]) -> None:
    seat, rounds = 0, 0
    for position in steps(seats, options, 9):
        now = (position["rounds"], position["turn"])
        assert now in ((rounds, seat), (rounds + (seat == seats - 1), (seat + 1) % seats))
        rounds, seat = now
