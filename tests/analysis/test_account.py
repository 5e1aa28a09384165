"""Start + luck + skill + gifts = result, for every game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cabotage
from cabotage.analysis import analyse
from cabotage.bots.values import Values
from cabotage.core.contract import Playouts
from cabotage.core.position import Position
from cabotage.games import GAMES
from tests.analysis.games import QUICK, finished

LAW = [
    *((game, "greedy", 2 if game == "treasure_boots" else None, {}) for game in GAMES),
    ("calypso", "random", 4, {}),
    ("captn_clever", "random", 2, {}),
    ("calypso", "greedy", 3, {"mode": "coop"}),
    ("smugglers", "random", 2, {}),
]


@pytest.mark.parametrize(("game", "bot", "seats", "options"), LAW)
def test_the_account_of_every_seat_is_exact(game: str, bot: str, seats: int | None, options: dict[str, Any]) -> None:
    position = finished(game, bot, 3, seats, **options)
    analysis = analyse(position.record(), QUICK)
    score = position.score
    assert score is not None
    assert [account.result for account in analysis.accounts] == [round(1_000_000 * share) for share in score]
    for account in analysis.accounts:
        assert account.start + account.luck + account.skill + account.gifts == account.result
        assert account.draws + account.rest == account.luck
    assert [moment.seq for moment in analysis.moments] == list(range(len(position.history) + 1))
    assert analysis.moments[-1].chances == tuple(account.result for account in analysis.accounts)


def test_threads_do_not_change_an_analysis() -> None:
    record = finished("calypso", "random", 1).record()
    assert analyse(record, QUICK, threads=1).json() == analyse(record, QUICK, threads=3).json()


@pytest.mark.parametrize("game", [game for game in GAMES if game != "captn_clever"])
def test_the_luck_of_a_draw_is_zero_on_average_by_the_exact_odds(game: str) -> None:
    position = cabotage.load(game).first(4)
    values = Values(position.box, Playouts(4, 2))
    for _ in range(3):
        to_the_next_draw(position)
        odds = [float(outcome.probability) for outcome in position.chances]
        draws = [values.draw(position.states, outcome.number, seed=9) for outcome in position.chances]
        mean = sum(odd * draw.luck for odd, draw in zip(odds, draws, strict=True))
        assert np.allclose(mean, 0.0, atol=1e-12)
        assert [draw.probability for draw in draws] == pytest.approx(odds)
        position.roll_once()


def to_the_next_draw(position: Position) -> None:
    """Where more than one outcome is possible."""
    while not (position.is_chance and len(position.chances) > 1):
        if position.is_chance:
            position.roll_once()
        else:
            position.play(position.legal[0])
