"""The list of games for the start page: facts from the registry, texts from each game's words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from cabotage.bots import BOTS, RANKS
from cabotage.bots.character import first_name, strength
from cabotage.games import GAMES
from cabotage.tables.projection import rank_name

if TYPE_CHECKING:
    from cabotage.core.game import Game, Option, Value
    from cabotage.core.words import Words


@cache
def games(language: str) -> list[dict[str, Any]]:
    return [_card(game, language) for game in GAMES.values()]


def _card(game: Game, language: str) -> dict[str, Any]:
    words = game.words(language)
    return {
        "id": game.id,
        "name": game.names[language],
        "rules_version": game.version,
        "seats": {"least": game.seats[0], "most": game.seats[-1], "usual": game.default_seats},
        "minutes": list(game.minutes),
        "age": game.age,
        "goal": words.say("rules.goal"),
        "authors": game.authors,
        "publisher": game.publisher,
        "ranks": [_bot(rank, game, language) for rank in RANKS],
        "bots": [_bot(bot, game, language) for bot in BOTS],
        "options": [_option(option, words) for option in game.options],
        "boards": [
            {"id": str(value), "name": _text(option, value, words), "option": option.name}
            for option in game.options
            if option.takes_files
            for value in option.values
        ],
    }


def _bot(bot: str, game: Game, language: str) -> dict[str, Any]:
    return {
        "id": bot,
        "name": rank_name(bot, language),
        "character": first_name(bot, language),
        "strength": strength(bot, game.id, language),
    }


def _option(option: Option, words: Words) -> dict[str, Any]:
    key = f"option.{option.name}"
    return {
        "name": option.name,
        "text": words.say(key) if key in words else option.name,
        "help": words.say(f"{key}_help") if f"{key}_help" in words else "",
        "kind": _kind(option),
        "default": option.default,
        "origin": option.group,
        "book_value": option.book_value,
        "when": {name: list(values) for name, values in option.when.items()},
        "values": [
            {
                "value": value,
                "text": _text(option, value, words),
                "origin": option.origin_of(value),
                "for_seats": _span(option, value),
            }
            for value in option.values
        ],
    }


def _kind(option: Option) -> str:
    if option.takes_files:
        return "board"
    if isinstance(option.default, bool):
        return "flag"
    return "number" if isinstance(option.default, int) else "choice"


def _text(option: Option, value: Value, words: Words) -> str:
    key = f"option.{option.name}_{str(value).lower()}"
    return words.say(key) if key in words else str(value)


def _span(option: Option, value: Value) -> dict[str, int] | None:
    seats = option.seats.get(value)
    return None if seats is None else {"least": seats[0], "most": seats[-1]}
