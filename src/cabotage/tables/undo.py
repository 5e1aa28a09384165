"""Whether the last choice may be undone: nothing was drawn since, and nobody learnt anything from it.

The answer depends only on public knowledge (what everybody saw, and states sampled from the public view), so that the
answer itself reveals nothing. docs/decisions/0007-undo-is-computed.md gives the reasons.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from cabotage.core.box import per_box
from cabotage.core.chance import generator
from cabotage.core.contract import HIDDEN, SPECTATOR, State, View, batch
from cabotage.core.schema import FIELD_TYPE, Sight
from cabotage.core.visibility import is_shown

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.event import Event
    from cabotage.tables.state import TableState

WORLDS = 24  # states sampled from the public view, to check that the choice was offered in all of them
SEED = 0  # the same position always gives the same answer


def may_undo(state: TableState, seat: int) -> bool:
    """Whether this seat may undo its last choice."""
    if not state.steps or state.steps[-1].seat != seat or state.status != "running":
        return False
    event = state.last_event
    others = [event.seen_by(viewer) for viewer in range(SPECTATOR, state.box.seats) if viewer != seat]
    if all(number == HIDDEN for number in others):
        return True  # the others know only that something was chosen
    if any(number != event.number for number in others):
        return False  # some know it and some do not: undo would not take back what they know
    return _is_open(event) and _is_free(event)


def prepare(box: Box) -> None:
    """Compile or load what `may_undo` calls: that takes too long between two moves."""
    box.resample(box.start(SEED).view(), SPECTATOR, SEED)


def _is_open(event: Event) -> bool:
    """Whether everything that changed is visible to all: a card that left a hidden hand is not.

    Nor is what people have to remember: a tile that was turned shows what they may have forgotten.
    """
    before, after = event.content_before, event.content_after
    return all(before[at] == after[at] for at in _secrets(event.box))


@per_box
def _secrets(box: Box) -> list[slice]:
    """Which bytes of a state are hidden from somebody, or have to be remembered."""
    size = FIELD_TYPE.itemsize
    cells = (
        box.schema.cells(name)
        for name, field in box.schema.fields.items()
        if field.seen.sight is not Sight.ALL or not is_shown(field, box.constants)
    )
    return [slice(at.start * size, at.stop * size) for at in cells]


def _is_free(event: Event) -> bool:
    """Whether the choice was offered whatever is hidden: one that only some hands allow reveals part of the hand."""
    box, game, number, actor = event.box, event.box.game, event.number, event.actor
    known = box.visibility.seen(event.content_before, SPECTATOR, with_memory=True)
    if known.content == event.content_before:
        return True  # nothing is hidden
    public = View(known.records)
    world, rng = State(batch(box.schema.dtype)), generator(SEED)
    offered = np.zeros(box.most_choices, np.int32)
    numbers = offered.data  # Python reads its numbers ten times faster than those of an array
    resample, to_act, legal, constants = game.resample.resample, game.rules.to_act, game.rules.legal, box.constants
    for _ in range(WORLDS):
        resample(constants, public, 0, SPECTATOR, rng, world, 0)
        if to_act(constants, world, 0) != actor:
            return False
        count = legal(constants, world, 0, offered)
        at = bisect_left(numbers, number, 0, count)
        if at == count or numbers[at] != number:
            return False
    return True
