"""What an observation of Calypso holds."""

from __future__ import annotations

from cabotage.core.observation import flags, number, one_hot, seat
from cabotage.games.calypso.actions import SLOTS

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("rounds"),
    one_hot("ring"),
    one_hot("calypso"),
    one_hot("die"),
    one_hot("top"),
    one_hot("back"),
    one_hot("slot"),
    one_hot("lifted"),
    one_hot("tile"),
    one_hot("sought"),
    flags("turning", SLOTS),
    number("waves"),
    number("score").by_seat(),
    number("saved"),
    number("reserve"),
    number("net"),
    number("shark"),
)
