"""Holds and what is in them, compiled: counting, spending, unloading. Ids like TRB-12 are those of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.compiling import compiled, inlined
from cabotage.games.treasure_boots.actions import BLACK, COLOURS, KINDS, PEARLS, SHIPS, TOKENS, WHITE, Token

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records


@inlined
def pearls(s: Any, ship: int | np.int64) -> int:
    return int(s.hold[ship, WHITE]) + int(s.hold[ship, BLACK])


@inlined
def carried(s: Any, ship: int, kind: int) -> int:
    """How many of this kind are in the hold."""
    if kind == PEARLS:
        return pearls(s, ship)
    return int(s.hold[ship, kind])


@inlined
def cargo(s: Any, ship: int) -> int:
    """How many treasures the ship carries."""
    count = 0
    for token in range(TOKENS):
        count += int(s.hold[ship, token])
    return count


@inlined
def kinds_carried(s: Any, ship: int) -> int:
    count = 1 if pearls(s, ship) > 0 else 0
    for colour in range(COLOURS):
        count += 1 if s.hold[ship, colour] > 0 else 0
    return count


@inlined
def first_token(s: Any, ship: int, kind: int) -> int:
    """The token that goes when one of this kind does: of pearls the white ones first (TRB-78)."""
    if kind == PEARLS and s.hold[ship, WHITE] == 0:
        return BLACK
    return kind


@compiled
def return_to_box(s: Any, ship: int, kind: int, count: int) -> None:
    """TRB-7, TRB-76, TRB-77, TRB-78"""
    for _ in range(count):
        token = first_token(s, ship, kind)
        s.hold[ship, token] -= 1
        s.supply[token] += 1


@inlined
def worth(b: Any, sails: int, guns: int, rum: int, gold: int, pearls_: int) -> int:
    """What unloading these scores (TRB-52, TRB-53, TRB-54, TRB-93)."""
    colours = (1 if sails else 0) + (1 if guns else 0) + (1 if rum else 0) + (1 if gold else 0)
    return sails + guns + rum + gold * int(b.gold_value) + pearls_ + int(b.bonus[colours])


@compiled
def hold_worth(b: Any, s: Any, ship: int) -> int:
    """What unloading the whole hold would score."""
    return worth(
        b,
        int(s.hold[ship, Token.SAILS]),
        int(s.hold[ship, Token.GUNS]),
        int(s.hold[ship, Token.RUM]),
        int(s.hold[ship, Token.GOLD]),
        pearls(s, ship),
    )


@compiled
def write_worths(box: Records, states: Records, i: int, out: Numbers) -> None:
    """What unloading its whole hold would score, for every ship."""
    for ship in range(SHIPS):
        out[ship] = hold_worth(box[0], states[i], ship)


@compiled
def unload(b: Any, s: Any) -> int:
    """Bring the chosen amounts ashore; return what they score."""
    points = worth(b, int(s.amount[0]), int(s.amount[1]), int(s.amount[2]), int(s.amount[3]), int(s.amount[4]))
    for kind in range(KINDS):
        return_to_box(s, int(s.acting), kind, int(s.amount[kind]))
        s.amount[kind] = 0
    return points
