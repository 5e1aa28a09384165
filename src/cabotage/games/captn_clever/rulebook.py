"""The rules at hand of Capt'n Clever: sections in reading order, each with the phases in which it matters now."""

from __future__ import annotations

from cabotage.games.captn_clever.state import Phase

SECTIONS: dict[str, tuple[Phase, ...]] = {
    "idea": (),
    "chart": (),
    "begin": (Phase.CAPTAIN, Phase.BOAT),
    "cards": (Phase.FIRST_GIVE,),
    "turn": (Phase.TURN,),
    "boat": (),
    "walk": (),
    "stay": (Phase.TURN,),
    "find": (),
    "give": (Phase.GIVE,),
    "end": (),
    "two": (),
    "easy": (),
}
