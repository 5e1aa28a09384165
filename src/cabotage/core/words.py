"""Messages in English and French: a key and values become a sentence.

The texts are in words/<language>.toml of a game, with dotted keys as tables. A text may contain

    {count}              a value
    {fish:one fish|# fish}   a number with its noun (singular|plural; # is the number)
    {who}                a seat, if the value is {"seat": 2}: the name of the player
    {stone}              another message, if the value is {"key": "stone.red"}
    {who:de}, {ship:à}   in French, the preposition joined to the value: d’Ada, du corsaire, au corsaire
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")

_SLOT = re.compile(r"\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}")

# A text in parts: a piece of it, and the slot that follows (its name, its form and its plural); the last has no slot.
_Slot = tuple[str, str | None, str | None]
_Parts = tuple[tuple[str, _Slot | None], ...]

_CONTRACTED = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}
_ELIDES = re.compile(r"[aeiouhœæ]|y(?![aeiou])", re.IGNORECASE)
_FRENCH_SIGNS = str.maketrans({".": ",", ",": "\N{NO-BREAK SPACE}", "%": "\N{NO-BREAK SPACE}%"})


def _is_singular(language: str, number: int) -> bool:
    return abs(number) < 2 if language == "fr" else abs(number) == 1


def _joined(preposition: str, text: str) -> str:
    article, _, noun = text.partition(" ")
    if noun and (contracted := _CONTRACTED.get(f"{preposition} {article}")):
        return f"{contracted} {noun}"
    without_accents = unicodedata.normalize("NFD", text)
    return f"d’{text}" if preposition == "de" and _ELIDES.match(without_accents) else f"{preposition} {text}"


class Words:
    """All texts of one game (or of the program) in one language."""

    def __init__(self, texts: Mapping[str, str], language: str, names: Callable[[int], str] | None = None) -> None:
        self.texts = texts
        self.language = language
        self.names = names or (lambda seat: self.say("seat.name", number=seat + 1))

    @staticmethod
    def load(folder: Path, language: str) -> Words:
        """The texts of a folder in one language."""
        if language not in LANGUAGES:
            raise ValueError(f"the language must be one of {', '.join(LANGUAGES)}, not {language!r}")
        return _loaded(folder, language)

    def naming(self, names: Callable[[int], str]) -> Words:
        """The same words, with other names for the seats."""
        return Words(self.texts, self.language, names)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **values: Any) -> str:
        """The text of this key with its values filled in."""
        return self._filled(key, values)

    def number(self, value: float, form: str) -> str:
        """A number as this language writes it; `form` as for format()."""
        text = format(value, form)
        return text.translate(_FRENCH_SIGNS) if self.language == "fr" else text

    def tell(self, message: Mapping[str, Any]) -> str:
        """The message {"key": ..., "values": ...} as a sentence with a capital."""
        return sentence(self.text(message))

    def text(self, message: Mapping[str, Any]) -> str:
        """The message {"key": ..., "values": ...} as a text."""
        return self._filled(message["key"], message.get("values", {}))

    def tell_now(self, message: Mapping[str, Any]) -> str:
        """The same at the moment it happens: uses the part "now" of a message, which logs leave out."""
        return self.tell(message.get("now", message))

    def _filled(self, key: str, values: Mapping[str, Any]) -> str:
        parts = _parts(self.texts[key])
        if len(parts) == 1:
            return parts[0][0]
        filled = ""
        for piece, slot in parts:
            filled += piece
            if slot is not None:
                value = values[slot[0]]
                filled += value if slot[1] is None and isinstance(value, str) else self._fill(slot, value)
        return filled

    def _fill(self, slot: _Slot, value: Any) -> str:
        _, form, plural = slot
        if form is not None and plural is not None:
            return (form if _is_singular(self.language, value) else plural).replace("#", str(value))
        text = value if isinstance(value, str) else self._value(value)
        return _joined(form, text) if form else text

    def _value(self, value: Any) -> str:
        if isinstance(value, int):
            return str(value)
        if isinstance(value, dict):
            return self.names(value["seat"]) if "seat" in value else self.text(value)
        return self.number(value, "g") if isinstance(value, float) else str(value)


def sentence(text: str) -> str:
    """The text with a capital."""
    return text[:1].upper() + text[1:]


@cache
def _parts(text: str) -> _Parts:
    """Read once, because a text is filled more often than there are texts."""
    pieces = _SLOT.split(text)  # a piece, the three groups of a slot, a piece, ...
    slots = [*zip(pieces[1::4], pieces[2::4], pieces[3::4], strict=True), None]
    return tuple(zip(pieces[::4], slots, strict=True))


@cache
def _loaded(folder: Path, language: str) -> Words:
    return Words(_texts(folder, language), language)


@cache
def _texts(folder: Path, language: str) -> dict[str, str]:
    with (folder / f"{language}.toml").open("rb") as file:
        return dict(_flat(tomllib.load(file), ""))


def _flat(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flat(value, f"{prefix}{key}.")
