"""Errors of analyses, with their texts."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from cabotage.core.errors import CabotageError

WORDS = Path(__file__).with_name("words")


class AnalysisError(CabotageError):
    """A game that cannot be analysed."""

    code = "analysis/refused"
    folder: ClassVar[Path] = WORDS
