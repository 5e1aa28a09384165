"""How good a choice was, by what it cost."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("limits.json")


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


@cache
def limits_of(game: str) -> Limits:
    """The limits of this game, measured by tools/limits.py; a new game has those of `Limits`."""
    measured = json.loads(FILE.read_text("utf-8")).get(game, {})
    return Limits(**{name: measured[name] for name in Limits._fields if name in measured})
