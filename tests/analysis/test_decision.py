"""Errors are found from what a seat knew, and what is equal is never an error."""

from __future__ import annotations

import pytest

from cabotage.analysis import Effort, Verdict
from cabotage.analysis.decision import compare, judge
from cabotage.analysis.verdict import Limits, limits_of
from cabotage.core.puzzle import Puzzle, puzzles
from cabotage.games import GAMES, find

STEADY = Effort(playouts=8, iterations=20_000, samples=64)
MUCH = 0.15  # of a win


def clearest(game: str) -> Puzzle:
    """The puzzle whose worst choice costs most."""

    def span(puzzle: Puzzle) -> float:
        values = [choice.value for choice in puzzle.choices]
        return max(values) - min(values)

    return max(puzzles(find(game)).values(), key=span)


@pytest.mark.parametrize("game", GAMES)
def test_a_deliberately_bad_choice_is_found(game: str) -> None:
    puzzle = clearest(game)
    position = puzzle.position()
    worst = min(puzzle.choices, key=lambda choice: choice.value)
    decision = judge(position.box, position.states, 0, puzzle.seat, worst.number, STEADY, seed=5)
    values = {choice.number: choice.value for choice in puzzle.choices}  # of a much longer search
    assert values[decision.best] - worst.value > MUCH
    assert decision.verdict is not Verdict.GOOD
    assert decision.cost > decision.noise


@pytest.mark.parametrize("game", GAMES)
def test_choices_that_are_the_same_are_never_errors(game: str) -> None:
    """A choice is compared with itself; both sides see the same worlds, so nothing is left."""
    puzzle = clearest(game)
    position, best = puzzle.position(), min(puzzle.right)
    view = position.view(puzzle.seat)
    effect, noise = compare(position.box, view, puzzle.seat, (best, best), 16, 3, Limits())
    assert effect.tolist() == [0.0] * position.box.seats
    assert noise > 0, "a few equal samples do not prove certainty"


def test_a_verdict_names_the_least_limit_that_a_cost_reaches() -> None:
    assert [Limits(0.02, 0.05, 0.1).of(cost) for cost in (-0.1, 0.019, 0.02, 0.06, 0.3)] == [
        Verdict.GOOD, Verdict.GOOD, Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER,
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_the_limits_of_every_game_rise_and_stay_within_the_rule(game: str) -> None:
    inaccuracy, mistake, blunder = limits_of(game)
    assert 0.01 <= inaccuracy <= 0.04
    assert 0.025 <= mistake <= 0.10
    assert 0.05 <= blunder <= 0.20
    assert inaccuracy < mistake < blunder
