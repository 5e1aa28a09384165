"""The base class of all bots: a bot chooses one of the offered actions from a view."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Self

import numpy as np

from cabotage.core.chance import Dice
from cabotage.core.compiling import compile_notice
from cabotage.core.contract import State, batch
from cabotage.core.errors import NotYourTurn

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers, View
    from cabotage.core.information import InformationState
    from cabotage.core.position import Position


_ready: set[tuple[str, type]] = set()  # games and kinds of bots that this process has compiled


class Bot(ABC):
    """A player for any seat of one box."""

    wants_history = False  # whether `history` is set before each choice
    history: InformationState | None = None  # everything that its seat has observed since the start

    def __init__(self, box: Box, seed: int | None = None) -> None:
        self.box = box
        self.dice = Dice(seed)
        self._state = State(batch(box.schema.dtype))
        self._choices: Numbers = np.zeros(box.game.actions.MOST_CHOICES, np.int32)

    def ready(self) -> Self:
        """Compile what the bot needs by one decision, then reset its dice."""
        kind = (self.box.game.package, type(self))
        if kind not in _ready:
            with compile_notice(self.box.game.names, "bot"):
                trial = self.box.start(seed=0)
                before = self.dice.rng.copy()
                self.choose(trial.view(trial.to_act), trial.to_act)
                self.dice.rng[:] = before
            _ready.add(kind)
        return self

    def close(self) -> None:  # noqa: B027  (most bots have nothing to release)
        """Release what the bot holds outside of this process."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def choose(self, view: View, seat: int) -> int:
        """Return one of the actions offered to this seat."""

    def sample(self, view: View, seat: int) -> State:
        """A random state that fits this view."""
        box, game = self.box, self.box.game
        box.check(view)
        if not 0 <= seat < box.seats:  # chance acts, or the game is over
            raise NotYourTurn("position.not_to_act", seat=seat)
        game.resample.resample(box.constants, view, 0, seat, self.dice.rng, self._state, 0)
        if game.rules.to_act(box.constants, self._state, 0) != seat:
            raise NotYourTurn("position.not_to_act", seat=seat)
        return self._state

    def offered(self, state: State) -> Numbers:
        """The legal actions: the same in every state that fits the view."""
        count = self.box.game.rules.legal(self.box.constants, state, 0, self._choices)
        return self._choices[:count]


def inform(bot: Bot, position: Position, seat: int) -> None:
    """Give a bot that wants it the history of its seat; not a method of bots, which must never get a position."""
    if getattr(bot, "wants_history", False):
        bot.history = position.information_state(seat)
