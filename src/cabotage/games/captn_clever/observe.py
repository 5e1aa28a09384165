"""What an observation of Capt'n Clever holds."""

from __future__ import annotations

from cabotage.core.observation import flags, number, one_hot, seat, seats
from cabotage.games.captn_clever.actions import MOVES, STEPS

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("rounds"),
    one_hot("captain", range(1, STEPS)).by_seat(),
    one_hot("boat", range(1, MOVES)).by_seat(columns="boats_each"),
    one_hot("target", range(1, STEPS)).by_seat(),
    seats("knowers").by_seat(),
    flags("held", STEPS).own(),
    number("treasures").by_seat(),
    one_hot("last", range(1, STEPS)).by_seat(),
    flags("found", STEPS).by_seat(),
    flags("arrived", STEPS).by_seat(),
    number("stays").by_seat(),
)
