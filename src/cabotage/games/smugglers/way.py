"""The way a boat rows to a field that is offered, for pictures: rules only ask how far that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.games.smugglers.actions import field_names
from cabotage.games.smugglers.state import NONE

if TYPE_CHECKING:
    from cabotage.core.box import Box


def way(box: Box, g: Any, goal: int) -> list[str]:
    """A shortest way of the boat on turn, both ends included; over dark water without boats and reefs."""
    start = int(g["boat"][int(g["turn"])])
    taken = {int(boat) for boat in g["boat"]} | {int(reef) for reef in g["reef"]}
    lit = int(box.constants["lit"][0, int(g["beam"])])
    near = box.constants["near"][0].tolist()
    came = {start: start}
    shore = [start]
    for field in shore:
        if goal in came:
            break
        for other in near[field]:
            if other == NONE or other in came:
                continue
            is_free = other not in taken and not lit >> other & 1
            if is_free or other == goal:
                came[other] = field
                shore.append(other)
    found = [goal]
    while found[-1] != start:
        found.append(came[found[-1]])
    names = field_names(box)
    return [names[field] for field in reversed(found)]
