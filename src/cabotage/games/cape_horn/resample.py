"""A state of Cape Horn that fits a view: unseen cards are dealt anew, each equally likely anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.chance import below
from cabotage.core.compiling import compiled
from cabotage.core.contract import HIDDEN
from cabotage.games.cape_horn.actions import MOST_KINDS

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


@compiled
def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    states[i] = views[j]
    s, b = states[i], box[0]
    for kind in range(MOST_KINDS):
        s.pool[kind] = b.deck[kind]
    for n in range(s.laid):
        s.pool[s.laid_kind[n]] -= 1
    unseen = 0
    for kind in range(MOST_KINDS):
        for other in range(b.seats):
            if s.hand[other, kind] != HIDDEN:
                s.pool[kind] -= s.hand[other, kind]
        unseen += s.pool[kind]
    for other in range(len(s.held)):
        if s.hand[other, 0] == HIDDEN:
            for kind in range(MOST_KINDS):
                s.hand[other, kind] = 0
            for _ in range(s.held[other]):
                drawn = below(rng, unseen)
                kind = 0
                while drawn >= s.pool[kind]:
                    drawn -= s.pool[kind]
                    kind += 1
                s.pool[kind] -= 1
                s.hand[other, kind] += 1
                unseen -= 1


@compiled
def forget(box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int) -> None:
    """Nothing has to be remembered: all that was ever seen stays visible."""


@compiled
def unremember(box: Records, views: Records, j: int, seat: int) -> None:
    """Nothing: all that was ever seen stays visible."""
