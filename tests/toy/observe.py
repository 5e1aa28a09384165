"""What an observation of Flotsam holds: every way in which a number can be written."""

from __future__ import annotations

from cabotage.core.observation import flags, looked_up, number, one_hot, seat, seats
from tests.toy.actions import CARDS

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("done"),
    flags("hand", CARDS).own(),
    number("held").by_seat(),
    flags("stash", CARDS).by_seat(),
    number("stashed").by_seat(),
    one_hot("open", range(CARDS)),
    one_hot("chest", range(CARDS)),
    looked_up("chest", "pips"),
    seats("peekers"),
)
