"""Whether the last choice may be undone: nothing was drawn since, and nobody learnt anything from it.

The answer depends only on public knowledge (what everybody saw, and states sampled from the public view), so that the
answer itself reveals nothing. docs/decisions/0007-undo-is-computed.md gives the reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import HIDDEN, SPECTATOR, State, batch
from cabotage.core.schema import Sight
from cabotage.core.visibility import is_shown

if TYPE_CHECKING:
    from cabotage.core.event import Event
    from cabotage.tables.state import TableState

WORLDS = 24  # states sampled from the public view, to check that the choice was offered in all of them
SEED = 0  # the same position always gives the same answer


def may_undo(state: TableState, seat: int) -> bool:
    """Whether this seat may undo its last choice."""
    if state.status != "running" or not state.steps or state.steps[-1].seat != seat:
        return False
    event = state.last_event
    others = [event.seen_by(viewer) for viewer in range(SPECTATOR, state.box.seats) if viewer != seat]
    if all(number == HIDDEN for number in others):
        return True  # the others know only that something was chosen
    if any(number != event.number for number in others):
        return False  # some know it and some do not: undo would not take back what they know
    return _is_open(event) and _is_free(event)


def _is_open(event: Event) -> bool:
    """Whether everything that changed is visible to all: a card that left a hidden hand is not.

    Nor is what people have to remember: a tile that was turned shows what they may have forgotten.
    """
    box = event.box
    return all(
        np.array_equal(event.before[name], event.after[name])
        for name, field in box.schema.fields.items()
        if field.seen.sight is not Sight.ALL or not is_shown(field, box.constants)
    )


def _is_free(event: Event) -> bool:
    """Whether the choice was offered whatever is hidden: one that only some hands allow reveals part of the hand."""
    box, game = event.box, event.box.game
    public, world, rng = box.visibility.view(event.before, SPECTATOR), State(batch(box.schema.dtype)), generator(SEED)
    offered = np.zeros(game.actions.MOST_CHOICES, np.int32)
    for _ in range(WORLDS):
        game.resample.resample(box.constants, public, 0, SPECTATOR, rng, world, 0)
        if game.rules.to_act(box.constants, world, 0) != event.actor:
            return False
        if event.number not in offered[: game.rules.legal(box.constants, world, 0, offered)]:
            return False
    return True
