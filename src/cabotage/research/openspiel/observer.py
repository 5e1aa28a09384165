"""What a seat observes, as OpenSpiel's observers: strings, and tensors in named pieces."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from cabotage.core.contract import HIDDEN, SPECTATOR
from cabotage.core.schema import Sight

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.contract import View
    from cabotage.research.openspiel.state import SpielState

LONGEST_TENSOR = 10_000  # steps; games that may last longer have no information state as a tensor
NOT_YET, UNSEEN, SEEN = 0, 1, 2  # in the tensor of an information state: number n is SEEN + n
Private = pyspiel.PrivateInfoType


class Observer:
    """Observes for one seat at a time; everything is made from the view of that seat, or of a spectator.

    Perfect recall gives information states: the number of every step as the seat learnt it. Without it, the observation
    is that of `box.observation_spec`. Without private information, it is what a spectator knows; without public
    information, only what is not public.
    """

    def __init__(self, box: Box, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"observers of Cabotage take no parameters, not {dict(params)}")
        if kind.private_info == Private.ALL_PLAYERS:
            raise ValueError("no observer sees what all players know: use the state itself")
        if not kind.public_info and (kind.perfect_recall or kind.private_info == Private.NONE):
            raise ValueError("an observer without public information is private, without perfect recall")
        self._box = box
        self._is_recall, self._is_public = kind.perfect_recall, kind.public_info
        self._is_private = kind.private_info == Private.SINGLE_PLAYER
        fields = box.schema.fields
        self._secret = [field.name for field in fields.values() if field.seen.sight is not Sight.ALL]
        self._slices = [
            part
            for part, declared in zip(box.observation_spec, box.game.observe.OBSERVED, strict=True)
            if self._is_public or declared.field in self._secret
        ]
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not self._is_recall or box.game.longest <= LONGEST_TENSOR:
            self._lay_out()

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what this player observes into `tensor`, of which `dict` has the pieces."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if "player" in self.dict:
            self.dict["player"][player] = 1
        if self._is_recall:
            seen = state.walk.journal.seen(self._viewer(player))
            self.dict["steps"][: len(seen)] = np.where(seen == HIDDEN, UNSEEN, seen + SEEN)
            return
        row = self._box.observer.observe(self._view(state, player), player)
        for part in self._slices:
            self.dict[part.name][:] = row[part.slice].reshape(part.shape)

    def string_from(self, state: SpielState, player: int) -> str:
        """What this player observes, as text."""
        if self._is_recall:
            return str(state.information_state(self._viewer(player)))
        shown = self._box.schema.written(self._view(state, player))
        if not self._is_public:
            shown = {name: shown[name] for name in self._secret}
            return f"seat {player}: {json.dumps(shown)}" if shown else ""
        return f"seat {player}: {json.dumps(shown)}" if self._is_private else json.dumps(shown)

    def _viewer(self, player: int) -> int:
        return player if self._is_private else SPECTATOR

    def _view(self, state: SpielState, player: int) -> View:
        return state.position.view(self._viewer(player))

    def _lay_out(self) -> None:
        """Make the tensor and its pieces."""
        shapes: dict[str, tuple[int, ...]] = {part.name: part.shape for part in self._slices}
        if self._is_recall:
            shapes = {"steps": (self._box.game.longest,)}
        if self._is_private:
            shapes = {"player": (self._box.seats,), **shapes}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: piece.reshape(shape) for (name, shape), piece in zip(shapes.items(), pieces, strict=True)}
