"""Bots with a rank. Lower ranks err as people do: they forget what they saw, search less and look less far ahead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cabotage.bots import RANKS
from cabotage.bots.network import network_of
from cabotage.bots.search import Budget
from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import RankSettings

MOST_ITERATIONS = 10_000_000
LONGEST_NAME = 40  # that an error message quotes


@dataclass(frozen=True)
class Rank:
    """How strong a bot is. Each game has its own settings for each rank."""

    name: str
    iterations: int = 0  # for each decision; 0: the game's own number

    def settings(self, box: Box) -> RankSettings:
        settings = box.game.judge.SEARCH.ranks[RANKS.index(self.name)]
        return settings._replace(iterations=self.iterations) if self.iterations else settings

    def budget(self, box: Box) -> Budget:
        """What its search may do. Loads the network of an admiral's game."""
        settings = self.settings(box)
        return Budget(
            iterations=settings.iterations,
            horizon=settings.horizon,
            exploration=settings.exploration,
            widening=settings.widening,
            prior=settings.prior,
            network=network_of(box.game) if settings.is_learned else None,
        )


def best_budget(box: Box, iterations: int = 0, seconds: float = 0.0) -> Budget:
    """A search of the highest rank, for hints and analysis: as long as the rank's own, or with this limit."""
    budget = Rank(RANKS[-1]).budget(box)
    if iterations or seconds:
        budget = replace(budget, iterations=iterations, seconds=seconds)
    return budget


def rank_named(name: str, count: str | None = None) -> Rank:
    """The rank, limited to that many iterations for each decision if a count is given."""
    if count is None:
        return Rank(name)
    is_number = count.isascii() and count.isdigit() and len(count) <= len(str(MOST_ITERATIONS))
    if not (is_number and 0 < int(count) <= MOST_ITERATIONS):
        raise OptionError("bot.iterations", name=repr(f"{name}@{count}"[:LONGEST_NAME]), most=MOST_ITERATIONS)
    return Rank(name, int(count))
