"""How well each seat of Smugglers' Island stands, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.compiling import compiled

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records


@compiled
def standings(box: Records, states: Records, i: int, out: Numbers) -> int:
    """SMG-72: by points."""
    s, b = states[i], box[0]
    for seat in range(b.seats):
        out[seat] = s.score[seat]
    return int(b.seats)
