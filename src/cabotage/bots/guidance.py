"""The tree of a search that asks a network: its arrays, and what it may rely on."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cabotage.bots.network import Network, Room, room_for
from cabotage.core.chance import generator
from cabotage.core.compiling import instantiate
from cabotage.core.contract import batch
from cabotage.core.schema import Sight

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.bots.nodes import Tuning
    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers, Records, View
    from cabotage.core.game import Game

ASKED = {
    "rules": ("to_act", "apply", "standings", "seen"),
    "picks": ("draw",),
    "resample": ("resample",),
    "judge": ("policy", "candidates"),
    "observe": ("features",),
}
WIDTH = 64  # choices of one decision that are searched at most
MOST_FANS = 1 << 15
DEEPEST = 64  # decisions from the root to a new one
NONE = -1
ROOT = 0x9E3779B97F4A7C15  # the key of the decision to make
WORLDS = 4  # in which the choices at the root are compared


class Fans(NamedTuple):
    """The tree: decisions by key in a hash table, and a fan of choices for each that was met twice."""

    keys: NDArray[np.uint64]  # 0 if the place is empty
    of_key: Numbers  # the fan of each decision, or NONE
    visits: Numbers  # by fan
    counts: Numbers  # by fan: how many choices are offered, once that is known
    tried: Numbers  # by fan: how many of them were tried; these come first
    numbers: NDArray[np.int32]  # by fan and choice
    worths: NDArray[np.int32]  # likewise
    child_visits: NDArray[np.int32]  # likewise
    child_values: NDArray[np.float64]  # likewise: summed shares of the seat that decides
    root_values: NDArray[np.float64]  # by choice at the root and seat
    totals: NDArray[np.float64]  # by seat, over all iterations
    filled: NDArray[np.int64]  # how many decisions and fans there are, and the fan of the root


class Desk(NamedTuple):
    """Room to work in, allocated once for each search."""

    states: Records  # the state that an iteration plays on
    path: Numbers  # the fans that it passed
    places: Numbers  # the choices there
    actors: Numbers  # the seats that made them
    numbers: Numbers
    weights: Numbers
    worths: Numbers
    marks: Numbers  # by number of a choice; all 0 between two decisions
    room: Room


class Insight(NamedTuple):
    """What guides a search."""

    network: Network
    horizon: int  # decisions played by the policy before the network is asked
    exploration: float
    widening: float
    prior: float  # how much more the first choices are tried; 0: all alike, by `exploration`
    is_open: bool  # nothing is hidden from anybody
    is_sure: bool  # the searching seat is offered the same in all states that fit its view


@cache
def guided_tree_of(game: Game) -> Any:
    """guided.py compiled for this game."""
    from cabotage.bots.search import tree_of

    parts = {name: getattr(getattr(game, part), name) for part, names in ASKED.items() for name in names}
    parts |= {name: getattr(tree_of(game), name) for name in ("step_key", "find")}
    return instantiate(Path(__file__).with_name("guided.py"), f"cabotage.bots.guided_{game.label}", parts, game.folder)


class GuidedTree:
    """The tree of one search in one thread."""

    def __init__(self, box: Box, view: View, viewer: int, network: Network, tuning: Tuning, iterations: int) -> None:
        self.box = box
        self.iterations = 0
        decisions = 1 << max(10, int(iterations * 4 / 3).bit_length())
        fans = min(decisions, MOST_FANS)
        self.fans = Fans(
            np.zeros(decisions, np.uint64),
            _integers(decisions),
            _integers(fans),
            _integers(fans),
            _integers(fans),
            _integers(fans, WIDTH),
            _integers(fans, WIDTH),
            _integers(fans, WIDTH),
            np.zeros((fans, WIDTH)),
            np.zeros((WIDTH, box.seats)),
            np.zeros(box.seats),
            np.array([0, 0, NONE], np.int64),
        )
        # The root is met before the first iteration, which tries a choice there.
        self.fans.keys[ROOT & (decisions - 1)] = ROOT
        self.fans.of_key[ROOT & (decisions - 1)] = NONE
        self.fans.filled[0] = 1
        actions = box.game.actions
        width = max(actions.MOST_CHOICES, actions.MOST_OUTCOMES, box.seats, WIDTH)
        self.desk = Desk(
            batch(box.schema.dtype),
            _integers(DEEPEST),
            _integers(DEEPEST),
            _integers(DEEPEST),
            _integers(width),
            _integers(width),
            _integers(width),
            _integers(actions.NUMBERS),
            room_for(network, box),
        )
        is_sure = _is_sure(box, view, viewer)
        self.insight = Insight(network, *tuning, is_open=is_sure and not has_secrets(box.game), is_sure=is_sure)

    @property
    def totals(self) -> NDArray[np.float64]:
        """Every seat's summed shares of the win."""
        return self.fans.totals

    def grow(self, view: View, viewer: int, rng: Any, iterations: int) -> None:
        """Search for this many iterations more."""
        guided_tree_of(self.box.game).search(
            self.box.constants, view, viewer, rng, self.fans, self.desk, self.insight, iterations
        )
        self.iterations += iterations

    def at_root(self, numbers: Numbers) -> tuple[NDArray[Any], NDArray[Any]]:
        """Visits and summed results of each of these choices at the root."""
        visits, values = np.zeros(len(numbers), np.int64), np.zeros((len(numbers), self.box.seats))
        root = int(self.fans.filled[2])
        tried = {} if root < 0 else {int(self.fans.numbers[root, k]): k for k in range(int(self.fans.tried[root]))}
        for at, number in enumerate(numbers.tolist()):
            if number in tried:
                visits[at] = self.fans.child_visits[root, tried[number]]
                values[at] = self.fans.root_values[tried[number]]
        return visits, values


def _integers(*shape: int) -> Numbers:
    return np.zeros(shape, np.int32)


def has_secrets(game: Game) -> bool:
    """Whether some seats know what others do not, besides what is chosen at the same time."""
    return any(
        field.seen.sight is not Sight.ALL and not field.seen.is_apart for field in game.state.SCHEMA.fields.values()
    )


def _is_sure(box: Box, view: View, viewer: int) -> bool:
    """Whether the viewer is offered the same, in the same order, in some states that fit its view.

    That is so for every view with perfect memory. Of a hint's view, which remembers nothing, it may not be.
    """
    game, state = box.game, batch(box.schema.dtype)
    width = game.actions.MOST_CHOICES
    choices, worths = np.zeros(width, np.int32), np.zeros(width, np.int32)
    rng, found = generator(0), set()
    for _ in range(WORLDS):
        game.resample.resample(box.constants, view, 0, viewer, rng, state, 0)
        if game.rules.to_act(box.constants, state, 0) != viewer:
            return True
        count = game.judge.candidates(box.constants, state, 0, choices, worths)
        found.add((*choices[:count].tolist(), *worths[:count].tolist()))
    return len(found) == 1
