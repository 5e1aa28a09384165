"""The rules at hand of Calypso: sections in reading order, each with the phases in which it matters now."""

from __future__ import annotations

from cabotage.games.calypso.state import Phase

SECTIONS: dict[str, tuple[Phase, ...]] = {
    "setup": (),
    "idea": (),
    "tiles": (),
    "turn": (),
    "search": (Phase.SEARCH,),
    "go_on": (Phase.GO_ON,),
    "mix": (Phase.MIX,),
    "guess": (Phase.GUESS,),
    "net": (),
    "shark": (Phase.ROB,),
    "moving": (),
    "end": (),
    "together": (),
    "smallest": (),
}
