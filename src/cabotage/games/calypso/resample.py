"""A state of Calypso that fits a view: nothing is hidden, so it is the view itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.chance import below
from cabotage.core.compiling import compiled
from cabotage.games.calypso.actions import TILES
from cabotage.games.calypso.state import UNKNOWN

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


@compiled
def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    states[i] = views[j]


@compiled
def forget(box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int) -> None:
    """What is on the back of a tile."""
    v = views[j]
    for tile in range(TILES):
        if v.back[tile] != UNKNOWN and below(rng, 1000) < permille:
            v.back[tile] = UNKNOWN


@compiled
def unremember(box: Records, views: Records, j: int, seat: int) -> None:
    """All backs, unless the table shows them (CAL-64)."""
    v = views[j]
    if not box[0].memory_help:
        for tile in range(TILES):
            v.back[tile] = UNKNOWN
