"""Figures of Calypso: fish, tiles found and missed, fish lost again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cabotage.core.statistic import Gain
from cabotage.games.calypso.actions import BACK, ROB, SLOT
from cabotage.games.calypso.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.statistic import Step

NAMES = ("fish", "found", "missed", "lost")


def gains(box: Box, step: Step) -> Iterator[Gain]:
    """How one event changes them. Together, fish belong to all and are nobody's figure."""
    b, number, a = step
    for seat in range(box.seats):
        fish = a["score"][seat] - b["score"][seat]
        if fish:
            yield Gain("fish", seat, fish)
        if fish < 0:  # to the net, or to another player's shark
            yield Gain("lost", seat, -fish)
    is_turned = number < ROB or (BACK <= number < SLOT and b["phase"] == Phase.BACK)
    if is_turned and a["phase"] != Phase.BACK:
        seat = b["turn"]
        is_found = a["score"][seat] > b["score"][seat] or a["saved"] > b["saved"]
        yield Gain("found" if is_found else "missed", seat)
