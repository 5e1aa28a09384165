"""The rule book of a game: short sections in the reader's language, each with the phases in which it opens first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.game import Game


@dataclass(frozen=True)
class Section:
    """A title and a few sentences: paragraphs with an empty line between, and lines that begin with "- "."""

    id: str
    title: str
    text: str
    phases: tuple[str, ...]  # as in scenes


def sections(game: Game, language: str) -> list[Section]:
    """All sections in reading order."""
    words = game.words(language)
    return [
        Section(
            name,
            words.say(f"rules.section.{name}.title"),
            words.say(f"rules.section.{name}.text"),
            tuple(phase.name.lower() for phase in phases),
        )
        for name, phases in game.rulebook.SECTIONS.items()
    ]
