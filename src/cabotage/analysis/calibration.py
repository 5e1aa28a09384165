"""Do predicted chances come true? Reliability, Brier score and expected calibration error, with intervals by game."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = Path(__file__).with_name("calibration.json")  # written by tools/calibration.py
BINS = 10
RESAMPLED = 200  # times, for an interval


class Bin(NamedTuple):
    """Predictions of about the same chance, and what became of them."""

    size: int
    predicted: float
    observed: float


@dataclass(frozen=True)
class Predictions:
    """Predicted chances of every seat in some positions, and every seat's share of the win in the end."""

    games: NDArray[np.int64]  # of each position: those of one game are not independent
    chances: NDArray[np.float64]  # position, seat
    shares: NDArray[np.float64]  # position, seat

    def bins(self, count: int = BINS) -> list[Bin]:
        """Chances of single seats, by size; bins without any are left out."""
        chances, shares = self.chances.ravel(), self.shares.ravel()
        places = np.minimum((chances * count).astype(np.int64), count - 1)
        found = []
        for place in range(count):
            here = places == place
            if here.any():
                found.append(Bin(int(here.sum()), float(chances[here].mean()), float(shares[here].mean())))
        return found

    @property
    def brier(self) -> float:
        """The squared error of a position's chances, summed over the seats: 0 is perfect."""
        return float(((self.chances - self.shares) ** 2).sum(axis=1).mean())

    @property
    def calibration_error(self) -> float:
        """How far what happened is from what was predicted, on average over the bins: 0 is perfect."""
        bins = self.bins()
        return sum(each.size * abs(each.observed - each.predicted) for each in bins) / sum(each.size for each in bins)

    def interval(self, figure: Callable[[Predictions], float], seed: int = 0) -> tuple[float, float]:
        """The 95 % interval of a figure: whole games are drawn with replacement."""
        rng = np.random.default_rng(seed)
        games = np.unique(self.games)
        rows = [np.flatnonzero(self.games == game) for game in games]
        found = []
        for _ in range(RESAMPLED):
            drawn = np.concatenate([rows[k] for k in rng.integers(len(games), size=len(games))])
            found.append(figure(Predictions(self.games[drawn], self.chances[drawn], self.shares[drawn])))
        low, high = np.percentile(found, (2.5, 97.5))
        return float(low), float(high)


class Measured(NamedTuple):
    """How far the chances of an analysis were off in games of bots."""

    games: int
    error: float


def measured(game: str) -> Measured | None:
    """What docs/reference/calibration.md says of this game."""
    found = json.loads(FILE.read_text("utf-8")).get(game)
    return found and Measured(**found)
