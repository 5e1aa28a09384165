"""Compiles the rules and bots of all games into the cache, on all cores.

`make test` runs it first: otherwise processes that need the same game at the same time would all compile it. If
everything is in the cache, it takes a second.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from cabotage.arena import Tournament
from cabotage.core.box import Box
from cabotage.core.compiling import is_interpreted
from cabotage.games import GAMES
from cabotage.server.bots.compilation import AT_ONCE, compile_game, is_compiled
from cabotage.training import positions

TRAINED = "calypso"  # by tests


def main(arguments: list[str]) -> None:
    if arguments:
        compile_all(arguments[0])
    elif not is_interpreted():
        missing = [game for game in reversed(GAMES) if not is_compiled(GAMES[game])]  # those that take long come first
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(_run, missing))


def compile_all(game: str) -> None:
    """What tests need besides what a server needs (simulations, values of draws); then the rest, and the receipt."""
    box = Box(GAMES[game])
    box.simulation.play(games=1, seed=0)
    box.simulation.sample(1, seed=0)
    box.simulation.count_sequences(box.start(seed=0), 1)
    box.simulation.results(1, seed=0)
    box.vector(1, seed=0).reset()
    Tournament(box, ["greedy"], games=1).play()
    if game == TRAINED:
        positions.gather(box, 0, 1, seed=0)
    compile_game(game, AT_ONCE)


def _run(game: str) -> None:
    subprocess.run([sys.executable, __file__, game], stdout=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
