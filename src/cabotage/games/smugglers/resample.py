"""A state of Smugglers' Island that fits a view: "Consistent sampling" in RULES.md; compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below
from cabotage.core.compiling import compiled, inlined
from cabotage.core.contract import HIDDEN
from cabotage.games.smugglers.actions import GOODS, HARBOURS, MOST_SEATS, STACK
from cabotage.games.smugglers.box import ORDERS
from cabotage.games.smugglers.reach import bit
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


@compiled
def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    """For each island one of the possible orders in which its goods may lie, all alike likely."""
    states[i] = views[j]
    s, b = states[i], box[0]
    for island in range(HARBOURS):
        possible = 0
        for order in range(ORDERS):
            possible += _fits(b, s, island, order)
        drawn = below(rng, possible)
        for order in range(ORDERS):
            if _fits(b, s, island, order):
                if drawn == 0:
                    for k in range(STACK):
                        good = island * STACK + b.orders[order, k]
                        s.good[island * STACK + k] = good if k < s.drawn[island] else NONE
                    break
                drawn -= 1
    for boat in range(b.seats):
        s.aboard[boat] = s.good[s.cargo[boat]] if _has_looked(s, boat) else NONE
    for boat in range(b.seats, MOST_SEATS):
        s.aboard[boat] = NONE


@inlined
def _has_looked(s: Any, seat: int) -> bool:
    """Whether this boat carries a good that its owner has looked at."""
    return s.cargo[seat] != NONE and not (s.phase == Phase.LOOK and seat == s.turn)


@compiled
def _fits(b: Any, s: Any, island: int, order: int) -> int:
    """1 if the goods of this island may be the tokens in this order; goods of the stack stand at the end.

    As many orders share one assignment of goods to tokens as the rest of the stack has orders: all alike.
    """
    first = island * STACK
    for k in range(s.drawn[island]):
        good = first + b.orders[order, k]
        known = s.shown[first + k] if s.shown[first + k] != NONE else s.good[first + k]
        if known != HIDDEN:
            if known != good:
                return 0
        elif int(s.not_dest[first + k]) >> b.dest[good] & 1:
            return 0
    return 1


@compiled
def forget(box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int) -> None:
    """Which good a token is that was seen once and now floats or is aboard another's boat."""
    v = views[j]
    for token in range(GOODS):
        is_known = seat >= 0 and v.known_by[token] >> seat & 1 == 1 and v.shown[token] == NONE
        if is_known and token != v.cargo[seat] and below(rng, 1000) < permille:
            v.known_by[token] &= ~(1 << seat)
            v.good[token] = HIDDEN


@compiled
def unremember(box: Records, views: Records, j: int, seat: int) -> None:
    """Which goods were seen before, by whom, and where they were not delivered (SMG-76)."""
    v, b = views[j], box[0]
    for token in range(GOODS):
        v.not_dest[token] = 0
        v.known_by[token] = bit(b.seats) - 1 if v.shown[token] != NONE else 0
        v.good[token] = v.shown[token] if v.shown[token] != NONE and seat >= 0 else HIDDEN
    for boat in range(b.seats):
        if _has_looked(v, boat):
            v.known_by[v.cargo[boat]] = bit(boat)
            if boat == seat:
                v.good[v.cargo[boat]] = v.aboard[boat]
