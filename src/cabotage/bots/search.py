"""Tree search within a budget: how often each choice was tried, and how well it did."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.bots.bounds import wilson
from cabotage.bots.guidance import GuidedTree
from cabotage.bots.nodes import Nodes, Scratch, Tuning
from cabotage.core.chance import generator
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import batch
from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.bots.network import Network
    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers, View
    from cabotage.core.game import Game

SEARCHED = {
    "rules": ("to_act", "apply", "standings", "seen"),
    "picks": ("draw",),
    "resample": ("resample",),
    "judge": ("estimate", "policy", "candidates"),
}
DEEPEST = 64  # decisions from the root to a new node
_compiled: set[tuple[str, bool]] = set()  # games whose search this process has compiled, by hand or by network
MOST_NODES = 10_000_000
FASTEST = 200_000  # iterations a second, about
CHUNK = 250  # iterations between two readings of the clock


@cache
def tree_of(game: Game) -> Any:
    """tree.py compiled for this game."""
    parts = {name: getattr(getattr(game, part), name) for part, names in SEARCHED.items() for name in names}
    return instantiate(Path(__file__).with_name("tree.py"), f"cabotage.bots.tree_{game.label}", parts, game.folder)


def _is_real(number: object, least: int) -> bool:
    return isinstance(number, Real) and isfinite(number) and float(number) >= least


def _is_whole(number: object, least: int) -> bool:
    return isinstance(number, Integral) and _is_real(number, least)


@dataclass(frozen=True)
class Budget:
    """How long a search runs. A number of iterations gives the same result every time, seconds do not."""

    iterations: int = 0
    seconds: float = 0.0
    threads: int = 1
    horizon: int | None = None  # decisions played before a position is estimated; None: as for captains
    exploration: float | None = None  # likewise
    widening: float | None = None  # likewise
    prior: float = 0.0  # of searches with a network; see RankSettings
    network: Network | None = field(default=None, compare=False)  # estimates positions, without playouts

    def __post_init__(self) -> None:
        counts = _is_whole(self.iterations, 0) and _is_real(self.seconds, 0) and _is_whole(self.threads, 1)
        if not counts or not (self.iterations or self.seconds):
            raise OptionError("bot.budget")
        if not (
            (self.horizon is None or _is_whole(self.horizon, 0))
            and (self.exploration is None or _is_real(self.exploration, 0))
            and (self.widening is None or (_is_real(self.widening, 0) and self.widening > 0))
            and _is_real(self.prior, 0)
        ):
            raise OptionError("bot.search")


@dataclass(frozen=True)
class SearchedChoice:
    """One choice: how often a search tried it, and every seat's expected share of the win."""

    number: int
    visits: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class SearchResult:
    """Every seat's expected share of the win, and the choices, best first."""

    iterations: int
    values: tuple[float, ...]
    choices: tuple[SearchedChoice, ...]


