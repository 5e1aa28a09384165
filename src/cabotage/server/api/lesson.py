"""The lesson of a game, as the page plays it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from cabotage.core.lesson import END, TEXTS
from cabotage.games import find
from cabotage.server.api.refusal import encoded
from cabotage.server.api.view import shown_view
from cabotage.tables.lesson import ShownStep, shown

if TYPE_CHECKING:
    from cabotage.core.words import Words


@cache
def lesson(name: str, language: str) -> bytes:
    """The JSON of `responses.Lesson`. It is the same for everybody, so it is made and encoded once."""
    game = find(name)
    words = game.words(language)
    steps = [_step(each, words) for each in shown(game, language)]
    return encoded({"name": game.names[language], "steps": steps, "end": words.say(END)})


def _step(shown: ShownStep, words: Words) -> dict[str, Any]:
    return {
        "id": shown.step.id,
        **{which: shown.step.text(words, which) for which in TEXTS},
        "choice": shown.step.choice,
        "view": shown.view and shown_view(shown.view, words.language),
        "before": shown.before,
        "after": shown.after,
    }
