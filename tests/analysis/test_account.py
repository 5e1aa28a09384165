"""Start + luck + skill + gifts = result, for every game."""

from __future__ import annotations

import numpy as np
import pytest

import cabotage
from cabotage.analysis import Effort, Verdict, analyse
from cabotage.analysis.verdict import Limits
from cabotage.bots import make_bot
from cabotage.bots.values import Values
from cabotage.core.contract import Playouts
from cabotage.core.position import Position
from cabotage.games import GAMES

QUICK = Effort(playouts=2, iterations=8, samples=4)


def finished(game: str, bot: str, seed: int, seats: int | None = None) -> Position:
    box = cabotage.load(game, seats=seats)
    position = box.start(seed=seed)
    bots = [make_bot(bot, box, seed + seat) for seat in range(box.seats)]
    while not position.is_over:
        if position.is_chance:
            position.roll()
        else:
            position.play(int(bots[position.to_act].choose(position.view(position.to_act), position.to_act)))
    return position


@pytest.mark.parametrize("game", GAMES)
def test_the_account_of_every_seat_is_exact(game: str) -> None:
    position = finished(game, "greedy", 3)
    analysis = analyse(position.record(), QUICK)
    score = position.score
    assert score is not None
    assert [account.result for account in analysis.accounts] == [round(1_000_000 * share) for share in score]
    for account in analysis.accounts:
        assert account.start + account.luck + account.skill + account.gifts == account.result
    assert [moment.seq for moment in analysis.moments] == list(range(len(position.history) + 1))
    assert analysis.moments[-1].chances == tuple(account.result for account in analysis.accounts)


def test_threads_do_not_change_an_analysis() -> None:
    record = finished("calypso", "random", 1).record()
    assert analyse(record, QUICK, threads=1).json() == analyse(record, QUICK, threads=3).json()


@pytest.mark.parametrize("game", ["calypso", "smugglers"])
def test_the_luck_of_a_draw_is_zero_on_average_by_the_exact_odds(game: str) -> None:
    position = cabotage.load(game).first(4)
    values = Values(position.box, Playouts(4, 2))
    checked = 0
    while checked < 3:
        if position.is_chance and len(position.chances) > 1:
            odds = [float(outcome.probability) for outcome in position.chances]
            draws = [values.draw(position.states, outcome.number, seed=9) for outcome in position.chances]
            mean = sum(odd * draw.luck for odd, draw in zip(odds, draws, strict=True))
            assert np.allclose(mean, 0.0, atol=1e-12)
            assert [draw.probability for draw in draws] == pytest.approx(odds)
            checked += 1
        if position.is_chance:
            position.roll_once()
        else:
            position.play(position.legal[0])


def test_a_verdict_names_the_least_limit_that_a_cost_reaches() -> None:
    assert [Limits(0.02, 0.05, 0.1).of(cost) for cost in (-0.1, 0.019, 0.02, 0.06, 0.3)] == [
        Verdict.GOOD, Verdict.GOOD, Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER,
    ]  # fmt: skip
