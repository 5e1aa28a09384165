"""A tree search for the box of one game: how often and how well each choice did, within a budget."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.bots.bounds import wilson
from cabotage.core.chance import generator
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import batch
from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers, View
    from cabotage.core.game import Game

SEARCHED = {
    "rules": ("to_act", "chance", "apply", "score", "seen"),
    "resample": ("resample",),
    "judge": ("estimate", "policy", "candidates"),
}
DEEPEST = 64  # decisions from the root to a new node
_compiled: set[str] = set()  # games whose search this process has compiled
MOST_NODES = 10_000_000
CHUNK = 250  # iterations between two looks at the clock


@cache
def tree_of(game: Game) -> Any:
    """The search of tree.py over this game."""
    parts = {name: getattr(getattr(game, part), name) for part, names in SEARCHED.items() for name in names}
    return instantiate(Path(__file__).with_name("tree.py"), f"cabotage.bots.tree_{game.label}", parts, game.folder)


def _is_real(number: object, least: int) -> bool:
    return isinstance(number, Real) and isfinite(number) and float(number) >= least


def _is_whole(number: object, least: int) -> bool:
    return isinstance(number, Integral) and _is_real(number, least)


@dataclass(frozen=True)
class Budget:
    """How much a search may think: iterations give the same result every time, seconds do not."""

    iterations: int = 0
    seconds: float = 0.0
    threads: int = 1
    horizon: int | None = None  # decisions played out before a position is estimated; None: as captains do
    exploration: float | None = None  # likewise
    widening: float | None = None  # likewise

    def __post_init__(self) -> None:
        counts = _is_whole(self.iterations, 0) and _is_real(self.seconds, 0) and _is_whole(self.threads, 1)
        if not counts or not (self.iterations or self.seconds):
            raise OptionError("bot.budget")
        if not (
            (self.horizon is None or _is_whole(self.horizon, 0))
            and (self.exploration is None or _is_real(self.exploration, 0))
            and (self.widening is None or (_is_real(self.widening, 0) and self.widening > 0))
        ):
            raise OptionError("bot.search")


@dataclass(frozen=True)
class Advice:
    """What a search found out about one choice."""

    number: int
    visits: int
    values: tuple[float, ...]  # every seat's expected share of the win


@dataclass(frozen=True)
class Findings:
    """What a search found out: every seat's chances, and the choices, best first."""

    iterations: int
    values: tuple[float, ...]
    choices: tuple[Advice, ...]


