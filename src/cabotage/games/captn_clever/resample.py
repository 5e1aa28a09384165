"""A state of Capt'n Clever that fits a view: unknown targets are drawn from what is still possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.chance import below
from cabotage.core.compiling import compiled
from cabotage.games.captn_clever.actions import ISLANDS, MOST_SEATS
from cabotage.games.captn_clever.rules import ALL_CARDS, receiver
from cabotage.games.captn_clever.state import EVERYBODY, NONE

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


@compiled
def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    states[i] = views[j]
    s, b = states[i], box[0]
    for other in range(MOST_SEATS):
        if s.knowers[other] == EVERYBODY:
            s.target[other] = NONE
        elif seat < 0 or not s.knowers[other] >> seat & 1:
            possible = ALL_CARDS & ~int(s.found[other]) & ~int(s.arrived[other])
            s.target[other] = b.members[possible, below(rng, int(b.set_size[possible]))]
    for other in range(MOST_SEATS):
        if other != seat:
            s.held[other] = 0
            if other < b.seats and not b.easy:
                owner = receiver(b, other)
                s.held[other] = ALL_CARDS & ~int(s.found[owner]) & ~(1 << s.target[owner])


@compiled
def forget(box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int) -> None:
    """Islands visited in vain, except the one where the captain stands."""
    v = views[j]
    for other in range(MOST_SEATS):
        for island in range(1, ISLANDS + 1):
            if island != v.captain[other] and below(rng, 1000) < permille:
                v.arrived[other] &= ~(1 << island)


@compiled
def unremember(box: Records, views: Records, j: int, seat: int) -> None:
    """Where somebody has been in vain; of the found treasures all but the last, unless the table shows them (CLV-60).

    Keepers still know what they gave away: it is missing among the cards in their hand.
    """
    v, b = views[j], box[0]
    for other in range(MOST_SEATS):
        v.arrived[other] = 0
        if not b.show_found:
            v.found[other] = 1 << v.last[other] if v.last[other] != NONE else 0
    if seat >= 0 and not b.show_found and not b.easy:
        left = receiver(b, seat)
        given = 1 << v.target[left] if v.target[left] > NONE else 0
        v.found[left] = ALL_CARDS & ~int(v.held[seat]) & ~given
