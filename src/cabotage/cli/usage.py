"""Errors of Typer in our words and the chosen language; unknown ones keep Typer's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cabotage.cli.language import program_words

if TYPE_CHECKING:
    from cabotage.core.words import Words

# Typer has no classes for these errors, only sentences.
SENTENCES = {
    "command": re.compile(r"No such command '(?P<name>.*?)'(\. Did you mean '(?P<near>.*?)'\?)?"),
    "extra": re.compile(r"Got unexpected extra arguments?(\(s\))? \((?P<name>.*)\)"),
    "no_value": re.compile(r"Option '(?P<name>.*)' requires"),
    "value_too_much": re.compile(r"Option '(?P<name>.*)' does not take a value"),
}


def sentence_of(error: Any) -> str:
    """The sentence for an exception of Typer, which uses the class names of Click."""
    words = program_words()
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return _with_near(words, "option", error.option_name, next(iter(error.possibilities or ()), None))
    if kind == "MissingParameter" and error.param is not None:
        return words.say("usage.missing", name=_name(error.param))
    if kind == "BadParameter" and error.param is not None:
        return words.say("usage.value", name=_name(error.param), expected=_expected(words, error.param))
    text = str(error.format_message())
    for key, sentence in SENTENCES.items():
        if found := sentence.match(text):
            return _with_near(words, key, found["name"], found.groupdict().get("near"))
    return text


def _with_near(words: Words, key: str, name: str, near: str | None) -> str:
    sentence = words.say(f"usage.{key}", name=name)
    return words.say("usage.near", said=sentence, near=near) if near else sentence


def _name(param: Any) -> str:
    """An option as typed, an argument as in the help."""
    return str(param.opts[0] if param.param_type_name == "option" else param.metavar or param.name)


def _expected(words: Words, param: Any) -> str:
    least, most = (_bound(words, param, end) for end in ("min", "max"))
    if least is not None and most is not None:
        return words.say("usage.between", what=param.metavar, least=least, most=most)
    return str(param.metavar) if least is None else words.say("usage.at_least", what=param.metavar, least=least)


def _bound(words: Words, param: Any, end: str) -> str | None:
    """Newer versions of Typer store it in the parameter, older ones in its type."""
    found = getattr(param, end, None)
    if found is None:
        found = getattr(getattr(param, "type", None), end, None)
    return None if found is None else words.number(found, "")
