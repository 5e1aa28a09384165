"""How well each seat of Capt'n Clever stands, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.compiling import compiled

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records


@compiled
def standings(box: Records, states: Records, i: int, out: Numbers) -> int:
    """CLV-46, CLV-48, CLV-62: by treasures."""
    s, b = states[i], box[0]
    for seat in range(b.seats):
        out[seat] = s.treasures[seat]
    return int(b.seats)
