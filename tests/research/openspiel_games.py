"""Short settings of every game in OpenSpiel, for tests that repeat a whole suite."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from cabotage.research.openspiel import register
from cabotage.research.openspiel.game import written
from tests.walks import step

register()
SHORT = (
    "cabotage_calypso(players=2)",
    "cabotage_captn_clever(easy=true,players=2,treasures=5)",
    "cabotage_smugglers(players=2,target_points=5)",
    "cabotage_cape_horn(players=3)",
    "cabotage_treasure_boots(players=2,round_limit=5,start_ports=secret)",
)
each_short_game = pytest.mark.parametrize("name", SHORT)


def walked(game: Any, steps: int, seed: int = 1) -> Any:
    """A state after some random steps."""
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def last_steps(name: str, steps: int, seed: int = 1) -> Any:
    """The game that begins this many steps before the end of a random one."""
    game, rng = pyspiel.load_game(name), random.Random(seed)
    end = game.box.first(seed)
    while not end.is_over:
        step(end, rng)
    start = game.box.first(seed)
    for number in end.history[:-steps]:
        start.advance(number)
    return pyspiel.load_game(game.get_type().short_name, {**game.get_parameters(), "start": written(start)})
