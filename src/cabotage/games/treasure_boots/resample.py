"""A state of Captain Treasure Boots that fits a view: only ports chosen in secret are unknown, each equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
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
    for other in range(MOST_SEATS):
        if s.chosen[other] == HIDDEN:
            s.chosen[other] = NOWHERE
            if other < b.seats and _has_secret(b, s, other):
                s.chosen[other] = b.port_square[below(rng, b.ports)]


@inlined
def _has_secret(b: Any, s: Any, seat: int) -> bool:
    """Whether this seat has chosen a port that is not laid open yet."""
    # Those before the one on turn have chosen or been laid open, the others not yet.
    is_before = (seat - s.starter + b.seats) % b.seats < (s.turn - s.starter + b.seats) % b.seats
    if s.phase == Phase.PORT:
        return bool(is_before and b.start_ports == StartPorts.SECRET)
    return bool(s.phase == Phase.REVEAL and not is_before)


@compiled
def forget(box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int) -> None:
    """Nothing has to be remembered: all that was ever seen stays visible."""


@compiled
def unremember(box: Records, views: Records, j: int, seat: int) -> None:
    """Nothing: all that was ever seen stays visible."""
