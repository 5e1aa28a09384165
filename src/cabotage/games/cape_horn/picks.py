"""Random play in Cape Horn, compiled: any choice or outcome by its place in the list, without writing all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.chance import below
from cabotage.core.compiling import inlined
from cabotage.games.cape_horn.offers import card_squares
from cabotage.games.cape_horn.rules import legal
from cabotage.games.cape_horn.state import Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Numbers, Records


@inlined
def choose(box: Records, states: Records, i: int, rng: Generator, choices: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.LAY:
        return _card(b, s, rng, choices)
    if s.phase == Phase.BUY:
        return int(b.buy if below(rng, 2) == 0 else b.end_turn)
    return int(np.int64(choices[below(rng, legal(box, states, i, choices))]))


@inlined
def _card(b: Any, s: Any, rng: Generator, squares: Numbers) -> int:
    """A kind in hand and a square that takes it, or the end of laying."""
    count, kinds = card_squares(b, s, 0, squares), 0
    hand = s.hand[s.turn]
    for kind in range(b.kinds):
        kinds += 1 if hand[kind] > 0 else 0
    k = below(rng, kinds * count + 1)
    if k == kinds * count:
        return int(b.lay_done)
    which, passed, kind = k // count, 0, 0
    for other in range(b.kinds):
        passed += 1 if hand[other] > 0 else 0
        kind += 1 if passed <= which else 0
    return kind * int(b.squares) + int(squares[k % count])


@inlined
def draw(box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers) -> int:
    s, b = states[i], box[0]
    if s.phase == Phase.STARTER:
        return int(b.starter) + below(rng, int(b.seats))
    cards = 0
    for kind in range(b.kinds):
        cards += int(s.pool[kind])
    drawn = below(rng, cards)
    kind, passed = 0, 0
    for other in range(b.kinds):
        passed += int(s.pool[other])
        kind += 1 if passed <= drawn else 0
    return int(b.draw) + kind
