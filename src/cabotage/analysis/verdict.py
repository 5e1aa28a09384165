"""How good a choice was, by what it cost."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """How good a choice was."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Limits(NamedTuple):
    """From this cost on, in shares of a win."""

    inaccuracy: float = 0.02
    mistake: float = 0.05
    blunder: float = 0.10

    def of(self, cost: float) -> Verdict:
        """The verdict on this cost."""
        if cost >= self.blunder:
            return Verdict.BLUNDER
        if cost >= self.mistake:
            return Verdict.MISTAKE
        return Verdict.INACCURACY if cost >= self.inaccuracy else Verdict.GOOD


def limits_of(game: str) -> Limits:
    """The limits of this game."""
    return LIMITS.get(game, Limits())


LIMITS: dict[str, Limits] = {}
