"""How well each seat of Calypso stands, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.compiling import compiled
from cabotage.games.calypso.box import Mode

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

SAVED_TO_WIN = 10


@compiled
def standings(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    for seat in range(b.seats):
        out[seat] = int(s.score[seat]) if b.mode == Mode.COMPETITIVE else int(s.saved >= SAVED_TO_WIN)  # CAL-65
    return int(b.seats) if b.mode == Mode.COMPETITIVE else 1
