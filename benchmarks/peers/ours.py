"""Our own figures, and those of Calypso in C."""

from __future__ import annotations

import random
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from benchmarks.peers.figures import BATCH, COPY, LEGAL, RANDOM, SEARCH, STEP, measured, pin, tell

if TYPE_CHECKING:
    from cabotage.core.box import Box

SEATS = {"calypso": 3, "captn_clever": 4, "smugglers": 4, "cape_horn": 4, "treasure_boots": 4}
LANES = 1024
BATCH_STEPS = 50
ITERATIONS = 5000  # of a search, also the most steps of a game
SINGLE = 200  # calls between two readings of the clock
MASKS = {"captn_clever": "indices"}  # 13,744 actions, of which some 25 are offered
SEED = 7


def figures_of(box: Box, seconds: float) -> list[dict[str, Any]]:
    """Everything that is measured of one game."""
    name, random_games = f"{box.game.id}, {box.seats} seats", max(1, 20_000 // box.simulation.play(10, SEED))
    position = _middle(box)
    mask: Any = MASKS.get(box.game.id, "dense")
    return [
        measured(RANDOM, name, lambda: box.simulation.play(random_games, SEED), seconds),
        measured(STEP, name, lambda: _stepped(box), seconds),
        measured(COPY, name, lambda: _repeated(position.copy), seconds),
        measured(LEGAL, name, lambda: _repeated(_listed, box, position), seconds),
        measured(SEARCH, name, lambda: _searched(position), seconds),
        measured(BATCH, f"{name}, {mask} mask", _batch(box, mask), seconds),
    ]


def _middle(box: Box) -> Any:
    return next(iter(box.positions(1, SEED)))


def _stepped(box: Box) -> int:
    rng, position = random.Random(SEED), box.start(SEED)
    while not position.is_over and len(position.history) < ITERATIONS:
        if position.is_chance:
            position.roll_once()
        else:
            numbers = position.legal.numbers
            position.play(int(numbers[rng.randrange(len(numbers))]))
    return len(position.history)


def _repeated(call: Any, *arguments: Any) -> int:
    for _ in range(SINGLE):
        call(*arguments)
    return SINGLE


def _listed(box: Box, position: Any) -> None:
    position._legal = None  # it is kept as long as the state does not change
    position.legal.numbers.tolist()


def _searched(position: Any) -> int:
    from cabotage.bots.search import Budget, search

    seat = position.to_act
    return search(position.box, position.view(seat), seat, Budget(iterations=ITERATIONS), SEED).iterations


def _batch(box: Box, mask: Any) -> Any:
    """Steps of all lanes; the actions are chosen by NumPy, which counts too."""
    import numpy as np

    vector = box.vector(LANES, SEED, mask=mask)
    vector.reset()
    rng, rows, lanes = np.random.default_rng(SEED), np.arange(LANES), vector._lanes

    def steps() -> int:
        for _ in range(BATCH_STEPS):
            vector.step(lanes.choices[rows, (lanes.counts * rng.random(LANES)).astype(np.int64)])
        return LANES * BATCH_STEPS

    return steps


def figures_in_c(box: Box, seconds: float) -> list[dict[str, Any]]:
    """Calypso in C, in both styles."""
    from benchmarks.c.library import play

    styles = {"games_with_lists": "with lists", "games": "without lists"}
    return [
        measured(RANDOM, f"calypso in C, {told}", lambda style=style: play(box, style, 1000, SEED)[0], seconds)  # type: ignore[misc]
        for style, told in styles.items()
    ]


def main(seconds: float) -> None:
    pin()
    import cabotage
    from benchmarks.c.library import version as c_version
    from cabotage.core.compiling import compile_notice

    figures = []
    for game, seats in SEATS.items():
        box = cabotage.load(game, seats=seats)
        box.warm()
        with compile_notice(box.game.names):
            figures += figures_of(box, seconds)
    figures += figures_in_c(cabotage.load("calypso", seats=SEATS["calypso"]), seconds)
    versions = {name: version(name) for name in ("cabotage", "numpy", "numba")} | {"C compiler": c_version()}
    tell(versions, figures)


if __name__ == "__main__":
    import sys

    main(float(sys.argv[1]))
