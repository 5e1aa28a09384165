"""The rules at hand of Smugglers' Island: sections in reading order, each with the phases in which it matters now."""

from __future__ import annotations

from cabotage.games.smugglers.state import Phase

SECTIONS: dict[str, tuple[Phase, ...]] = {
    "setup": (Phase.HARBOUR,),
    "idea": (),
    "sea": (),
    "goods": (),
    "reefs": (Phase.REEF,),
    "turn": (),
    "light": (Phase.TURN,),
    "caught": (Phase.LAY, Phase.LAY_PUSHED),
    "row": (Phase.SAIL,),
    "push": (Phase.SAIL,),
    "adrift": (),
    "harbour": (Phase.SAIL_ON,),
    "end": (),
    "lit_harbours": (),
}