class Tree:
    """The tree of one search in one thread."""

    def __init__(self, box: Box, budget: Budget) -> None:
        actions, size = box.game.actions, _size(budget)
        width = max(actions.MOST_CHOICES, actions.MOST_OUTCOMES, box.seats)
        self.box = box
        self.iterations = 0
        self.nodes = Nodes(
            np.zeros(size, np.uint64),
            np.zeros(size, np.int32),
            np.zeros((size, box.seats)),
            np.zeros(box.seats),
            np.zeros(1, np.int64),
        )
        self.scratch = Scratch(
            batch(box.schema.dtype), np.zeros(DEEPEST, np.int32), *(np.zeros(width, np.int32) for _ in range(4))
        )
        self.tuning = _tuning(box, budget)

    @property
    def totals(self) -> np.ndarray[Any, Any]:
        """Every seat's summed shares of the win."""
        return self.nodes.totals

    def grow(self, view: View, viewer: int, rng: Any, iterations: int) -> None:
        """Search for this many iterations more."""
        tree_of(self.box.game).search(
            self.box.constants, view, viewer, rng, self.nodes, self.scratch, self.tuning, iterations
        )
        self.iterations += iterations

    def at_root(self, numbers: Numbers) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Visits and summed results of each of these choices at the root."""
        places = np.zeros(len(numbers), np.int32)
        tree_of(self.box.game).look_up(self.nodes.keys, numbers, places)
        is_tried = places >= 0
        return self.nodes.visits[places] * is_tried, self.nodes.values[places] * is_tried[:, None]


def search(box: Box, view: View, viewer: int, budget: Budget, seed: int) -> SearchResult:
    """Search from this view. Each thread grows its own tree; the sums are added up at the end."""
    _compile_once(box, view, viewer, budget)
    trees = [_tree(box, view, viewer, budget) for _ in range(budget.threads)]
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
    return _result(box, trees, view, viewer, seed)


def _tree(box: Box, view: View, viewer: int, budget: Budget) -> Tree | GuidedTree:
    """A tree with the settings of this budget, and those of captains where it has none."""
    if budget.network is None:
        return Tree(box, budget)
    nodes = budget.iterations // budget.threads or int(budget.seconds * FASTEST)
    return GuidedTree(box, view, viewer, budget.network, _tuning(box, budget), min(nodes, MOST_NODES))


def _tuning(box: Box, budget: Budget) -> Tuning:
    """Plain numbers: another type would be compiled again."""
    settings = box.game.judge.SEARCH
    horizon = settings.captain.horizon if budget.horizon is None else budget.horizon
    exploration = settings.exploration if budget.exploration is None else budget.exploration
    widening = settings.captain.widening if budget.widening is None else budget.widening
    return Tuning(int(horizon), float(exploration), float(widening), float(budget.prior))


def _compile_once(box: Box, view: View, viewer: int, budget: Budget) -> None:
    """Run two iterations, with a notice if it takes long."""
    kind = box.game.package, budget.network is None
    if kind not in _compiled:
        with compile_notice(box.game.names, "search"):
            _tree(box, view, viewer, replace(budget, iterations=2, threads=1)).grow(view, viewer, generator(0), 2)
        _compiled.add(kind)


def _size(budget: Budget) -> int:
    """Places in the hash table: one for each iteration and a third more, as a power of two."""
    nodes = budget.iterations // budget.threads if budget.iterations else int(budget.seconds * FASTEST)
    return 1 << max(10, int(min(nodes, MOST_NODES) * 4 / 3).bit_length())


def best_first(choices: list[SearchedChoice], actor: int) -> list[SearchedChoice]:
    """Sort by visits, then by value; equal choices keep their order.

    A choice that was first tried late may have few visits but do well: it ranks first if it is significantly better.
    """
    choices = sorted(choices, key=lambda choice: (-choice.visits, -choice.values[actor]))
    _, most = _bounds(choices[0], actor) if choices else (0.0, 1.0)
    late = [choice for choice in choices if _bounds(choice, actor)[0] > most]
    late.sort(key=lambda choice: -_bounds(choice, actor)[0])
    return late + [choice for choice in choices if choice not in late]


def _bounds(choice: SearchedChoice, actor: int) -> tuple[float, float]:
    return wilson(choice.values[actor], choice.visits)


def _result(box: Box, trees: Sequence[Tree | GuidedTree], view: View, viewer: int, seed: int) -> SearchResult:
    """Add up all trees.

    Equal choices are shuffled: a search with few iterations tries most choices equally often, and in order of their
    numbers ships would drift to the first squares of the board.
    """
    state = batch(box.schema.dtype)
    game = box.game
    game.resample.resample(box.constants, view, 0, viewer, generator(0), state, 0)
    offered = np.zeros(game.actions.MOST_CHOICES, np.int32)
    actor = game.rules.to_act(box.constants, state, 0)
    count = game.rules.legal(box.constants, state, 0, offered) if actor >= 0 else 0
    iterations = sum(tree.iterations for tree in trees)
    roots = [tree.at_root(offered[:count]) for tree in trees]
    visits = np.sum([each for each, _ in roots], axis=0)
    values = np.sum([each for _, each in roots], axis=0)
    choices = [
        SearchedChoice(int(offered[k]), int(visits[k]), tuple(map(float, values[k] / visits[k])))
        for k in Random(seed).sample(range(count), count)
        if visits[k]
    ]
    totals = np.sum([tree.totals for tree in trees], axis=0) / max(1, iterations)
    return SearchResult(iterations, tuple(map(float, totals)), tuple(best_first(choices, actor)))
