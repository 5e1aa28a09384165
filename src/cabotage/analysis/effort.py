"""How thoroughly a game is analysed."""

from __future__ import annotations

from dataclasses import dataclass

QUICK_PLAYOUTS, QUICK_ITERATIONS = 16, 150
MOST_PLAYOUTS, MOST_ITERATIONS = 512, 8000


@dataclass(frozen=True)
class Effort:
    """Playouts for each value of a state, and iterations for each search of a decision."""

    playouts: int = QUICK_PLAYOUTS
    iterations: int = QUICK_ITERATIONS

    def times(self, factor: float) -> Effort:
        """The same, that many times as thorough, within sensible limits."""
        return Effort(
            max(1, min(MOST_PLAYOUTS, int(self.playouts * factor))),
            max(1, min(MOST_ITERATIONS, int(self.iterations * factor))),
        )
