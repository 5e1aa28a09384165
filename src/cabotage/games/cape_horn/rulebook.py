"""The rules at hand of Cape Horn: sections in reading order, each with the phases in which it matters now."""

from __future__ import annotations

from cabotage.games.cape_horn.state import Phase

SECTIONS: dict[str, tuple[Phase, ...]] = {
    "setup": (),
    "idea": (),
    "winds": (),
    "turn": (),
    "lay": (Phase.LAY,),
    "cover": (Phase.LAY,),
    "move": (Phase.MOVE,),
    "defy": (Phase.MOVE,),
    "sprint": (Phase.SPRINT,),
    "stations": (),
    "cards": (Phase.BUY,),
    "line": (),
    "end": (),
    "agreed": (),
}
