"""The question before a choice: the game's text for the phase, with values from the scene."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cabotage.core.contract import Scene
    from cabotage.core.words import Words

_SLOT = re.compile(r"\{(\w+)")


def question(scene: Scene, game_words: Words, words: Words, who: str) -> str:
    """A question like "Anna, your turn. Find blue: which tile do you turn?"."""
    key = f"prompt.{scene.get('phase')}"
    if key not in game_words:
        return words.say("play.turn", who=who)
    values: dict[str, Any] = {}
    for name in _SLOT.findall(game_words.texts[key]):
        value = _value(scene, name, game_words)
        if value is None:
            return words.say("play.turn", who=who)
        values[name] = value
    return f"{words.say('play.turn', who=who)} {game_words.tell({'key': key, 'values': values})}"


def _value(scene: Scene, name: str, words: Words) -> Any:
    """The scene's value of this name, or any of its texts with a word of this name.

    For `colour`, the text "blue" fits if there is a word `colour.blue`.
    """
    if name in scene:
        value = scene[name]
        return {"key": f"{name}.{value}"} if f"{name}.{value}" in words else value
    known = (f"{name}.{value}" for value in scene.values() if isinstance(value, str))
    return next(({"key": key} for key in known if key in words), None)
