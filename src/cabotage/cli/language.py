"""The texts of the command line in the chosen language."""

from __future__ import annotations

from pathlib import Path

from cabotage.core.language import Language, prefer, spoken, wish
from cabotage.core.words import Words

__all__ = ["Language", "prefer", "program_words", "spoken", "wish"]

WORDS = Path(__file__).with_name("words")


def program_words(language: Language | None = None) -> Words:
    """The texts in this language, or in the chosen one."""
    return Words.load(WORDS, language or spoken())
