"""OpenSpiel's searches play in our arena, in processes of their own like all bots in Python."""

from __future__ import annotations

import cabotage
from cabotage.arena import Tournament
from cabotage.research.openspiel.bots import IsMctsBot, MctsBot


class ShortIsMctsBot(IsMctsBot):
    simulations = 2


class ShortMctsBot(MctsBot):
    simulations = 2


def test_searches_of_openspiel_play_a_tournament() -> None:
    box = cabotage.load("captn_clever", seats=2, treasures=5, easy=True, boats="one")
    results = Tournament(box, [ShortIsMctsBot, ShortMctsBot], games=2, seed=3).play()
    assert [game.failure for game in results.games] == [None, None]
    assert [sum(game.shares) for game in results.games] == [1, 1]
    assert all(count > 5 for game in results.games for count in game.decisions)
