"""OpenSpiel's searches play in our arena, and our bots play in OpenSpiel's."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots

import cabotage
from cabotage.core.contract import View
from cabotage.core.errors import NotYourTurn, OptionError
from cabotage.research.openspiel import register
from cabotage.research.openspiel.bots import BotPolicy, IsMctsBot, MctsBot, SeatBot
from cabotage.research.openspiel.endings import ENDINGS
from cabotage.research.openspiel.state import SpielState

register()


def test_information_set_search_finds_the_winning_move() -> None:
    """Seat 0 with target 1 wins by laying its boat between 1 and 2 and walking there."""
    position = ENDINGS["captn_clever"].load().start.position.copy()
    position.roll("look crown")
    position.roll("look mask")
    bot = IsMctsBot(position.box, seed=1)
    bot.simulations = 150
    assert position.box.texts[bot.choose(position.view(0), 0)] == "captain=1 boat=1-2"


def test_plain_search_plays_on_one_guess_of_what_is_hidden() -> None:
    position = cabotage.load("smugglers", seats=2).start(seed=2)
    bot = MctsBot(position.box, seed=1)
    bot.simulations = 8
    assert bot.choose(position.view(position.to_act), position.to_act) in position.legal


def test_searches_get_views_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything a search starts from is resampled: the targets it sees differ from search to search."""
    position = ENDINGS["captn_clever"].load().start.position.copy()
    position.roll("look chest")
    position.roll("look mask")
    targets: Counter[int] = Counter()
    resample = SpielState.resample_from_infostate

    def watched(self: SpielState, player: int, sampler: object) -> SpielState:
        other = resample(self, player, sampler)  # type: ignore[arg-type]
        targets[other.position["target"][1]] += 1
        return other

    monkeypatch.setattr(SpielState, "resample_from_infostate", watched)
    bot = IsMctsBot(position.box, seed=3)
    bot.simulations = 100
    bot.choose(position.view(0), 0)
    assert sum(targets.values()) == 100
    assert 30 < targets[5] < 70
    assert targets[5] + targets[9] == 100


def test_the_same_seed_chooses_the_same() -> None:
    position = cabotage.load("calypso", seats=2).start(seed=2)
    view = position.view(position.to_act)
    bots = [MctsBot(position.box, seed=5) for _ in range(2)]
    for bot in bots:
        bot.simulations = 10
    assert bots[0].choose(view, position.to_act) == bots[1].choose(view, position.to_act)
    with pytest.raises(NotYourTurn):
        bots[0].choose(view, 1 - position.to_act)


@pytest.mark.parametrize("kind", [IsMctsBot, MctsBot])
@pytest.mark.parametrize("game", ["captn_clever", "cape_horn", "treasure_boots"])
def test_searches_play_on_in_the_middle_of_every_game(game: str, kind: type[MctsBot | IsMctsBot]) -> None:
    position = next(iter(cabotage.load(game).positions(1, seed=4)))
    bot = kind(position.box, seed=1)
    bot.simulations = 3
    assert bot.choose(position.view(position.to_act), position.to_act) in position.legal


def test_a_policy_gives_a_bot_that_wants_it_the_history_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ENDINGS["captn_clever"].load()
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(8)
    policy, histories = BotPolicy("greedy", game, tries=1), []

    def choose(view: View, seat: int) -> int:
        histories.append(policy._bot.history)
        return int(state.legal_actions()[0])

    monkeypatch.setattr(policy._bot, "wants_history", True)
    monkeypatch.setattr(policy._bot, "choose", choose)
    policy.action_probabilities(state)
    assert histories == [state.information_state(state.current_player())]


def test_information_set_search_refuses_a_game_that_hides_nothing() -> None:
    with pytest.raises(OptionError, match="calypso hides nothing from its players"):
        IsMctsBot(cabotage.load("calypso", seats=2))


def test_our_bots_play_in_the_loops_of_openspiel() -> None:
    game = pyspiel.load_game("cabotage_calypso(players=2)")
    bots = [SeatBot("greedy", game, 0, seed=1), SeatBot("random", game, 1, seed=1)]
    won = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] for seed in range(10)]
    assert sum(won) >= 8
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(1))
    assert sum(returns) == 1.0


def test_a_bot_in_openspiel_gets_the_view_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ENDINGS["captn_clever"].load()
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(8)
    bot = SeatBot("greedy", game, 0, seed=1)
    views: list[View] = []

    def choose(view: View, seat: int) -> int:
        views.append(view)
        return int(state.legal_actions()[0])

    monkeypatch.setattr(bot._bot, "choose", choose)
    bot.step(state)
    assert views[0]["target"][0].tolist()[:2] == [1, -128]
