"""The rules at hand in the terminal: all sections, how to read the drawing, and last what matters now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.rulebook import Section, sections

if TYPE_CHECKING:
    from cabotage.core.position import Position
    from cabotage.core.words import Words


def rules_at_hand(position: Position, seat: int, words: Words) -> str:
    """What matters now stands last, where the eye is; it may stand above as well, among the others."""
    game = position.box.game
    game_words = game.words(words.language)
    phase = position.scene(seat)["phase"]
    read = sections(game, words.language)
    drawing = Section("drawing", words.say("rules.drawing"), game_words.say("rules.drawing"), ())
    now = [section for section in read if phase in section.phases]
    blocks = [game_words.say("rules.goal"), *map(_block, [*read, drawing])]
    if now:
        blocks += [words.say("rules.now"), *map(_block, now)]
    return "\n\n".join(blocks)


def _block(section: Section) -> str:
    return f"{section.title.upper()}\n{section.text}"
