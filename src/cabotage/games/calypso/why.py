"""Why something is not offered in Calypso: from what lies open, so no memory is given away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cabotage.games.calypso.actions import TILES, Colour
from cabotage.games.calypso.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Scene


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Scene]:
    g = glance[0]
    if g["phase"] == Phase.SEARCH:  # CAL-13
        colour = {"key": f"colour.{Colour(int(g['sought'])).name.lower()}"}
        return [
            _reason(f"tile {tile + 1}", {"key": "thing.tile", "values": {"tile": tile + 1}}, "shows", colour=colour)
            for tile in range(TILES)
            if g["top"][tile] == g["sought"]
        ]
    if g["phase"] == Phase.ROB:  # CAL-36
        others = (seat for seat in range(box.seats) if seat != g["turn"] and not g["score"][seat])
        return [
            _reason(f"seat {seat}", {"key": "thing.seat", "values": {"who": {"seat": seat}}}, "no_fish")
            for seat in others
        ]
    return []


def _reason(what: str, name: Scene, key: str, **values: Any) -> Scene:
    return {"what": what, "name": name, "why": {"key": f"why.{key}", "values": values}}
