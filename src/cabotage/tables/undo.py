"""Whether the last choice may be taken back: nothing was drawn since, and nobody has learnt anything by it.

Everything asked here is known to all at the table (what everybody saw, and worlds made up from the public view), so
that the answer itself tells nobody anything. docs/decisions/0007-undo-is-computed.md gives the reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import HIDDEN, SPECTATOR, State, batch
from cabotage.core.schema import Sight

if TYPE_CHECKING:
    from cabotage.core.position import Position
    from cabotage.tables.state import TableState

WORLDS = 24  # made up from what everybody sees, to find out whether the choice was open in all of them
SEED = 0  # the same question gets the same answer


def may_undo(state: TableState, seat: int) -> bool:
    """Whether this seat may take its last choice back."""
    if state.status != "running" or not state.steps or state.steps[-1].actor != seat:
        return False
    number = state.steps[-1].number
    before = state.before_last()
    told = [_told(before, number, viewer) for viewer in range(SPECTATOR, before.box.seats) if viewer != seat]
    if all(one == HIDDEN for one in told):
        return True  # that something was chosen is all that anybody knows
    if any(one != number for one in told):
        return False  # some know it and some do not: taking it back would not take back what they know
    return _is_open(before, state.position) and _is_free(before, number)


def _told(before: Position, number: int, viewer: int) -> int:
    return int(before.box.game.rules.seen(before.box.constants, before.states, 0, number, viewer))


def _is_open(before: Position, after: Position) -> bool:
    """Whether all that changed lies open to everybody: a card that left a hidden hand does not."""
    return all(
        np.array_equal(before.states[name], after.states[name])
        for name, field in before.box.schema.fields.items()
        if field.seen.sight is not Sight.ALL
    )


def _is_free(before: Position, number: int) -> bool:
    """Whether the choice was offered whatever is hidden: one that only some hands allow tells something of the hand."""
    box, game = before.box, before.box.game
    public, actor = before.view(SPECTATOR), before.to_act
    world, rng = State(batch(box.schema.dtype)), generator(SEED)
    offered = np.zeros(game.actions.MOST_CHOICES, np.int32)
    for _ in range(WORLDS):
        game.resample.resample(box.constants, public, 0, SPECTATOR, rng, world, 0)
        if game.rules.to_act(box.constants, world, 0) != actor:
            return False
        if number not in offered[: game.rules.legal(box.constants, world, 0, offered)]:
            return False
    return True
