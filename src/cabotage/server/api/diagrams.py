"""The pictures of a game's rules, as the page draws them."""

from __future__ import annotations

from functools import cache

from cabotage.core.diagram import TEXTS
from cabotage.games import find
from cabotage.server.api.refusal import encoded
from cabotage.server.api.view import shown_view
from cabotage.tables.diagram import shown


@cache
def diagrams(name: str, language: str) -> bytes:
    """The JSON of `responses.Diagrams`. It is the same for everybody, so it is made and encoded once."""
    game = find(name)
    words = game.words(language)
    found = [
        {
            "id": each.id,
            "section": each.section,
            **{text: words.say(f"diagram.{each.id}.{text}") for text in TEXTS},
            "view": shown_view(view, language),
            "choice": choice if each.points else None,
            "part": each.part,
        }
        for each, view, choice in shown(game, language)
    ]
    return encoded({"diagrams": found})
