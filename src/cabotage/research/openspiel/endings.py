"""Endings small enough to be solved: the last round of a game, by the real rules, with every hidden card and die.

Both begin at a draw, with nothing hidden yet. So all that a seat does not know is drawn inside the ending.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspiel

import cabotage
from cabotage.research.openspiel import name_of, register
from cabotage.research.openspiel.game import written

if TYPE_CHECKING:
    from cabotage.research.openspiel.game import SpielGame

BOARDS = Path(__file__).with_name("boards")
ISLANDS = range(1, 10)
PAIRS = list(combinations(ISLANDS, 2))


@dataclass(frozen=True)
class Ending:
    """A position of a game."""

    game: str
    seats: int
    options: Mapping[str, Any]
    fields: Mapping[str, Any] = field(repr=False)

    def load(self) -> SpielGame:
        """The ending as a game of OpenSpiel."""
        register()
        box = cabotage.load(self.game, self.seats, **self.options)
        start = written(box.position(**self.fields))
        parameters = {"players": self.seats, **self.options, "start": start}
        game: SpielGame = pyspiel.load_game(name_of(self.game), parameters)
        return game


def _all_but(*islands: int) -> int:
    """A set of cards."""
    return sum(1 << island for island in ISLANDS if island not in islands)


def _place(one: int, other: int) -> int:
    """The place of a boat between two islands."""
    return PAIRS.index((one, other)) + 1


ENDINGS: Mapping[str, Ending] = {
    # The hundredth round, one turn each; seat 1 leads by a fish. Five tiles are red and blue, so most backs are known,
    # and the die has two faces. It is about whom to rob of what, when to stop, and where the yellow side lies.
    "calypso": Ending(
        "calypso",
        2,
        {"board": str(BOARDS / "calypso_ending.toml"), "mixing": "once", "replacing": False},
        {
            "phase": "DIE",
            "rounds": 99,
            "score": [3, 4, 0, 0, 0, 0],
            "ring": "shark red net yellow shark net shark",
            "top": "red blue blue blue blue yellow",
            "laid": 0,
        },
    ),
    # The hundredth round, one turn each, on nine islands in a row. Seat 0 stands on island 3 and draws target 1 or 5,
    # seat 1 stands on 7 and draws 5 or 9; neither sees the other's. To go two islands, a captain needs both boats.
    # Now seat 1's boat leads seat 0 towards 1, and seat 0's boat leads seat 1 to 9.
    "captn_clever": Ending(
        "captn_clever",
        2,
        {"board": str(BOARDS / "captn_clever_ending.toml"), "boats": "one", "easy": True},
        {
            "phase": "FIRST_LOOK",
            "rounds": 99,
            "captain": [3, 7, 0, 0],
            "boat": [_place(8, 9), _place(2, 3), 0, 0],
            "found": [_all_but(1, 5), _all_but(5, 9), 0, 0],
            "treasures": [7, 7, 0, 0],
            "last": [4, 4, 0, 0],
        },
    ),
}
