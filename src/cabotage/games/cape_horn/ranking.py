"""How well each seat of Cape Horn stands, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.compiling import compiled, inlined
from cabotage.games.cape_horn.actions import HAND, MOST_SQUARES, ZONES
from cabotage.games.cape_horn.reach import roses_of
from cabotage.games.cape_horn.state import MOST_POINTS, NOWHERE

if TYPE_CHECKING:
    from cabotage.core.contract import Numbers, Records

PERSONS_OF_DUO = 2


@inlined
def persons_of(b: Any) -> int:
    """How many compete; seat s belongs to person s modulo this (CAP-81)."""
    return PERSONS_OF_DUO if b.duo else int(b.seats)


@compiled
def _standing(b: Any, s: Any, person: int) -> int:
    """The more the better: the winner, else more roses, fewer steps to the line, more points, more cards (CAP-70)."""
    best = -1
    for seat in range(person, b.seats, persons_of(b)):
        at = s.ship[seat]
        steps = 0 if at == NOWHERE else int(b.steps_to_line[at])
        worth = int(s.winner == seat)
        worth = worth * (ZONES + 1) + roses_of(s, seat)
        worth = worth * (MOST_SQUARES + 1) + MOST_SQUARES - steps
        worth = worth * (MOST_POINTS + 1) + int(s.points[seat])
        worth = worth * (HAND + 1) + int(s.held[seat])
        best = max(best, worth)
    return best


@compiled
def standings(box: Records, states: Records, i: int, out: Numbers) -> int:
    s, b = states[i], box[0]
    persons = persons_of(b)
    for seat in range(b.seats):
        out[seat] = _standing(b, s, seat % persons)  # CAP-82
    return persons
