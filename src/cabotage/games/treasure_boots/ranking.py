"""How well each seat of Captain Treasure Boots stands, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.compiling import compiled
from cabotage.games.treasure_boots.goods import hold_worth

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records


WORTHS = 1 << 16  # more than any hold is worth


@compiled
def standings(box: Records, states: Records, i: int, out: Numbers) -> int:
    """TRB-82, TRB-97: by points, then by the worth of the hold.

    TRB-79, TRB-83: the first to reach the target has the best score anyway.
    """
    s, b = states[i], box[0]
    for seat in range(b.seats):
        out[seat] = int(s.score[seat]) * WORTHS + hold_worth(b, s, seat)
    return int(b.seats)
