"""The opponents with a rank. Weaker ones err as people do: they forget what they saw, think less and look less far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cabotage.bots.search import Budget
from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.core.box import Box


@dataclass(frozen=True)
class Level:
    """How well an opponent remembers and how long it thinks."""

    name: str
    forgets_permille: int  # of what has to be remembered, at each decision anew
    rank: int  # from 0; a game says how long and how far each rank thinks
    held_to: int = 0  # so many iterations instead; 0: as the game says

    def budget(self, box: Box) -> Budget:
        iterations, horizon = box.game.judge.PACE.ranks[self.rank]
        return Budget(iterations=self.held_to or iterations, horizon=horizon)


LEVELS = {
    level.name: level
    for level in (
        Level("cabin_boy", forgets_permille=900, rank=0),
        Level("sailor", forgets_permille=600, rank=1),
        Level("mate", forgets_permille=300, rank=2),
        Level("captain", forgets_permille=0, rank=3),
    )
}


MOST_ITERATIONS = 10_000_000


def level_named(name: str, count: str | None = None) -> Level:
    """The level, or the same held to a number of iterations for each decision."""
    if count is None:
        return LEVELS[name]
    is_number = count.isascii() and count.isdigit() and len(count) <= len(str(MOST_ITERATIONS))
    if not (is_number and 0 < int(count) <= MOST_ITERATIONS):
        raise OptionError("bot.iterations", name=repr(f"{name}@{count}"), most=MOST_ITERATIONS)
    return replace(LEVELS[name], held_to=int(count))
