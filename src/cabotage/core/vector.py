"""Many games at once, for learning: `box.vector(1024, seed=1)`.

Compiled code carries out the actions, draws, begins the next game where one has ended, and writes observations, masks
and rewards into arrays that are used again in every step. Each game has dice of its own, which depend on the seed and
the game's number only. Lane i of n plays the games i, i + n, i + 2n and so on.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from cabotage.core.chance import generators
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import Numbers, Records, batch
from cabotage.core.errors import NotOffered, OptionError
from cabotage.core.visibility import as_cells

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.game import Game

Mask = Literal["dense", "indices", "bits"]
Policy = Literal["random", "greedy"]

PLAYED = {
    "rules": ("setup", "to_act", "legal", "chance", "apply", "standings"),
    "judge": ("policy",),
    "resample": ("resample",),
}
MASK_KINDS: dict[Mask, int] = {"indices": 0, "dense": 1, "bits": 2}
WORD_BITS = 64


class Lanes(NamedTuple):
    """A row for each game that is being played."""

    rngs: NDArray[np.uint64]
    fresh: NDArray[np.uint64]  # with which the next game of each lane begins
    actions: NDArray[np.int64]
    choices: Numbers
    counts: Numbers
    decisions: NDArray[np.int64]  # begun in this game
    ended: NDArray[np.int64]  # decisions of the last game that ended
    actor: Numbers
    observation: NDArray[np.int16]
    mask: NDArray[np.uint8]
    words: NDArray[np.uint64]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    length: NDArray[np.int64]


class Room(NamedTuple):
    """Room for one thread to work in, and the states of all lanes."""

    all_states: Records
    cells: NDArray[np.int16]  # the same memory
    states: Records
    views: Records
    view_cells: NDArray[np.int16]  # the same memory
    numbers: Numbers
    weights: Numbers


class Sight(NamedTuple):
    """How views and observations are made, and who chooses."""

    plan: NDArray[np.int64]
    blank: NDArray[np.int16]
    observation_plan: NDArray[np.int32]
    observation_spans: NDArray[np.int32]
    tables: NDArray[np.int16]
    seat: int
    opponents: int
    mask: int


class Batch(NamedTuple):
    """What all games wait for. The arrays are written to again by the next step: copy what you keep."""

    actor: Numbers  # the seat to choose in each game
    observation: NDArray[np.int16]  # of that seat
    mask: NDArray[Any]  # "dense": a cell for each action; "bits": a bit; "indices": the offered actions, see `counts`
    counts: Numbers  # how many actions are offered
    rewards: NDArray[np.float32]  # of all seats, where a game has just ended: shares of the win; else 0
    done: NDArray[np.bool_]  # whether the last action ended a game; then a new one has begun
    length: NDArray[np.int64]  # decisions so far; where a game has just ended, of that game
    game: NDArray[np.int64]  # the number of the game


@cache
def lanes_of(game: Game) -> Any:
    """lanes.py compiled for this game."""
    parts = {name: getattr(getattr(game, part), name) for part, names in PLAYED.items() for name in names}
    return instantiate(Path(__file__).with_name("lanes.py"), f"cabotage.core.lanes_{game.label}", parts, game.folder)


def room_of(box: Box, states: Records) -> Room:
    """Room to play these states."""
    views = batch(box.schema.dtype)
    numbers = np.zeros(max(box.most_choices, box.most_outcomes, box.seats), np.int32)
    return Room(
        states, as_cells(states), batch(box.schema.dtype), views, as_cells(views), numbers, np.zeros_like(numbers)
    )


def sight_of(box: Box, seat: int, policy: Policy, mask: Mask = "indices") -> Sight:
    """How the games of this box are seen."""
    if policy not in get_args(Policy):
        raise OptionError("vector.policy", name=repr(policy), known=", ".join(get_args(Policy)))
    if mask not in MASK_KINDS:
        raise OptionError("vector.mask", name=repr(mask), known=", ".join(MASK_KINDS))
    observer, opponents = box.observer, get_args(Policy).index(policy)
    return Sight(
        box.visibility.view_plan,
        box.visibility.blank,
        observer.plan,
        observer.spans,
        observer.tables,
        seat,
        opponents,
        MASK_KINDS[mask],
    )


class Vector:
    """That many games of one box, side by side."""

    def __init__(
        self, box: Box, count: int, seed: int, threads: int, seat: int | None, opponents: Policy | None, mask: Mask
    ) -> None:
        if count < 1 or threads < 1:
            raise OptionError("vector.count")
        if seat is not None and not 0 <= seat < box.seats:
            raise OptionError("position.seat", last=box.seats - 1, seat=seat)
        box.warm()
        self.box, self.seed, self.count = box, seed, count
        self._sight = sight_of(box, -1 if seat is None else seat, opponents or "greedy", mask)
        states = self.states = batch(box.schema.dtype, count)  # full information, for tests and tools, never for bots
        parts = min(threads, count)
        self._spans = [(count * part // parts, count * (part + 1) // parts) for part in range(parts)]
        self._rooms = [room_of(box, states) for _ in self._spans]
        self._lanes = self._made(count, mask)
        self._pool = ThreadPoolExecutor(parts) if parts > 1 else None
        self._game = np.zeros(count, np.int64)
        lanes = self._lanes
        masks: dict[Mask, NDArray[Any]] = {"dense": lanes.mask, "bits": lanes.words, "indices": lanes.choices}
        self._batch = Batch(
            lanes.actor,
            lanes.observation,
            masks[mask],
            lanes.counts,
            lanes.rewards,
            lanes.done,
            lanes.length,
            self._game,
        )
        self._is_begun = False

    def reset(self) -> Batch:
        """Begin the first game of every lane."""
        self._game[:] = np.arange(self.count)
        self._lanes.fresh[:] = generators(self.seed, self._game)
        with compile_notice(self.box.game.names, "simulation"):
            self._advance(is_reset=True)
        self._lanes.fresh[:] = generators(self.seed, self._game + self.count)
        self._is_begun = True
        return self._batch

    def step(self, actions: NDArray[Any]) -> Batch:
        """Carry out an action in every game. Raises NotOffered if one is not legal; then call `reset`."""
        if not self._is_begun:
            raise OptionError("vector.reset")
        self._lanes.actions[:] = actions
        self._advance(is_reset=False)
        done = self._lanes.done
        if done.any():
            self._game[done] += self.count
            self._lanes.fresh[done] = generators(self.seed, self._game[done] + self.count)
        return self._batch

    def _advance(self, is_reset: bool) -> None:
        def run(part: int) -> int:
            first, last = self._spans[part]
            played = lanes_of(self.box.game).advance(
                self.box.constants, self._lanes, self._rooms[part], self._sight, first, last, is_reset
            )
            return -1 if played == last - first else first + int(played)

        parts = range(len(self._spans))
        stopped = [run(part) for part in parts] if self._pool is None else list(self._pool.map(run, parts))
        wrong = max(stopped)
        if wrong >= 0:
            self._is_begun = False
            number = int(self._lanes.actions[wrong])
            raise NotOffered("vector.not_offered", number=number, lane=wrong)

    def _made(self, count: int, mask: Mask) -> Lanes:
        box, actions = self.box, self.box.action_count
        return Lanes(
            rngs=np.zeros((count, 1), np.uint64),
            fresh=np.zeros(count, np.uint64),
            actions=np.zeros(count, np.int64),
            choices=np.zeros((count, box.most_choices), np.int32),
            counts=np.zeros(count, np.int32),
            decisions=np.zeros(count, np.int64),
            ended=np.zeros(count, np.int64),
            actor=np.zeros(count, np.int32),
            observation=np.zeros((count, box.observer.size), np.int16),
            mask=np.zeros((count, actions if mask == "dense" else 0), np.uint8),
            words=np.zeros((count, -(-actions // WORD_BITS) if mask == "bits" else 0), np.uint64),
            rewards=np.zeros((count, box.seats), np.float32),
            done=np.zeros(count, np.bool_),
            length=np.zeros(count, np.int64),
        )


class Results(NamedTuple):
    """How random or greedy games ended: a row for each game."""

    shares: NDArray[np.int32]  # by seat, of WIN
    places: NDArray[np.int32]  # by seat, 1 is first
    steps: NDArray[np.int64]  # choices and draws
    turns: NDArray[np.int64]


def results(box: Box, games: int, seed: int, policy: Policy) -> Results:
    """Play this many games; see `Simulation.results`."""
    box.warm()
    sight = sight_of(box, -1, policy)
    room = room_of(box, batch(box.schema.dtype))
    shares, places = np.zeros((2, games, box.seats), np.int32)
    counts = np.zeros((games, 2), np.int64)
    words, rngs = generators(seed, np.arange(games)), np.zeros((1, 1), np.uint64)
    with compile_notice(box.game.names, "simulation"):
        lanes_of(box.game).results(box.constants, room, sight, words, rngs, shares, places, counts)
    return Results(shares, places, counts[:, 0], counts[:, 1])
