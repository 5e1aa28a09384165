"""`cabotage games`: the games with their seats and options. Loads no rules."""

from __future__ import annotations

import json
import shutil
import textwrap
from itertools import groupby
from typing import Any, get_args

from cabotage.cli.language import Language, prefer, program_words
from cabotage.core.game import Game, Option, Origin, Value
from cabotage.core.words import Words
from cabotage.games import GAMES

WIDEST = 100
LONG_ROW = 10


def show(as_json: bool, language: Language | None) -> None:
    """Print all games."""
    import os

    spoken = language or prefer(os.environ)
    if as_json:
        print(json.dumps([as_data(game, spoken) for game in GAMES.values()], ensure_ascii=False, indent=2))
        return
    words = program_words(spoken)
    width = min(shutil.get_terminal_size().columns, WIDEST)
    for game in GAMES.values():
        print("\n".join(_lines(game, words, width)), end="\n\n")
    print(words.say("games.hint", game=next(iter(GAMES))))


def as_data(game: Game, language: Language) -> dict[str, Any]:
    """One game as JSON."""
    words = game.words(language)
    return {
        "id": game.id,
        "name": game.names[language],
        "rules_version": game.version,
        "seats": list(game.seats),
        "default_seats": game.default_seats,
        "minutes": list(game.minutes),
        "age": game.age,
        "options": [_option_data(option, words) for option in game.options],
    }


def _option_data(option: Option, words: Words) -> dict[str, Any]:
    return {
        "name": option.name,
        "values": list(option.values),
        "default": option.default,
        "origin": option.group,
        "origins": {written(value): option.origin_of(value) for value in option.values},
        "meaning": _meaning(words, option.name),
        "value_meanings": _value_meanings(option, words),
        "seats": {written(value): list(seats) for value, seats in option.seats.items()},
        "takes_files": option.takes_files,
    }


def _lines(game: Game, words: Words, width: int) -> list[str]:
    own = game.words(words.language)
    facts = [
        words.say("games.seats", span=span(game.seats, words)),
        *(
            words.say("games.seats_with", span=span(seats, words), option=f"{option.name}={written(value)}")
            for option in game.options
            for value, seats in option.seats.items()
        ),
    ]
    about = words.say("games.about", low=game.minutes[0], high=game.minutes[1], age=game.age)
    summary = words.say("games.and").join([*facts, about])
    lines = [f"{game.names[words.language]} ({game.id})", *textwrap.wrap(summary, width - 2)]
    name_width = max((len(option.name) for option in game.options), default=0)
    for origin in get_args(Origin):
        group = [option for option in game.options if option.group == origin]
        lines += [words.say(f"games.from_{origin}")] if group else []
        for option in group:
            values = " ".join(_values(option, words))
            if option.takes_files:
                values += " " + words.say("games.or_file")
            text = words.say("games.option", values=values, meaning=_meaning(own, option.name))
            meanings = _value_meanings(option, own).items()
            if meanings:
                told = [words.say("games.value", value=value, meaning=meaning) for value, meaning in meanings]
                text += words.say("games.values", values=words.say("games.and").join(told))
            indent = " " * (name_width + 4)
            line = "  " + option.name.ljust(name_width + 2) + text
            lines += textwrap.wrap(line, width - 4, subsequent_indent=indent)
    return [lines[0], *(f"  {line}" for line in lines[1:])]


def _values(option: Option, words: Words) -> list[str]:
    """Each value; of a long run of numbers only the ends."""
    shown: list[str] = []
    for _, run in groupby(enumerate(option.values), key=lambda numbered: _place_in_row(*numbered)):
        texts = [_value(value, option, words) for _, value in run]
        shown += texts if len(texts) < LONG_ROW else [texts[0], "...", texts[-1]]
    return shown


def _place_in_row(place: int, value: Value) -> object:
    """A key that is equal for consecutive numbers."""
    return value - place if isinstance(value, int) and not isinstance(value, bool) else (place, value)


def _value(value: Value, option: Option, words: Words) -> str:
    return words.say("games.default", value=written(value)) if value == option.default else written(value)


def _meaning(words: Words, name: str) -> str:
    key = f"option.{name}"
    return words.say(key) if key in words else ""


def _value_meanings(option: Option, words: Words) -> dict[str, str]:
    """What each value means, where it does not go without saying."""
    names = {written(value): f"{option.name}_{written(value)}" for value in option.values}
    return {value: _meaning(words, name) for value, name in names.items() if f"option.{name}" in words}


def written(value: Value) -> str:
    """A value as typed on the command line."""
    return str(value).lower()


def span(numbers: range, words: Words) -> str:
    """A range of numbers in words."""
    if len(numbers) == 1:
        return str(numbers[0])
    return words.say("games.span", low=numbers[0], high=numbers[-1])
