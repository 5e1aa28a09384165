"""Our own figures, and those of Calypso in C."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from benchmarks.peers.figures import BATCH, COPY, LEGAL, RANDOM, SEARCH, STEP, measured, pin, tell

if TYPE_CHECKING:
    from cabotage.core.box import Box

SEATS = {"calypso": 3, "captn_clever": 4, "smugglers": 4, "cape_horn": 4, "treasure_boots": 4}
ITERATIONS = 5000  # of a search
SINGLE = 200  # calls between two readings of the clock
MASKS = {"captn_clever": "indices"}  # 13,744 actions, of which some 25 are offered
SEED = 7
IN_C = "in_c"


def figures_of(box: Box, seconds: float) -> list[dict[str, Any]]:
    """Everything that is measured of one game."""
    from cabotage.cli.bench.batches import stepping, walking

    name, random_games = f"{box.game.id}, {box.seats} seats", max(1, 20_000 // box.simulation.play(10, SEED))
    position = _middle(box)
    mask: Any = MASKS.get(box.game.id, "dense")
    return [
        measured(RANDOM, name, lambda: box.simulation.play(random_games, SEED), seconds),
        measured(STEP, name, walking(box), seconds),
        measured(COPY, name, lambda: _repeated(position.copy), seconds),
        measured(LEGAL, name, lambda: _repeated(_listed, box, position), seconds),
        measured(SEARCH, name, lambda: _searched(position), seconds),
        measured(BATCH, f"{name}, {mask} mask", stepping(box, mask), seconds),
    ]


def _middle(box: Box) -> Any:
    return next(iter(box.positions(1, SEED)))


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


def figures_in_c(box: Box, seconds: float) -> list[dict[str, Any]]:
    """Calypso in C, in both styles."""
    from benchmarks.c.library import play

    styles = {"games_with_lists": "with lists", "games": "without lists"}
    return [
        measured(RANDOM, f"calypso in C, {told}", lambda style=style: play(box, style, 1000, SEED)[0], seconds)  # type: ignore[misc]
        for style, told in styles.items()
    ]


def main(part: str, seconds: float) -> None:
    """Measure one game, or Calypso in C."""
    pin()
    import cabotage
    from benchmarks.c.library import version as c_version
    from cabotage.core.compiling import compile_notice

    versions = {name: version(name) for name in ("cabotage", "numpy", "numba")}
    if part == IN_C:
        box = cabotage.load("calypso", seats=SEATS["calypso"])
        tell(versions | {"C compiler": c_version()}, figures_in_c(box, seconds))
        return
    box = cabotage.load(part, seats=SEATS[part])
    box.warm()
    with compile_notice(box.game.names):
        figures = figures_of(box, seconds)
    tell(versions, figures)


if __name__ == "__main__":
    import sys

    main(sys.argv[1], float(sys.argv[2]))
