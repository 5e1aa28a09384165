"""Calypso in C and our compiled rules play the same games from the same seed.

Part of `make test` where there is a C compiler; `make bench-peers` runs it first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cabotage
from benchmarks.c.library import STYLES, compiler, library, play
from cabotage.core.box import Box
from cabotage.core.chance import generator
from cabotage.core.contract import CHANCE, OVER, batch

GAMES = 60
OPTIONS: list[dict[str, Any]] = [
    *({"seats": seats} for seats in range(2, 7)),
    {"seats": 1, "mode": "coop", "capture_limit": 4},
    {"seats": 3, "mode": "coop_hard", "mixing": "free"},
    {"seats": 4, "children": True, "replacing": True},
    {"seats": 3, "mixing": "free", "finish_round": True},
    {"seats": 2, "replacing": False},
]


def has_compiler() -> bool:
    """Whether Calypso in C can be compiled here."""
    try:
        compiler()
    except SystemExit:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_compiler(), reason="no C compiler: install gcc, or set CC")


def played(box: Box, games: int, seed: int) -> tuple[list[int], bytes]:
    """All numbers chosen and drawn by our rules in random games, taken from the lists, and the last state."""
    rules, rng, states = box.game.rules, generator(seed), batch(box.schema.dtype)
    numbers, weights = np.zeros((2, max(box.most_choices, box.most_outcomes)), np.int32)
    picks, trace = box.game.picks, []
    for _ in range(games):
        rules.setup(box.constants, states, 0)
        while (actor := rules.to_act(box.constants, states, 0)) != OVER:
            draw = actor == CHANCE
            room = (numbers, weights) if draw else (numbers,)
            number = (picks.draw if draw else picks.choose)(box.constants, states, 0, rng, *room)
            trace.append(int(number))
            rules.apply(box.constants, states, 0, int(number))
    return trace, states.tobytes()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("style", STYLES)
def test_both_choose_and_draw_the_same_and_end_alike(options: dict[str, Any], style: str) -> None:
    box = cabotage.load("calypso", **options)
    box.warm()
    ours, state = played(box, GAMES, seed=5)
    steps, theirs, last = play(box, style, GAMES, seed=5, room=len(ours))
    assert steps == len(ours) > 20 * GAMES
    assert theirs.tolist() == ours
    assert last.tobytes() == state


@pytest.mark.parametrize("style", STYLES)
def test_both_play_the_same_number_of_steps_at_full_speed(style: str) -> None:
    box = cabotage.load("calypso", seats=3)
    assert play(box, style, 20_000, seed=7)[0] == box.simulation.play(20_000, seed=7)


def test_records_have_the_same_size_in_c() -> None:
    box = cabotage.load("calypso")
    assert library().box_bytes() == box.constants.dtype.itemsize
    assert library().state_bytes() == box.schema.dtype.itemsize
