"""Figures of Smugglers' Island: points, goods delivered and lost to the light, boats pushed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cabotage.core.statistic import Gain
from cabotage.games.smugglers.actions import GOODS, meaning
from cabotage.games.smugglers.state import NONE

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.statistic import Step

NAMES = ("points", "delivered", "lost", "pushed")


def gains(box: Box, step: Step) -> Iterator[Gain]:
    """How one event changes them."""
    b, number, a = step
    for seat in range(box.seats):
        points = a["score"][seat] - b["score"][seat]
        if points:
            yield Gain("points", seat, points)
        token = b["cargo"][seat]
        if token != NONE and a["at"][token] not in (NONE, a["boat"][seat]):
            yield Gain("lost", seat)
    for token in range(GOODS):
        if a["taker"][token] != b["taker"][token]:
            yield Gain("delivered", a["taker"][token])
    if meaning(box, number).kind == "push":
        yield Gain("pushed", b["turn"])
