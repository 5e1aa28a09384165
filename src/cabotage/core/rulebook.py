"""The rules of a game at hand: short sections in people's language, each knowing when it is the one that matters."""

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
    phases: tuple[str, ...]  # as scenes call them


def sections(game: Game, language: str) -> list[Section]:
    """All sections, in the order in which one reads them."""
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
