"""The rules at hand of Captain Treasure Boots: sections in reading order, with the phases in which each matters."""

from __future__ import annotations

from cabotage.games.treasure_boots.state import Phase

SECTIONS: dict[str, tuple[Phase, ...]] = {
    "setup": (Phase.PORT,),
    "idea": (),
    "roll": (),
    "treasure": (),
    "privateer": (Phase.CONTROL,),
    "move": (Phase.GO,),
    "wind": (Phase.GO,),
    "island": (Phase.COLLECT,),
    "port": (Phase.UNLOAD, Phase.AMOUNT),
    "fire": (Phase.FIRE, Phase.NAME),
    "duel": (Phase.ATTACK_PEARLS, Phase.DEFENCE_PEARLS),
    "loot": (Phase.LOOT, Phase.LOSE),
    "sink": (Phase.REFUGE,),
    "end": (),
}
