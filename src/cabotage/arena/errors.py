"""What the arena refuses, told in the words of the arena."""

from __future__ import annotations

from pathlib import Path

from cabotage.core.errors import CabotageError
from cabotage.core.words import Words

WORDS = Path(__file__).with_name("words")


class ArenaError(CabotageError):
    """A line-up, a folder or a setting that cannot be played on with."""

    code = "arena/refused"

    def sentence(self, language: str) -> str:
        return Words.load(WORDS, language).say(self.key, **self._told(language))
