"""What a player is refused takes the same time in two worlds that differ only in what this player cannot know."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import Any

import pytest

from cabotage.core.contract import SPECTATOR
from cabotage.core.game import Game
from cabotage.tables.undo import may_undo
from tests.leaks.test_sockets import NOON_MS, SEEDS, furnish, worlds
from tests.leaks.test_tables import World
from tests.server.fixtures import Visitor, harbour
from tests.settings import each_registered_game

ROUNDS = 80
MOST_RATIO = 1.3
TRIES = 4

pytestmark = pytest.mark.quiet


def attempts(world: World, rows: int) -> dict[str, tuple[str, dict[str, Any]]]:
    """Requests that are refused, whatever the world."""
    seq = rows - 1
    found: dict[str, tuple[str, dict[str, Any]]] = {
        "illegal": ("choices", {"seq": seq, "choice": "nothing of the kind"}),
        "stale": ("choices", {"seq": seq - 1, "choice": 0}),
        "number": ("choices", {"seq": seq, "choice": 100_000}),
        "stale undo": ("undo", {"seq": seq - 1}),
        "undo": ("undo", {"seq": seq}),
    }
    return found


def seconds(visitor: Visitor, path: str, body: dict[str, Any]) -> float:
    began = time.process_time()  # of the server too, which runs in this process; a busy machine does not change it
    answer = visitor.client.post(f"/api/tables/t/{path}", json=body)
    took = time.process_time() - began
    assert answer.status_code >= 400, answer.text
    return took


def ratio(one: Callable[[], float], other: Callable[[], float]) -> float:
    """Of the lower quartiles, asked in turn: whatever else runs in this process can only add to some of them."""
    times = [(one(), other()) for _ in range(ROUNDS)]
    quartiles: list[float] = [quantiles(column, n=4)[0] for column in zip(*times, strict=True)]
    return max(quartiles) / min(quartiles)


@each_registered_game
async def test_players_are_refused_in_the_same_time_in_both_worlds(game: Game, tmp_path: Path) -> None:
    compared = 0
    for number, (real, other, viewer, most) in enumerate(worlds(game)):
        rows = refused_undo(real, other, viewer, most)
        if viewer == SPECTATOR or rows is None:
            continue
        with ExitStack() as stack:
            visitors = []
            for world, seed, name in ((real, SEEDS[0], "a"), (other, SEEDS[1], "b")):
                url = f"sqlite:///{tmp_path / f'{name}{number}.db'}"
                await furnish(url, world, seed, rows)
                port = stack.enter_context(harbour(url, lambda: NOON_MS))
                visitor = stack.enter_context(port.visitor())
                visitor.client.cookies.set("cabotage", f"secret{viewer}")
                visitors.append(visitor)
            for name, (path, body) in attempts(real, rows).items():
                asks = [partial(seconds, visitor, path, body) for visitor in visitors]
                tried: list[float] = []
                while not tried or (tried[-1] > MOST_RATIO and len(tried) < TRIES):
                    tried.append(ratio(asks[0], asks[1]))
                assert tried[-1] <= MOST_RATIO, f"{name}: ratios {tried}"
                print(f"{game.id}, seat {viewer}, {name}: {min(tried):.3f}")
                compared += 1
    assert compared >= 5


def refused_undo(real: World, other: World, viewer: int, most: int) -> int | None:
    """So many rows, after which neither world lets this player undo: best right after a choice of theirs."""
    found = None
    for rows in range(most, 0, -1):
        states = [World(world.rows[:rows]).state for world in (real, other)]
        if any(state.status != "running" or state.position.is_chance for state in states):
            continue
        if any(may_undo(state, viewer) for state in states):
            continue
        found = found or rows
        if all(state.steps and state.steps[-1].seat == viewer for state in states):
            return rows
    return found
