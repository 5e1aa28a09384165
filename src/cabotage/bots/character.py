"""The character of a rank: its first name, and how strong it is in a game, as measured.

`ladder.json` is written by `tools/tournaments.py` from the tournaments of docs/reference/strength.md.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from cabotage.bots import WORDS, known_as, title
from cabotage.core.words import Words

LADDER = Path(__file__).with_name("ladder.json")


def first_name(rank: str, language: str) -> str | None:
    """What the bot of this rank is called; None for programs and for bots without a rank."""
    words, key = Words.load(WORDS, language), f"character.{_kind(rank)}"
    return words.say(key) if key in words else None


def strength(rank: str, game: str, language: str) -> str | None:
    """One line for players; None if nothing was measured."""
    rank = _kind(rank)
    measured = _ladder().get(game, {}).get(rank)
    if measured is None:
        return None
    words = Words.load(WORDS, language)
    shares = {"percent": str(measured["percent"]), "even": str(measured["even"])}
    against = measured["against"]
    if against[0] == rank:
        line = words.say("strength.weaker", own=title(rank, language), stronger=title(against[1], language), **shares)
    else:
        line = words.say("strength.stronger", others=words.say(f"plural.{against[0]}"), **shares)
    return f"{line} {words.say('strength.limited')}" if measured["is_limited"] else line


def _kind(rank: str) -> str:
    return known_as(rank).partition("@")[0]


@cache
def _ladder() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(LADDER.read_text("utf-8"))
    return found
