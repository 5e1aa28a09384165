"""The opponents with a rank. Weaker ones err as people do: they forget what they saw, think less and look less far."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cabotage.bots import LEVELS as NAMES
from cabotage.bots.search import Budget
from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import RankSettings


@dataclass(frozen=True)
class Level:
    """An opponent's rank. Each game says what it is worth there."""

    name: str
    rank: int  # from 0
    held_to: int = 0  # so many iterations instead; 0: as the game says

    def thought(self, box: Box) -> RankSettings:
        thought = box.game.judge.SEARCH.ranks[self.rank]
        return thought._replace(iterations=self.held_to) if self.held_to else thought

    def budget(self, box: Box) -> Budget:
        thought = self.thought(box)
        return Budget(iterations=thought.iterations, horizon=thought.horizon, widening=thought.widening)


LEVELS = {name: Level(name, rank) for rank, name in enumerate(NAMES)}


MOST_ITERATIONS = 10_000_000
LONGEST_NAME = 40  # that is repeated to whoever wrote it


def level_named(name: str, count: str | None = None) -> Level:
    """The level, or the same held to a number of iterations for each decision."""
    if count is None:
        return LEVELS[name]
    is_number = count.isascii() and count.isdigit() and len(count) <= len(str(MOST_ITERATIONS))
    if not (is_number and 0 < int(count) <= MOST_ITERATIONS):
        raise OptionError("bot.iterations", name=repr(f"{name}@{count}"[:LONGEST_NAME]), most=MOST_ITERATIONS)
    return replace(LEVELS[name], held_to=int(count))
