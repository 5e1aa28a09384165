"""The rule book of a game: short sections, each with the phases in which it opens first, and a legend of the board."""

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


@dataclass(frozen=True)
class Mark:
    """Something on the board with a meaning: a sign, a colour, a character."""

    name: str
    text: str


def legend(game: Game, language: str) -> list[Mark]:
    """What the marks on the board mean, as the words list them."""
    words = game.words(language)
    ids = [key.split(".")[1] for key in words.texts if key.startswith("legend.") and key.endswith(".name")]
    return [Mark(words.say(f"legend.{name}.name"), words.say(f"legend.{name}.text")) for name in ids]


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
