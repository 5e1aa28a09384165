"""Random games, step by step with every moment to look at, or at full speed to their end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import CHANCE, OVER, SPECTATOR, State, batch
from tests.settings import few_settings

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.core.game import Game
    from cabotage.core.position import Position

OFTEN = 3  # moments of one kind that are always looked at; of later ones only a part
PART = 0.06


def viewers(box: Box) -> range:
    """All seats and the spectator."""
    return range(SPECTATOR, box.seats)


def step(position: Position, rng: random.Random) -> Event:
    """One random choice or draw."""
    if position.to_act == CHANCE:
        return position.roll_once()
    return position.play(int(rng.choice(position.legal.numbers)))


def walk(box: Box, seed: int) -> Iterator[Position]:
    """One position as it goes through a random game, up to and including the end."""
    rng = random.Random(seed)
    position = box.first(seed)
    for _ in range(box.game.longest + 1):
        yield position
        if position.is_over:
            return
        step(position, rng)
    raise AssertionError(f"{box!r}, seed {seed}: not over after {box.game.longest} steps")


def moments(game: Game, games: int = 1) -> Iterator[Position]:
    """Moments of random games at a few settings: every kind of moment there is, and many others by chance."""
    return (position.copy() for position in _moments(game, games))


@cache
def _moments(game: Game, games: int) -> tuple[Position, ...]:
    """Found once for all laws: most of the way is walked in between."""
    return tuple(position.copy() for position in _looked_at(game, games))


def _looked_at(game: Game, games: int) -> Iterator[Position]:
    for setting in few_settings(game):
        box = setting.box()
        for seed in range(games):
            seen: Counter[object] = Counter()
            rng = random.Random(seed)
            for position in walk(box, seed):
                kind = kind_of(position)
                seen[kind] += 1
                if seen[kind] <= OFTEN or rng.random() < PART:
                    yield position


def kind_of(position: Position) -> tuple[int, int]:
    """The kind of node, and the phase."""
    return min(position.to_act, 0), position["phase"]


def is_compiled(game: Game) -> bool:
    """Whether the loops of the core can be compiled over these rules; those of the toy are plain Python."""
    return hasattr(game.rules.apply, "py_func")


def finish(box: Box, seed: int) -> tuple[int, State]:
    """The end of a random game, and after how many steps; at most one step more than the longest game may have."""
    box.warm()
    limit = box.game.longest + 1
    states = State(batch(box.schema.dtype))
    box.game.rules.setup(box.constants, states, 0)
    if is_compiled(box.game):
        room = np.zeros(max(box.game.actions.MOST_CHOICES, box.game.actions.MOST_OUTCOMES), np.int32)
        play = box.simulation.loops.play
        return int(play(box.constants, states, 0, generator(seed), room, np.zeros_like(room), limit)), states
    rng = random.Random(seed)
    position = box.first(seed)
    for count in range(limit):
        if position.to_act == OVER:
            return count, position.states
        step(position, rng)
    return limit, position.states
