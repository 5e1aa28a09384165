"""Reliability of predicted chances, on numbers that can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from cabotage.analysis.calibration import Bin, Predictions
from cabotage.bots.values import flattened


def predictions(chance: float, wins: int, games: int) -> Predictions:
    """So many games with one position each, in which the first of two seats had this chance."""
    won = np.array([[1.0, 0.0]] * wins + [[0.0, 1.0]] * (games - wins))
    return Predictions(np.arange(games), np.array([[chance, 1 - chance]] * games), won)


def test_chances_that_come_true_have_no_calibration_error() -> None:
    found = predictions(0.75, 75, 100)
    assert found.bins() == [Bin(100, 0.25, 0.25), Bin(100, 0.75, 0.75)]
    assert found.calibration_error == 0.0
    assert found.brier == pytest.approx(2 * 0.75 * 0.25)


def test_chances_that_are_too_sure_have_one() -> None:
    found = predictions(0.95, 70, 100)
    assert found.calibration_error == pytest.approx(0.25)
    low, high = found.interval(lambda each: each.calibration_error)
    assert 0.1 < low < 0.25 < high < 0.4


def test_perfect_foresight_has_a_brier_score_of_zero() -> None:
    assert predictions(1.0, 10, 10).brier == 0.0
    assert predictions(1.0, 10, 10).bins() == [Bin(10, 0.0, 0.0), Bin(10, 1.0, 1.0)]


def test_less_confidence_brings_chances_nearer_and_keeps_their_sum() -> None:
    one, two = flattened(np.array([[0.8, 0.2, 0.0], [1 / 3, 1 / 3, 1 / 3]]), confidence=0.5)
    assert one.tolist() == pytest.approx([0.6509, 0.3261, 0.0230], abs=1e-4)
    assert two.tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3])
    assert flattened(np.array([0.6, 0.6]), confidence=0.5).tolist() == pytest.approx([0.6, 0.6]), "one team"
    assert flattened(np.array([0.9, 0.1, 0.9, 0.1]), confidence=0.5).sum() == pytest.approx(2), "two teams"
