"""A state of Smugglers' Island that fits a view: "Consistent sampling" in RULES.md; compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.chance import below
from cabotage.core.compiling import compiled
from cabotage.core.contract import HIDDEN
from cabotage.games.smugglers.actions import GOODS, HARBOURS, STACK
from cabotage.games.smugglers.box import ORDERS
from cabotage.games.smugglers.state import NONE

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
                    _lay_out(b, s, island, order)
                    break
                drawn -= 1


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
def _lay_out(b: Any, s: Any, island: int, order: int) -> None:
    first = island * STACK
    for k in range(STACK):
        s.good[first + k] = first + b.orders[order, k] if k < s.drawn[island] else NONE


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
    """Nothing: a good that was seen once stays marked on the table for the seat that saw it."""
