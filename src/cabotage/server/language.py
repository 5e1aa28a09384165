"""The language of a request (by its query, else Accept-Language, else English), and the server's texts in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cabotage.core.words import LANGUAGES, Words

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

WORDS = Path(__file__).with_name("words")
GREETINGS = ("hello", "good_luck", "well_played", "thanks", "sorry", "hurry", "wow", "again", "goodbye")


def wanted(request: HTTPConnection) -> str:
    """The language for the response to this request, or for this socket."""
    named = request.query_params.get("language")
    return named if named in LANGUAGES else preferred(request.headers.get("accept-language", ""))


def preferred(header: str) -> str:
    """The best of our languages by an Accept-Language header."""
    best, best_weight = LANGUAGES[0], 0.0
    for part in header.split(",")[:20]:
        tag, _, weight_text = part.partition(";q=")
        try:
            weight = float(weight_text) if weight_text else 1.0
        except ValueError:
            continue
        language = tag.strip()[:2].lower()
        if language in LANGUAGES and weight > best_weight:
            best, best_weight = language, weight
    return best


@cache
def server_words(language: str) -> Words:
    return Words.load(WORDS, language)


@cache
def greetings(language: str) -> list[dict[str, str]]:
    words = server_words(language)
    return [{"id": greeting, "text": words.say(f"greeting.{greeting}")} for greeting in GREETINGS]
