"""Who is told how training goes on: a progress bar, or nobody."""

from __future__ import annotations

from typing import Any


class Watcher:
    """Does nothing; the command line overrides it."""

    def begin_round(self, number: int, rounds: int) -> None:
        """A round begins; they count from 0."""

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """A stage begins: "positions", "learning", "pace", "against_best" or "against_captain"."""

    def advance(self, done: int, note: str = "") -> None:
        """So much of the stage is done."""

    def learned(self, epoch: int, held_loss: float) -> None:
        """An epoch of learning is over: the mean loss of held-out games."""

    def end_round(self, told: dict[str, Any]) -> None:
        """A round is over; `told` is its report."""
