"""The rules of a game at hand, as the page shows them."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from cabotage.core.rulebook import legend, sections
from cabotage.games import find


@cache
def rules(name: str, language: str) -> dict[str, Any]:
    """The goal in one sentence, all sections in reading order, and what the marks on the board mean."""
    game = find(name)
    return {
        "goal": game.words(language).say("rules.goal"),
        "sections": [asdict(section) for section in sections(game, language)],
        "legend": [asdict(mark) for mark in legend(game, language)],
    }
