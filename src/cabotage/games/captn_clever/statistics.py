"""Figures of Capt'n Clever: treasures, boats moved, islands walked to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cabotage.core.statistic import Gain
from cabotage.games.captn_clever.path import owner, ways
from cabotage.games.captn_clever.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.statistic import Step

NAMES = ("treasures", "walked", "boats")


def gains(box: Box, step: Step) -> Iterator[Gain]:
    """How one event changes them; turns that were played at once because nothing else was possible count too."""
    b, _, a = step
    for seat in range(box.seats):
        if a["treasures"][seat] > b["treasures"][seat]:
            yield Gain("treasures", seat, a["treasures"][seat] - b["treasures"][seat])
    if b["phase"] < Phase.TURN:
        return
    for boat, (left, taken) in enumerate(zip(b["boat"], a["boat"], strict=True)):
        if left not in (NONE, taken):
            yield Gain("boats", owner(box, boat))
    for seat in range(box.seats):
        start, end = b["captain"][seat], a["captain"][seat]
        if start != end:
            # Whether the boat or the captain went first, one of the two ways is there (CLV-35).
            lengths = [len(found[end]) for boats in (b["boat"], a["boat"]) if end in (found := ways(boats, start))]
            yield Gain("walked", seat, min(lengths) - 1 if lengths else 1)
