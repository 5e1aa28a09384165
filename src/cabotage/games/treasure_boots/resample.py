"""A state of Captain Treasure Boots that fits a view: only ports chosen in secret are unknown, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.chance import below
from cabotage.core.compiling import compiled
from cabotage.core.contract import HIDDEN
from cabotage.games.treasure_boots.actions import MOST_SEATS
from cabotage.games.treasure_boots.box import StartPorts
from cabotage.games.treasure_boots.state import NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


@compiled
def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    states[i] = views[j]
    s, b = states[i], box[0]
    is_secret = s.phase == Phase.PORT and b.start_ports == StartPorts.SECRET
    for other in range(MOST_SEATS):
        if s.chosen[other] == HIDDEN:
            s.chosen[other] = NOWHERE
            # Whose choice it is now and who comes after him have not chosen yet.
            rank = (other - s.starter + b.seats) % b.seats
            if is_secret and other < b.seats and rank < (s.turn - s.starter + b.seats) % b.seats:
                s.chosen[other] = b.port_square[below(rng, b.ports)]
