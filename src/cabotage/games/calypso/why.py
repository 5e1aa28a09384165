"""Why something is not offered in Calypso. It reads only what is visible now, so it gives no memory away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabotage.core.message import message, reason
from cabotage.games.calypso.actions import HOLLOWS, TILES, colour_name
from cabotage.games.calypso.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Scene
    from cabotage.core.message import Reason


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    g = glance.fields
    if g["phase"] == Phase.SEARCH:  # CAL-13
        colour = message(f"colour.{colour_name(g['sought'])}")
        showing = sorted(HOLLOWS[g["slot"][tile]] for tile in range(TILES) if g["top"][tile] == g["sought"])
        return [
            reason(f"tile {tile}", message("thing.tile", tile=tile), message("why.shows", colour=colour))
            for tile in showing
        ]
    if g["phase"] == Phase.ROB:  # CAL-36
        others = (seat for seat in range(box.seats) if seat != g["turn"] and not g["score"][seat])
        return [
            reason(f"seat {seat}", message("thing.seat", who={"seat": seat}), message("why.no_fish")) for seat in others
        ]
    return []
