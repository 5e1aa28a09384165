"""What every bot is: something that chooses an offered action by looking at a view."""

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


_ready: set[tuple[str, type]] = set()  # kinds of bots that this process has compiled for a game


class Bot(ABC):
    """Sits down with a box; is asked whenever its seat has to choose."""

    def __init__(self, box: Box, seed: int | None = None) -> None:
        self.box = box
        self.dice = Dice(seed)
        self._world = State(batch(box.schema.dtype))
        self._choices: Numbers = np.zeros(box.game.actions.MOST_CHOICES, np.int32)

    def ready(self) -> Self:
        """Compile what it needs, by asking it once; then set its dice back."""
        kind = (self.box.game.package, type(self))
        if kind not in _ready:
            with compile_notice(self.box.game.names, "bot"):
                trial = self.box.start(seed=0)
                before = self.dice.rng.copy()
                self.choose(trial.view(trial.to_act), trial.to_act)
                self.dice.rng[:] = before
            _ready.add(kind)
        return self

    def close(self) -> None:  # noqa: B027  (most bots hold nothing outside of this process)
        """It is not needed any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def choose(self, view: View, seat: int) -> int:
        """One of the actions offered to this seat, as far as it can know."""

    def imagine(self, view: View, seat: int) -> State:
        """Some state that this view does not rule out, in which the seat has to choose."""
        box, game = self.box, self.box.game
        box.check(view)
        if not 0 <= seat < box.seats:  # it is chance that has to act, or nobody
            raise NotYourTurn("position.not_to_act", seat=seat)
        game.resample.resample(box.constants, view, 0, seat, self.dice.rng, self._world, 0)
        if game.rules.to_act(box.constants, self._world, 0) != seat:
            raise NotYourTurn("position.not_to_act", seat=seat)
        return self._world

    def offered(self, world: State) -> Numbers:
        """What may be chosen: the same in every state that fits the view."""
        count = self.box.game.rules.legal(self.box.constants, world, 0, self._choices)
        return self._choices[:count]
