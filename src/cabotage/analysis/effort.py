"""How thoroughly a game is analysed."""

from __future__ import annotations

from dataclasses import dataclass

QUICK_PLAYOUTS, QUICK_ITERATIONS, QUICK_SAMPLES = 16, 600, 16
MOST_PLAYOUTS, MOST_ITERATIONS, MOST_SAMPLES = 256, 16_000, 256


@dataclass(frozen=True)
class Effort:
    """Playouts for each value of a state, iterations for each search of a decision, samples for each comparison."""

    playouts: int = QUICK_PLAYOUTS
    iterations: int = QUICK_ITERATIONS
    samples: int = QUICK_SAMPLES  # at most: a comparison that is clear ends earlier; 0: no comparison

    def times(self, factor: float) -> Effort:
        """The same, that many times as thorough, within sensible limits."""
        return Effort(
            max(1, min(MOST_PLAYOUTS, int(self.playouts * factor))),
            max(1, min(MOST_ITERATIONS, int(self.iterations * factor))),
            max(2, min(MOST_SAMPLES, int(self.samples * factor))),
        )