class Tree:
    """The memory of one search in one thread."""

    def __init__(self, box: Box, budget: Budget) -> None:
        pace = box.game.judge.SEARCH
        self.horizon = pace.horizon if budget.horizon is None else budget.horizon
        self.exploration = pace.exploration if budget.exploration is None else budget.exploration
        self.widening = pace.widening if budget.widening is None else budget.widening
        size = _size(budget)
        actions = box.game.actions
        width = max(actions.MOST_CHOICES, actions.MOST_OUTCOMES, box.seats)
        self.box = box
        self.states = batch(box.schema.dtype)
        self.keys = np.zeros(size, np.uint64)
        self.visits = np.zeros(size, np.int32)
        self.values = np.zeros((size, box.seats))
        self.path = np.zeros(DEEPEST, np.int32)
        self.room = np.zeros((4, width), np.int32)
        self.total = np.zeros(box.seats)
        self.filled = np.zeros(1, np.int64)
        self.iterations = 0

    def grow(self, view: View, viewer: int, rng: Any, iterations: int) -> None:
        tree_of(self.box.game).search(
            self.box.constants, view, viewer, rng, self.states, self.keys, self.visits, self.values, self.path,
            self.room, self.total, self.filled, iterations, self.horizon, self.exploration, self.widening,
        )  # fmt: skip
        self.iterations += iterations

    def found(self, numbers: Numbers) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Visits and summed results of each of these choices at the root."""
        places = np.zeros(len(numbers), np.int32)
        tree_of(self.box.game).look_up(self.keys, numbers, places)
        is_tried = places >= 0
        return self.visits[places] * is_tried, self.values[places] * is_tried[:, None]


def think(box: Box, view: View, viewer: int, budget: Budget, seed: int) -> Findings:
    """Search from this view. Threads grow trees of their own, which are added up at the end."""
    _compile_once(box, view, viewer)
    trees = [Tree(box, budget) for _ in range(budget.threads)]
    deadline = time.perf_counter() + budget.seconds if budget.seconds else None

    def run(thread: int) -> None:
        rng = generator(seed * budget.threads + thread)
        share = budget.iterations // budget.threads + (thread < budget.iterations % budget.threads)
        tree = trees[thread]
        while (tree.iterations < share) if deadline is None else (time.perf_counter() < deadline):
            chunk = CHUNK if deadline is not None else min(share - tree.iterations, CHUNK * 16)
            tree.grow(view, viewer, rng, chunk)

    if budget.threads == 1:
        run(0)
    else:
        with ThreadPoolExecutor(budget.threads) as pool:
            list(pool.map(run, range(budget.threads)))
    return _findings(box, trees, view, viewer, seed)


def _compile_once(box: Box, view: View, viewer: int) -> None:
    """By one iteration that nobody looks at; with a word if it takes long."""
    if box.game.package not in _compiled:
        with compile_notice(box.game.names, "search"):
            Tree(box, Budget(iterations=1)).grow(view, viewer, generator(0), 1)
        _compiled.add(box.game.package)


def _size(budget: Budget) -> int:
    """Room for a node an iteration, with a quarter to spare, but within reason; a power of two."""
    nodes = budget.iterations // budget.threads if budget.iterations else int(budget.seconds * 200_000)
    return 1 << max(10, int(min(nodes, MOST_NODES) * 4 / 3).bit_length())


def best_first(choices: list[Advice], actor: int) -> list[Advice]:
    """What was tried most comes first; of equals what did better, of equals in that whichever stood first.

    But one that was looked at late may not have caught up yet, however well it does: if that is beyond luck it leads.
    """
    choices = sorted(choices, key=lambda advice: (-advice.visits, -advice.values[actor]))
    _, most = _bounds(choices[0], actor) if choices else (0.0, 1.0)
    late = [advice for advice in choices if _bounds(advice, actor)[0] > most]
    late.sort(key=lambda advice: -_bounds(advice, actor)[0])
    return late + [advice for advice in choices if advice not in late]


def _bounds(advice: Advice, actor: int) -> tuple[float, float]:
    return wilson(advice.values[actor], advice.visits)


def _findings(box: Box, trees: list[Tree], view: View, viewer: int, seed: int) -> Findings:
    """All trees taken together.

    Equal choices come in any order: a search of few iterations tries most of them just as often, and by their numbers
    ships would all drift to the first squares of the board.
    """
    world = batch(box.schema.dtype)
    game = box.game
    game.resample.resample(box.constants, view, 0, viewer, generator(0), world, 0)
    offered = np.zeros(game.actions.MOST_CHOICES, np.int32)
    actor = game.rules.to_act(box.constants, world, 0)
    count = game.rules.legal(box.constants, world, 0, offered) if actor >= 0 else 0
    iterations = sum(tree.iterations for tree in trees)
    choices = []
    found = [tree.found(offered[:count]) for tree in trees]
    visits = np.sum([each for each, _ in found], axis=0)
    values = np.sum([each for _, each in found], axis=0)
    for k in Random(seed).sample(range(count), count):
        if visits[k]:
            choices.append(Advice(int(offered[k]), int(visits[k]), tuple(map(float, values[k] / visits[k]))))
    total = np.sum([tree.total for tree in trees], axis=0) / max(1, iterations)
    return Findings(iterations, tuple(map(float, total)), tuple(best_first(choices, actor)))
