"""The rules at hand of Capt'n Clever: sections in reading order, each with the phases in which it matters now."""

from __future__ import annotations

from cabotage.games.captn_clever.state import Phase

SECTIONS: dict[str, tuple[Phase, ...]] = {
    "setup": (Phase.CAPTAIN, Phase.BOAT, Phase.FIRST_GIVE),
    "idea": (),
    "chart": (),
    "turn": (Phase.TURN,),
    "boat": (),
    "walk": (),
    "stay": (Phase.TURN,),
    "find": (),
    "give": (Phase.GIVE,),
    "end": (),
    "easy": (),
    "two": (),
    "house": (),
}
