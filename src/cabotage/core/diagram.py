"""Pictures in the rules at hand: positions of the first lesson, drawn by the board.

`diagrams.toml` beside the rules lists them, and the words have two texts for each, under diagram.<id>: the caption, and
for people who do not see the picture what it shows:

    [[diagrams]]
    id = "light"
    section = "light"                # of the rules
    step = "light"                   # of the lesson: its position
    points = true                    # show the choice that the step asks for, as if its button were pointed at
    part = [0.2, 0.1, 0.6, 0.5]      # left, top, width and height of what is shown, as parts of a square board
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.game import Game

TEXTS = ("caption", "shows")
WHOLE = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class Diagram:
    """One picture of a section."""

    id: str
    section: str
    step: str
    points: bool
    part: tuple[float, ...]


@cache
def diagrams(game: Game) -> tuple[Diagram, ...]:
    """All pictures of a game, in the order of its sections."""
    with (game.folder / "diagrams.toml").open("rb") as file:
        written = tomllib.load(file)["diagrams"]
    return tuple(
        Diagram(each["id"], each["section"], each["step"], each.get("points", False), tuple(each.get("part", WHOLE)))
        for each in written
    )
