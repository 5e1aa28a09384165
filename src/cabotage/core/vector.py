"""Many games at once, for learning: `box.vector(1024, seed=1)`.

Compiled code carries out the actions, draws, begins the next game where one has ended, and writes observations, masks
and rewards into arrays that are used again in every step. Each game has dice of its own, which depend on the seed and
the game's number only. Lane i of n plays the games i, i + n, i + 2n and so on.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from cabotage.core.chance import base, generators
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import Generator, Numbers, Records, State, View, batch
from cabotage.core.errors import NotOffered, OptionError
from cabotage.core.incremental import Plan, Written, nothing_written, plan_of
from cabotage.core.opponents import Opponent, make_opponent
from cabotage.core.visibility import as_cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from cabotage.core.box import Box
    from cabotage.core.game import Game

Mask = Literal["dense", "indices", "bits"]
Policy = Literal["random", "greedy"]

PLAYED = {
    "rules": ("setup", "to_act", "legal", "apply", "standings"),
    "picks": ("choose", "draw"),
    "judge": ("policy",),
    "resample": ("resample",),
}
EVERYBODY = -1  # no seat of its own: the caller chooses for all
MASK_KINDS: dict[Mask, int] = {"indices": 0, "dense": 1, "bits": 2}
WORD_BITS = 64
CHOOSING = 0xC400  # of seeds for `choose`


class Lanes(NamedTuple):
    """A row for each game that is being played."""

    rngs: NDArray[np.uint64]
    base: Generator  # of the generators of all games
    game: NDArray[np.int64]  # the number of the game
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
    written: Written
    final: NDArray[np.int16]  # the last state of the last game that ended


class Room(NamedTuple):
    """Room for one thread to work in, and the states of all lanes."""

    all_states: Records
    cells: NDArray[np.int16]  # the same memory
    states: Records
    views: Records
    view_cells: NDArray[np.int16]  # the same memory
    numbers: Numbers
    weights: Numbers
    changed: Numbers


class Sight(NamedTuple):
    """How views and observations are made, and who chooses."""

    plan: NDArray[np.int64]
    blank: NDArray[np.int16]
    observation: Plan
    seat: int
    opponents: int
    mask: int


class ChoosingDice(NamedTuple):
    """With which `choose` chooses in each lane."""

    rngs: NDArray[np.uint64]
    base: Generator  # of the generators of all games
    game: NDArray[np.int64]  # whose generator is used


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
    changed = np.zeros(states.dtype.itemsize, np.int32)
    return Room(
        states,
        as_cells(states),
        batch(box.schema.dtype),
        views,
        as_cells(views),
        numbers,
        np.zeros_like(numbers),
        changed,
    )


def sight_of(box: Box, seat: int, policy: Policy, mask: Mask = "indices") -> Sight:
    """How the games of this box are seen."""
    if mask not in MASK_KINDS:
        raise OptionError("vector.mask", name=repr(mask), known=", ".join(MASK_KINDS))
    visibility, opponents = box.visibility, number_of(policy)
    return Sight(visibility.view_plan, visibility.blank, plan_of(box), seat, opponents, MASK_KINDS[mask])


def number_of(policy: Policy) -> int:
    """This policy as compiled code knows it."""
    if policy not in get_args(Policy):
        raise OptionError("vector.policy", name=repr(policy), known=", ".join(get_args(Policy)))
    return get_args(Policy).index(policy)


class Vector:
    """That many games of one box, side by side."""

    def __init__(
        self, box: Box, count: int, seed: int, threads: int, seat: int | None, opponents: str | None, mask: Mask
    ) -> None:
        if count < 1 or threads < 1:
            raise OptionError("vector.count")
        if seat is not None and not 0 <= seat < box.seats:
            raise OptionError("position.seat", last=box.seats - 1, seat=seat)
        box.warm()
        self.box, self.seed, self.count = box, seed, count
        self._seat = EVERYBODY if seat is None else seat
        is_compiled = seat is None or opponents is None or opponents in get_args(Policy)
        self._bots = None if is_compiled else Opponents(box, str(opponents), seed, count)
        policy: Any = opponents if is_compiled and opponents is not None else "greedy"
        self._sight = sight_of(box, self._seat if is_compiled else EVERYBODY, policy, mask)
        states = self.states = batch(box.schema.dtype, count)  # full information, for tests and tools, never for bots
        parts = min(threads, count)
        self._spans = [(count * part // parts, count * (part + 1) // parts) for part in range(parts)]
        self._rooms = [room_of(box, states) for _ in self._spans]
        self._lanes = self._made(count, mask)
        self._game = self._lanes.game
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
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
            lanes.game,
        )
        self._is_begun = self._has_chosen = False
        self._dice = ChoosingDice(np.zeros((count, 1), np.uint64), base(seed ^ CHOOSING), np.full(count, -1, np.int64))
        self._chosen = np.zeros(count, np.int64)

    def reset(self) -> Batch:
        """Begin the first game of every lane."""
        self._lanes.game[:] = np.arange(self.count)
        with compile_notice(self.box.game.names, "simulation"):
            self._advance(is_reset=True)
        self._is_begun = True
        self._dice.game[:] = -1
        if self._bots is not None:
            self._bots.begin(self._game)
            self._let_others_choose()
        return self._batch

    def step(self, actions: NDArray[Any]) -> Batch:
        """Carry out an action in every game. Raises NotOffered if one is not legal; then call `reset`."""
        if not self._is_begun:
            raise OptionError("vector.reset")
        self._lanes.actions[:] = actions
        self._advance(is_reset=False)
        if self._bots is not None:
            self._let_others_choose()
        return self._batch

    def final_observation(self, lane: int, seat: int) -> NDArray[np.int16]:
        """What this seat observes at the end of the last game that ended in this lane."""
        final = State(batch(self.box.schema.dtype))
        as_cells(final)[0] = self._lanes.final[lane]
        return self.box.observer.observe(self.box.visibility.view(final, seat), seat)

    def choose(self, policy: Policy) -> NDArray[np.int64]:
        """What a random or greedy player would choose in each game, from the view of the seat to act.

        Its dice depend on the seed and the game's number only, and are not those of the game.
        """
        if not self._is_begun:
            raise OptionError("vector.reset")
        sight = self._sight._replace(opponents=number_of(policy))

        def run(part: int) -> None:
            first, last = self._spans[part] if policy == "greedy" else (0, self.count)
            lanes_of(self.box.game).choose_all(
                self.box.constants, self._lanes, self._rooms[part], sight, self._dice, self._chosen, first, last
            )

        with nullcontext() if self._has_chosen else compile_notice(self.box.game.names, "simulation"):
            if policy == "greedy":
                self._each_part(run)
            else:
                run(0)  # all at once: it takes less time than waking a thread
        self._has_chosen = True
        return self._chosen

    def _advance(self, is_reset: bool) -> None:
        def run(part: int) -> int:
            first, last = self._spans[part]
            played = self._play(part, first, last, is_reset)
            return -1 if played == last - first else first + int(played)

        wrong = max(self._each_part(run))
        if wrong >= 0:
            self._is_begun = False
            number = int(self._lanes.actions[wrong])
            raise NotOffered("vector.not_offered", number=number, lane=wrong)

    def _play(self, part: int, first: int, last: int, is_reset: bool = False) -> int:
        room = self._rooms[part]
        advance = lanes_of(self.box.game).advance
        return int(advance(self.box.constants, self._lanes, room, self._sight, first, last, is_reset))

    def _each_part(self, run: Callable[[int], Any]) -> list[Any]:
        """Call this for each part of the lanes: the first in this thread, each other in a thread of its own."""
        others = [] if self._pool is None else [self._pool.submit(run, part) for part in range(1, len(self._spans))]
        return [run(0), *(other.result() for other in others)]

    def _let_others_choose(self) -> None:
        """Let bots choose in every lane until its own seat is to act."""

        def run(part: int) -> None:
            for lane in range(*self._spans[part]):
                self._let_others_choose_in(lane, part)

        self._each_part(run)

    def _let_others_choose_in(self, lane: int, part: int) -> None:
        lanes, bots = self._lanes, self._bots
        assert bots is not None
        ended: tuple[Any, Any] | None = None
        while True:
            if lanes.done[lane]:
                ended = lanes.rewards[lane].copy(), int(lanes.length[lane])
                bots.begin(self._game, lane)
            actor = int(lanes.actor[lane])
            if actor == self._seat:
                break
            view = self.box.visibility.view(State(self.states[lane : lane + 1]), actor)
            lanes.actions[lane] = bots.choose(lane, view, actor)
            if self._play(part, lane, lane + 1) != 1:
                raise NotOffered("vector.not_offered", number=int(lanes.actions[lane]), lane=lane)
        if ended is not None:
            lanes.done[lane], (lanes.rewards[lane], lanes.length[lane]) = True, ended

    def _made(self, count: int, mask: Mask) -> Lanes:
        box, actions = self.box, self.box.action_count
        return Lanes(
            rngs=np.zeros((count, 1), np.uint64),
            base=base(self.seed),
            game=np.zeros(count, np.int64),
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
            written=nothing_written(self._sight.observation, count),
            final=np.zeros_like(as_cells(self.states)),
        )


class Opponents:
    """A bot for each lane, made anew for each game, so that games do not depend on the number of lanes."""

    def __init__(self, box: Box, name: str, seed: int, count: int) -> None:
        self._box, self._name, self._seed = box, name, seed
        self._bots: list[Opponent] = [make_opponent(name, box, seed)] * count  # checks the name, too

    def begin(self, games: NDArray[np.int64], lane: int | None = None) -> None:
        """Make the bots for these games, or for that of one lane."""
        for each in range(len(self._bots)) if lane is None else (lane,):
            word = int(generators(~self._seed, games[each : each + 1])[0])
            self._bots[each] = make_opponent(self._name, self._box, word)

    def choose(self, lane: int, view: View, seat: int) -> int:
        """The choice of this lane's bot."""
        return self._bots[lane].choose(view, seat)


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
