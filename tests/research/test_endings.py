"""Two endings, solved exactly: by hand, by our own recursion, and by OpenSpiel's algorithms."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from cabotage.core.contract import CHANCE
from cabotage.research.openspiel.bots import BotPolicy
from cabotage.research.openspiel.endings import ENDINGS

if TYPE_CHECKING:
    from cabotage.core.position import Position

each_ending = pytest.mark.parametrize("name", ENDINGS)
# What seat 0 gets of the win if both play perfectly. In Capt'n Clever it draws target 1 in half of all games: then it
# takes its boat to 1-2, walks there and wins, because seat 1 has lost the boat it needs. With target 5 it takes the
# boat away all the same, and nobody finds anything.
VALUES = {"calypso": Fraction(3, 8), "captn_clever": Fraction(3, 4)}


def value(position: Position) -> Fraction:
    """Of a game that hides nothing, for seat 0: each seat takes the best, draws count by their odds."""
    if position.is_over:
        assert position.score is not None
        return position.score[0]
    after = []
    for number, odds in _numbers(position):
        twin = position.copy()
        twin.advance(number)
        after.append((value(twin), odds))
    if position.to_act == CHANCE:
        return sum((worth * odds for worth, odds in after), Fraction(0))
    best = max if position.to_act == 0 else min
    return best(worth for worth, _ in after)


def _numbers(position: Position) -> list[tuple[int, Fraction]]:
    if position.is_chance:
        return [(outcome.number, outcome.probability) for outcome in position.chances]
    return [(int(number), Fraction(1)) for number in position.legal.numbers]


def test_our_recursion_gives_the_value_of_the_ending_of_calypso() -> None:
    assert value(ENDINGS["calypso"].load().start.position) == VALUES["calypso"]


def test_every_node_of_an_ending_keeps_the_interface_of_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that OpenSpiel checks of small games, such as perfect recall; with how many nodes there must be."""
    name = "captn_clever"
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, (23, 40, 276))  # of chance, of decisions, of ends
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, 22)
    suite: Any = type("Suite", (api_test.EnforceAPIOnFullTreeBase,), {"runTest": lambda _: None})
    suite.game, suite.game_name = ENDINGS[name].load(), name
    suite.setUpClass()
    checks = [check for check in dir(suite) if check.startswith("test_")]
    assert len(checks) == 8
    for check in checks:
        getattr(suite(), check)()


@each_ending
def test_regret_minimisation_finds_the_value(name: str) -> None:
    game = ENDINGS[name].load()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(12):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert exploitability.exploitability(game, found) < 0.005
    values = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert values[0] == pytest.approx(float(VALUES[name]), abs=0.005)
    assert sum(values) == pytest.approx(1.0)


@pytest.mark.parametrize(("name", "expected"), [("calypso", 11 / 160), ("captn_clever", 1 / 6)])
def test_random_play_can_be_exploited_by_this_much(name: str, expected: float) -> None:
    game = ENDINGS[name].load()
    assert exploitability.exploitability(game, policy.UniformRandomPolicy(game)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "bot", "expected"),
    [
        ("calypso", "greedy", 1 / 8),
        ("calypso", "captain@300", 0.0),
        ("captn_clever", "greedy", 0.0),
        ("captn_clever", "captain@300", 0.0),
    ],
)
def test_our_bots_can_be_exploited_by_this_much(name: str, bot: str, expected: float) -> None:
    game = ENDINGS[name].load()
    found = exploitability.exploitability(game, BotPolicy(bot, game, tries=20))
    assert found == pytest.approx(expected, abs=1e-6)
