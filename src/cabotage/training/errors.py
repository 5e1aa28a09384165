"""Errors of training, with their texts."""

from __future__ import annotations

from pathlib import Path

from cabotage.core.errors import CabotageError
from cabotage.core.words import Words

WORDS = Path(__file__).with_name("words")


class TrainingError(CabotageError):
    """A folder, a setting or a package that training cannot work with."""

    code = "training/refused"

    def sentence(self, language: str) -> str:
        return Words.load(WORDS, language).say(self.key, **self._translated(language))
