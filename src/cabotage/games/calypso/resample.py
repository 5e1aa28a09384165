"""A state of Calypso that fits a view: nothing is hidden, so it is the view itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.compiling import compiled

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


@compiled
def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    states[i] = views[j]
