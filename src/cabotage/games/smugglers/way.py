"""The way a boat rows to a field that is offered, for pictures: rules only ask how far that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.games.smugglers.actions import HARBOURS, field_names
from cabotage.games.smugglers.state import NONE

if TYPE_CHECKING:
    from cabotage.core.box import Box


def way(box: Box, g: Any, goal: int) -> list[str]:
    """A shortest way of the boat on turn, both ends included; over dark water without boats and reefs."""
    names = field_names(box)
    start = int(g["boat"][int(g["turn"])])
    came = {start: start}
    shore = [start]
    for field in shore:
        for near in _near(box, names, field):
            if near not in came and (near == goal or _is_free(box, g, near)):
                came[near] = field
                if near != goal:
                    shore.append(near)
    found = [goal]
    while found[0] != start:
        found.insert(0, came[found[0]])
    return [names[field] for field in found]


def _near(box: Box, names: list[str], field: int) -> list[int]:
    data = box.boards["board"].data
    written = data["harbours"][field] if field < HARBOURS else data["sea"][field - HARBOURS]
    return [names.index(name) for name in written["next"]]


def _is_free(box: Box, g: Any, field: int) -> bool:
    taken = {int(boat) for boat in g["boat"]} | {int(reef) for reef in g["reef"]} - {NONE}
    return field not in taken and not int(box.record["lit"][0, int(g["beam"])]) >> field & 1
