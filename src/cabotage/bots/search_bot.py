"""The bot that searches as long as its rank says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.bots.bot import Bot
from cabotage.bots.search import search
from cabotage.core.chance import below
from cabotage.core.contract import View

if TYPE_CHECKING:
    from cabotage.bots.ranks import Rank
    from cabotage.core.box import Box

SEEDS = 1 << 31


class SearchBot(Bot):
    def __init__(self, box: Box, rank: Rank, seed: int | None = None) -> None:
        super().__init__(box, seed)
        self.rank = rank
        self.budget = rank.budget(box)

    def choose(self, view: View, seat: int) -> int:
        offered = self.offered(self.sample(view, seat))
        if len(offered) == 1:
            return int(offered[0])
        result = search(self.box, self.remembered(view, seat), seat, self.budget, int(below(self.dice.rng, SEEDS)))
        return result.choices[0].number

    def remembered(self, view: View, seat: int) -> View:
        """A copy of the view without what this rank has forgotten."""
        kept = View(view.copy())
        forget = self.box.game.resample.forget
        forget(self.box.constants, kept, 0, seat, self.dice.rng, self.rank.settings(self.box).forgets_permille)
        return kept
