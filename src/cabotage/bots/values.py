"""What states and draws are worth to every seat, by playouts with fixed settings."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.bots.network import Leaf, network_of, nothing, room_for
from cabotage.bots.nodes import Scratch
from cabotage.bots.search import tree_of
from cabotage.core.chance import generator
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import OVER, WIN, batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.contract import Playouts, State, View
    from cabotage.core.game import Game


LEAST = 0.001  # a seat that loses all playouts may win after all
_called: set[tuple[str, str]] = set()  # functions by game


@cache
def playouts_of(game: Game) -> Any:
    """playouts.py compiled for this game."""
    rules, tree = game.rules, tree_of(game)
    parts = {
        "chance": rules.chance,
        "apply": rules.apply,
        "resample": game.resample.resample,
        "play_on": tree.play_on,
        "estimate": game.judge.estimate,
        "features": game.observe.features,
    }
    template = Path(__file__).with_name("playouts.py")
    return instantiate(template, f"cabotage.bots.playouts_{game.label}", parts, game.folder)


@dataclass(frozen=True)
class Draw:
    """One draw: what was expected of it by the exact odds, and what it brought."""

    expected: NDArray[np.float64]
    drawn: NDArray[np.float64]
    probability: float  # of what was drawn; 1 where something hidden was revealed, which is neither good nor bad luck

    @property
    def luck(self) -> NDArray[np.float64]:
        """What each seat gained by it. Its mean over all outcomes, weighted by their odds, is zero."""
        return self.drawn - self.expected


class Values:
    """Values of states and views of one box. The same seed gives the same value."""

    def __init__(self, box: Box, playouts: Playouts) -> None:
        actions = box.game.actions
        width = max(actions.MOST_CHOICES, actions.MOST_OUTCOMES, box.seats)
        self.box = box
        self._playouts = playouts.tries, playouts.horizon
        self._confidence = playouts.confidence
        self._compiled = playouts_of(box.game)
        self._scratch = Scratch(
            batch(box.schema.dtype, 3), np.zeros(1, np.int32), *(np.zeros(width, np.int32) for _ in range(4))
        )
        network = network_of(box.game) if playouts.is_learned else nothing()
        self._leaf = Leaf(network, room_for(network, box))
        self._odds = np.zeros(actions.MOST_OUTCOMES)
        self._rows = np.zeros((actions.MOST_OUTCOMES, box.seats))

    def _notice(self, function: str) -> AbstractContextManager[None]:
        """A notice if the first call of a function compiles it; each notice starts a thread."""
        called = (self.box.game.package, function)
        if called in _called:
            return nullcontext()
        _called.add(called)
        return compile_notice(self.box.game.names, "search")

    def of(self, state: State, seed: int) -> NDArray[np.float64]:
        """Every seat's expected share of the win from this state, with all cards open."""
        out = np.zeros(self.box.seats)
        if self.box.game.rules.to_act(self.box.constants, state, 0) == OVER:
            out[:] = np.array(self.box.shares(state)) / WIN
            return out
        self._scratch.states[0] = state[0]
        with self._notice("value"):
            self._compiled.value(self.box.constants, self._scratch, self._leaf, generator(seed), *self._playouts, out)
        return flattened(out, self._confidence)

    def seen(self, view: View, viewer: int, seed: int) -> NDArray[np.float64]:
        """Every seat's expected share of the win, as far as this viewer can know."""
        out = np.zeros(self.box.seats)
        with self._notice("imagined"):
            self._compiled.imagined(
                self.box.constants, view, viewer, self._scratch, self._leaf, generator(seed), *self._playouts, out
            )
        return flattened(out, self._confidence)

    def draw(self, state: State, number: int, seed: int) -> Draw:
        """What drawing this number at this chance node was worth, compared with all that could have been drawn."""
        self._scratch.states[1] = state[0]
        with self._notice("outcomes"):
            count = self._compiled.outcomes(
                self.box.constants, self._scratch, self._leaf, generator(seed), *self._playouts, self._odds, self._rows
            )
        at = self._scratch.places[:count].tolist().index(number)
        rows = flattened(self._rows[:count], self._confidence)
        return Draw(self._odds[:count] @ rows, rows[at].copy(), float(self._odds[at]))


def flattened(shares: NDArray[np.float64], confidence: float) -> NDArray[np.float64]:
    """Shares of the win, by the last axis, with their odds raised to a power; their sum stays the same."""
    if confidence == 1.0:
        return shares
    powers = (shares + LEAST) ** confidence
    flat: NDArray[np.float64] = powers * (shares.sum(-1, keepdims=True) / powers.sum(-1, keepdims=True))
    return flat
