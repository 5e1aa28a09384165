"""The language of the program's output."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum

NEUTRAL = ("C", "POSIX")


class Language(StrEnum):
    en = "en"
    fr = "fr"


def prefer(environment: Mapping[str, str]) -> Language:
    """The language of the environment, read as gettext does; English if we have no texts in it."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if locale.partition(".")[0] in NEUTRAL:
        return Language.en
    for wish in [*environment.get("LANGUAGE", "").split(":"), locale]:
        if wish[:2] in tuple(Language):
            return Language(wish[:2])
    return Language.en


_wished: list[Language] = []  # by --language


def wish(language: Language | None) -> Language | None:
    """Keep the value of --language, so that errors use it too."""
    _wished[:] = [] if language is None else [language]
    return language


def spoken() -> Language:
    """The language set by --language, else by the environment."""
    return _wished[0] if _wished else prefer(os.environ)
