"""Figures of Captain Treasure Boots: points, treasures collected, shots and hits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cabotage.core.statistic import Gain
from cabotage.games.treasure_boots.actions import DEFENCE, PASS, SPEND, Token
from cabotage.games.treasure_boots.state import NOTHING, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields
    from cabotage.core.statistic import Step

NAMES = ("points", "treasures", "shots", "hits")


def gains(box: Box, step: Step) -> Iterator[Gain]:
    """How one event changes them. What a privateer does counts for the player who commands it."""
    b, number, a = step
    seat, phase = b["turn"], b["phase"]
    for each in range(box.seats):
        points = a["score"][each] - b["score"][each]
        if points:
            yield Gain("points", each, points)
    if phase in (Phase.GO, Phase.COLLECT):
        islands = zip(b["token"], a["token"], strict=True)
        collected = sum(before != NOTHING and after == NOTHING for before, after in islands)
        if collected:
            yield Gain("treasures", seat, collected)
    if phase == Phase.FIRE and number != PASS:
        yield Gain("shots", seat)
    if _is_hit(b, number, a):
        yield Gain("hits", seat)


def _is_hit(b: Fields, number: int, a: Fields) -> bool:
    """Whether this event has decided that a shot hits."""
    if b["phase"] == Phase.DEFENCE_PEARLS:
        return bool(number == SPEND)
    if b["phase"] != Phase.DEFENCE_DIE or a["phase"] == Phase.DEFENCE_PEARLS:
        return False
    return bool(b["attack"] >= number - DEFENCE + 1 + b["hold"][b["target"]][Token.RUM])
