"""Who has won, and how the others stand, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.compiling import compiled
from cabotage.core.contract import WIN
from cabotage.games.calypso.box import Mode

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

SAVED_TO_WIN = 10


@compiled
def score(box: Records, states: Records, i: int, out: Numbers) -> None:
    s, b = states[i], box[0]
    if b.mode != Mode.COMPETITIVE:
        for seat in range(b.seats):
            out[seat] = WIN if s.saved >= SAVED_TO_WIN else 0
        return
    best, winners = 0, 0
    for seat in range(b.seats):
        if s.score[seat] > best:
            best, winners = s.score[seat], 1
        elif s.score[seat] == best:
            winners += 1
    for seat in range(b.seats):
        out[seat] = WIN // winners if s.score[seat] == best else 0


@compiled
def places(box: Records, states: Records, i: int, out: Numbers) -> None:
    s, b = states[i], box[0]
    for seat in range(b.seats):
        out[seat] = 1
        if b.mode == Mode.COMPETITIVE:  # CAL-65
            for other in range(b.seats):
                if s.score[other] > s.score[seat]:
                    out[seat] += 1
