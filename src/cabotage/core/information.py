"""Information states: everything that one seat has observed since the start of a game.

A view has the facts that a seat has learnt, but not the order in which it learnt them. So different histories may share
a view. They share an information state only if the seat cannot tell them apart at all.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import CHANCE, HIDDEN, SPECTATOR

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.position import Position

UNSEEN = "?"  # in the text, for a number that the seat did not see
STEP = np.dtype(np.int32)


@dataclass(frozen=True)
class InformationState:
    """What a seat, or a spectator, has observed; equal if that viewer cannot tell the histories apart.

    `bytes(state)` and `str(state)` have the same content: the one is a key, the other is for people.
    """

    box: Box = field(repr=False, compare=False)
    stamp: bytes = field(repr=False)  # of the box
    viewer: int
    first: bytes = field(repr=False)  # the view with which the history begins
    actors: tuple[int, ...] = field(compare=False)  # who acted in each step: public, it follows from the rest
    seen: tuple[int, ...]  # the number of each step as the viewer learnt it, or HIDDEN
    last: bytes = field(repr=False)  # the view at the end of a game, when all may be laid open at once; else empty

    def __bytes__(self) -> bytes:
        head = np.array([self.viewer, len(self.seen)], np.int32).tobytes()
        return self.stamp + head + self.first + np.array(self.seen, np.int32).tobytes() + self.last

    def __str__(self) -> str:
        """A line for each step: who acted, and the notation of what the viewer saw."""
        game = self.box.game
        lines = [f"{game.id}, {self.box.seats} seats, seen by {_name(self.viewer, 'spectator')}"]
        if self.first != self.box.first(0).view(self.viewer).tobytes():
            lines.append(f"begins with {self._written(self.first)}")
        for actor, number in zip(self.actors, self.seen, strict=True):
            lines.append(f"{_name(actor, 'chance')}: {UNSEEN if number == HIDDEN else self.box.texts[number]}")
        if self.last:
            lines.append(f"ends with {self._written(self.last)}")
        return "\n".join(lines)

    def _written(self, view: bytes) -> str:
        return json.dumps(self.box.schema.written(self.box.restored(view)))


class Journal:
    """What every seat and a spectator have observed, kept while a game is played. Copies are cheap."""

    def __init__(self, position: Position) -> None:
        """Begin here: what happened before is in the views of this position only."""
        self.box = position.box
        self._actors = b""
        self._firsts = [position.view(viewer).tobytes() for viewer in _viewers(position.box)]
        self._seen = [b""] * len(self._firsts)  # a spectator, -1, is the last

    def add(self, position: Position, number: int) -> None:
        """Note this number, before the position applies it."""
        box, seen, states = self.box, self.box.game.rules.seen, position.states
        self._actors += STEP.type(position.to_act).tobytes()
        for viewer in _viewers(box):
            self._seen[viewer] += STEP.type(seen(box.constants, states, 0, number, viewer)).tobytes()

    def copy(self) -> Journal:
        """The same so far."""
        twin = Journal.__new__(Journal)
        twin.box, twin._actors = self.box, self._actors
        twin._firsts, twin._seen = list(self._firsts), list(self._seen)
        return twin

    def of(self, viewer: int, position: Position) -> InformationState:
        """The information state of this viewer; the position is the one that the journal has reached."""
        last = position.view(viewer).tobytes() if position.is_over else b""
        seen = self.seen(viewer)
        actors = np.frombuffer(self._actors, STEP)
        actors = actors[len(actors) - len(seen) :]
        first, stamp = self._firsts[viewer], self.box.stamp
        return InformationState(self.box, stamp, viewer, first, tuple(actors.tolist()), tuple(seen.tolist()), last)

    def seen(self, viewer: int) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The number of each step as this viewer learnt it, or HIDDEN."""
        return np.frombuffer(self._seen[viewer], STEP)

    def for_other_world(self, position: Position, viewer: int) -> Journal:
        """For a resampled position: this viewer and the public have observed the same, for others it begins there."""
        twin = Journal(position)
        twin._actors = self._actors
        for kept in (viewer, SPECTATOR):
            twin._firsts[kept], twin._seen[kept] = self._firsts[kept], self._seen[kept]
        return twin


def information_state(position: Position, viewer: int) -> InformationState:
    """Play the history again, and keep what this viewer sees of it."""
    box = position.box
    past = box.first(0) if position.origin is None else box.position(0, **position.origin)
    first = past.view(viewer).tobytes()
    actors, seen = [], []
    for number in position.history:
        actors.append(past.to_act)
        seen.append(int(box.game.rules.seen(box.constants, past.states, 0, number, viewer)))
        past.advance(number)
    last = position.view(viewer).tobytes() if position.is_over else b""
    return InformationState(box, box.stamp, viewer, first, tuple(actors), tuple(seen), last)


def _viewers(box: Box) -> list[int]:
    return [*range(box.seats), SPECTATOR]


def _name(actor: int, nobody: str) -> str:
    return nobody if actor == CHANCE else f"seat {actor}"
