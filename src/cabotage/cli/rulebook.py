"""The rules in the terminal: all sections, how to read the drawing, and last what applies now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.rulebook import Section, sections

if TYPE_CHECKING:
    from cabotage.core.game import Game
    from cabotage.core.words import Words


def rules_text(game: Game, phase: str, words: Words) -> str:
    """All sections. Those for this phase are repeated at the end, next to the prompt."""
    game_words = game.words(words.language)
    read = sections(game, words.language)
    drawing = Section("drawing", words.say("rules.drawing"), game_words.say("rules.drawing"), ())
    now = [section for section in read if phase in section.phases]
    blocks = [game_words.say("rules.goal"), *map(_block, [*read, drawing])]
    if now:
        blocks += [words.say("rules.now"), *map(_block, now)]
    return "\n\n".join(blocks)


def _block(section: Section) -> str:
    return f"{section.title.upper()}\n{section.text}"
