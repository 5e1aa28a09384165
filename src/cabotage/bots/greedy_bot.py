"""The bot that follows the game's quick policy, without looking ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.bots.bot import Bot

if TYPE_CHECKING:
    from cabotage.core.contract import View


class GreedyBot(Bot):
    def choose(self, view: View, seat: int) -> int:
        state = self.sample(view, seat)
        choice = self.box.game.judge.policy(self.box.constants, state, 0, self.dice.rng, self._choices)
        return int(choice)
