"""What an observation of Smugglers' Island holds."""

from __future__ import annotations

from cabotage.core.observation import flags, number, one_hot, seat, seats
from cabotage.games.smugglers.actions import HARBOURS

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("rounds"),
    one_hot("beam", count="sectors"),
    one_hot("reef"),
    one_hot("boat").by_seat(),
    one_hot("cargo").by_seat(),
    number("warned").by_seat(),
    number("score").by_seat(),
    one_hot("yellow"),
    one_hot("white"),
    number("pips"),
    number("taking"),
    seats("caught"),
    seat("docking"),
    number("drawn"),
    one_hot("at"),
    one_hot("aboard").own(),
    one_hot("shown"),
    seat("taker"),
    seats("known_by"),
    flags("not_dest", HARBOURS),
    one_hot("good"),
)
