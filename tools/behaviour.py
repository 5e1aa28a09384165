"""How games behave now, as a hash for each: it changes with the rules, the quick policy or the estimate of a game.

Prints JSON. It plays one greedy game uncompiled, because a check should not have to compile everything. Other changes
of the sources leave the hash alone, so that `tools/tournaments.py` can tell which of its figures have aged.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from functools import cache

import numpy as np

import cabotage
from cabotage.bots import make_bot
from cabotage.games import GAMES

SEATS, SEED = 3, 1
MOST_DECISIONS = 60
DIGITS = 12
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


@cache
def behaviours() -> dict[str, str]:
    """The hash of every game, from a process without the compiler."""
    asked = [sys.executable, __file__]
    done = subprocess.run(asked, env={**os.environ, **UNCOMPILED}, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def behaviour(game: str) -> str:
    """Every estimate of a greedy game."""
    box = cabotage.load(game, seats=SEATS)
    digest, chances = hashlib.sha256(), np.zeros(SEATS, np.int32)
    position, bots = box.start(SEED), [make_bot("greedy", box, seed) for seed in range(SEATS)]
    for _ in range(MOST_DECISIONS):
        if position.is_over:
            break
        box.game.judge.estimate(box.constants, position.states, 0, chances)
        digest.update(chances.tobytes())
        seat = position.to_act
        position.play(bots[seat].choose(position.view(seat), seat))
        position.roll()
    return digest.hexdigest()[:DIGITS]


if __name__ == "__main__":
    print(json.dumps({game: behaviour(game) for game in GAMES}))
