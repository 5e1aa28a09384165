"""A state of Flotsam that fits a view: unseen cards are dealt again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.chance import below
from cabotage.core.contract import HIDDEN
from tests.toy.actions import CARDS, cards_of
from tests.toy.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.contract import Generator, Records


def resample(box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int) -> None:
    states[i] = views[j]
    s = states[i]
    is_over = s["phase"] == Phase.OVER
    known = 0
    for other in range(len(s["hand"])):
        known |= int(s["played"][other]) | int(s["shown"][other])
        if other == seat:
            known |= int(s["hand"][other]) | int(s["stash"][other])
    if s["chest"] not in (HIDDEN, UNKNOWN):
        known |= 1 << int(s["chest"])
    unknown = (1 << CARDS) - 1 & ~known
    for other in range(len(s["hand"])):
        if other == seat:
            continue
        pool = int(s["shown"][other]) & ~int(s["played"][other]) if is_over else unknown
        s["hand"][other] = _some(pool, int(s["held"][other]), rng)
        s["stash"][other] = _some(pool & ~int(s["hand"][other]), int(s["stashed"][other]), rng)
        unknown &= ~(int(s["hand"][other]) | int(s["stash"][other]))
    if s["chest"] == HIDDEN:
        s["chest"] = cards_of(_some(unknown, 1, rng))[0] if s["peekers"] else UNKNOWN
    s["tide"] = s["shown_tide"] if is_over else UNKNOWN if s["phase"] <= Phase.TIDE else below(rng, 2)


def _some(pool: int, count: int, rng: Generator) -> int:
    """That many random cards out of a set."""
    cards = cards_of(pool)
    chosen = 0
    for _ in range(count):
        chosen |= 1 << cards.pop(below(rng, len(cards)))
    return chosen


def unremember(box: Records, views: Records, j: int, seat: int) -> None:
    """All cards that were played, unless the table shows them."""
    if not box[0]["memory_help"]:
        views[j]["played"][:] = 0
