"""The bot that chooses at random: the baseline for all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.bots.bot import Bot
from cabotage.core.chance import below

if TYPE_CHECKING:
    from cabotage.core.contract import View


class RandomBot(Bot):
    def choose(self, view: View, seat: int) -> int:
        offered = self.offered(self.sample(view, seat))
        return int(offered[below(self.dice.rng, len(offered))])
