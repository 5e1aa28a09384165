"""A random game as a list of hashes: of every state and of everything the rules, or the judge, answer about it.

As a program it prints the traces of all registered games, to be compared with those of another process:

    python -m tests.parity.trace rules
    python -m tests.parity.trace judge all

What takes long without compilation is asked at every kind of moment, and at others by chance; with `all` always.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np

from cabotage.core import chance
from cabotage.core.chance import generator
from cabotage.core.contract import CHANCE, MOST_SEATS, OVER, State, batch
from cabotage.games import GAMES
from tests.settings import few_settings
from tests.walks import viewers

if TYPE_CHECKING:
    from cabotage.core.box import Box

MOST_STEPS = 220
OFTEN = 3  # moments of one kind at which everything is asked; at later ones by chance
PART = 0.1
SEED_OF_BOXES = 11  # some boards are made up at random; here the same in both processes


Answer = Callable[["Box", State, int, int, bool], list[Any]]


def traces(of: str, asks_all: bool) -> dict[str, list[str]]:
    """The traces of all registered games at a few settings."""
    answer: Answer = {"rules": _ruled, "judge": _judged}[of]
    seeds = range(2 if of == "rules" and asks_all else 1)
    with patch.object(chance, "entropy", return_value=SEED_OF_BOXES):
        return {
            f"{setting}, seed {seed}": trace(setting.box(), seed, answer, asks_all)
            for game in GAMES.values()
            for setting in few_settings(game)
            for seed in seeds
        }


def trace(box: Box, seed: int, answer: Answer, asks_all: bool) -> list[str]:
    """One hash for each moment of a random game."""
    rules, actions = box.game.rules, box.game.actions
    rng = random.Random(seed)
    states = State(batch(box.schema.dtype))
    rules.setup(box.constants, states, 0)
    numbers = np.zeros(max(actions.MOST_CHOICES, actions.MOST_OUTCOMES), np.int32)
    weights = np.zeros_like(numbers)
    hashes = []
    seen: Counter[tuple[int, int]] = Counter()
    other_rng = random.Random(seed)
    for at in range(MOST_STEPS):
        actor = int(rules.to_act(box.constants, states, 0))
        kind = min(actor, 0), int(states["phase"][0])
        seen[kind] += 1
        is_asked = asks_all or seen[kind] <= OFTEN or other_rng.random() < PART
        answers: list[Any] = [states.tobytes(), actor, *answer(box, states, actor, at, is_asked)]
        if actor == OVER:
            hashes.append(_hash(answers))
            break
        if actor == CHANCE:
            count = int(rules.chance(box.constants, states, 0, numbers, weights))
            answers += [numbers[:count].tolist(), weights[:count].tolist()]
        else:
            count = int(rules.legal(box.constants, states, 0, numbers))
            answers += [numbers[:count].tolist(), int(rules.absent(box.constants, states, 0))]
        number = int(numbers[rng.randrange(count)])
        answers += [int(rules.seen(box.constants, states, 0, number, viewer)) for viewer in viewers(box)]
        hashes.append(_hash(answers))
        rules.apply(box.constants, states, 0, number)
    return hashes


def _ruled(box: Box, states: State, actor: int, at: int, is_asked: bool) -> list[Any]:
    """Everything else that is compiled of the rules: views, resampling, places, score."""
    rng = generator(at)
    answers: list[Any] = [box.places(states)]
    if actor == OVER:
        answers.append(box.shares(states))
    for viewer in viewers(box):
        view = box.visibility.view(states, viewer)
        answers += [view.tobytes(), box.visibility.glance(view).records.tobytes()]
        if is_asked:
            fitting = State(batch(box.schema.dtype))
            box.game.resample.resample(box.constants, view, 0, viewer, rng, fitting, 0)
            answers.append(fitting.tobytes())
    return [*answers, int(rng[0])]


def _judged(box: Box, states: State, actor: int, at: int, is_asked: bool) -> list[Any]:
    """What the judge says."""
    room, rng = np.zeros(MOST_SEATS, np.int32), generator(at)
    box.game.judge.estimate(box.constants, states, 0, room)
    answers: list[Any] = [room.tolist()]
    if actor >= 0 and is_asked:
        choices = np.zeros(box.game.actions.MOST_CHOICES, np.int32)
        answers.append(int(box.game.judge.policy(box.constants, states, 0, rng, choices)))
    return [*answers, int(rng[0])]


def _hash(answers: list[Any]) -> str:
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:16]


if __name__ == "__main__":
    print(json.dumps(traces(sys.argv[1], "all" in sys.argv[2:])))
