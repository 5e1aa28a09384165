"""Errors of the arena, with their texts."""

from __future__ import annotations

from pathlib import Path

from cabotage.core.errors import CabotageError
from cabotage.core.words import Words

WORDS = Path(__file__).with_name("words")


class ArenaError(CabotageError):
    """An invalid line-up, folder or setting."""

    code = "arena/refused"

    def sentence(self, language: str) -> str:
        return Words.load(WORDS, language).say(self.key, **self._translated(language))
