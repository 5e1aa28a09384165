"""Figures of Cape Horn: squares nearer to the line, squares sailed, winds laid, roses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cabotage.core.statistic import Gain
from cabotage.games.cape_horn.actions import numbering
from cabotage.games.cape_horn.course import course
from cabotage.games.cape_horn.state import NO_ROSE, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields
    from cabotage.core.statistic import Step

NAMES = ("nearer", "sailed", "laid", "roses")


def gains(box: Box, step: Step) -> Iterator[Gain]:
    """How one event changes them."""
    b, number, a = step
    seat, first = b["turn"], numbering(box)
    if b["phase"] <= Phase.DRAW:
        return
    if number < first.lay_done:
        yield Gain("laid", seat)
    if not first.sail <= number < first.renounce:
        return
    from_ = b["ship"][seat]
    if number < first.ignore:
        points, _ = course(box, b["wind"][from_], from_, number - first.sail)
        yield Gain("sailed", seat, len(points))
    else:
        yield Gain("sailed", seat)
    yield Gain("nearer", seat, _to_go(box, b, seat) - _to_go(box, a, seat))
    roses = b["roses"][seat].count(NO_ROSE) - a["roses"][seat].count(NO_ROSE)
    if roses:
        yield Gain("roses", seat, roses)


def _to_go(box: Box, g: Fields, seat: int) -> int:
    """Single steps over sea to the line; a ship that has crossed it is not on the board any more."""
    square = g["ship"][seat]
    return 0 if square == NOWHERE else int(box.plain["steps_to_line"][square])
