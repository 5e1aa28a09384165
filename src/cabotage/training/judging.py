"""How good predicted shares are on held-out games: log-likelihood, Brier score, calibration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cabotage.core.contract import MOST_SEATS

if TYPE_CHECKING:
    from cabotage.training.positions import Positions

BINS = 10
LEAST_SHARE = 1e-3  # of what a prediction calls impossible
SURE = 1.96  # standard deviations of a 95 % interval


def judge(positions: Positions, predicted: NDArray[np.float32]) -> dict[str, Any]:
    """Figures of these predictions, against how the games ended.

    Losses are means over positions, with 95 % intervals by game: the positions of a game are not independent.
    """
    loss, brier = losses(positions, predicted)
    return {
        "loss": _with_interval(loss, positions.game),
        "brier": _with_interval(brier, positions.game),
        "calibration": calibration(positions, predicted),
    }


def losses(positions: Positions, predicted: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of each position: the cross-entropy, and the squared error summed over all who compete."""
    teams = positions.teams[:, None]
    competes = np.arange(MOST_SEATS) < teams  # a seat of each team
    chance, result = predicted.astype(np.float64), positions.shares
    likely = -result * np.log(np.maximum(chance, LEAST_SHARE))
    unlikely = -(1 - result) * np.log(np.maximum(1 - chance, LEAST_SHARE)) * (teams == 1)
    return ((likely + unlikely) * competes).sum(1), (((chance - result) ** 2) * competes).sum(1)


def calibration(positions: Positions, predicted: NDArray[np.float32]) -> list[list[float]]:
    """For predictions of 0-10 %, 10-20 % and so on: their mean, the mean result, and how many there were."""
    competes = np.arange(MOST_SEATS) < positions.teams[:, None]
    chance, result = predicted[competes].astype(np.float64), positions.shares[competes].astype(np.float64)
    bins = np.minimum((chance * BINS).astype(np.int64), BINS - 1)
    counts, chances, results = (np.bincount(bins, weights, BINS) for weights in (None, chance, result))
    return [
        [float(chances[each] / counts[each]), float(results[each] / counts[each]), int(counts[each])]
        for each in range(BINS)
        if counts[each]
    ]


def _with_interval(values: NDArray[np.float64], games: NDArray[np.int64]) -> dict[str, Any]:
    """The mean over positions, and its 95 % interval from the means of games."""
    _, game = np.unique(games, return_inverse=True)
    counts = np.bincount(game)
    by_game = np.bincount(game, values)
    mean = float(values.mean())
    spread = float(np.sqrt(((by_game - mean * counts) ** 2).sum()) / len(values))
    return {"mean": mean, "interval": [mean - SURE * spread, mean + SURE * spread]}
