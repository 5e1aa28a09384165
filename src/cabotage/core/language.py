"""Which language to speak to whoever started the program."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum

NEUTRAL = ("C", "POSIX")


class Language(StrEnum):
    en = "en"
    fr = "fr"


def prefer(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for, as gettext reads it; English if it asks for none of ours."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if locale.partition(".")[0] in NEUTRAL:
        return Language.en
    for wish in [*environment.get("LANGUAGE", "").split(":"), locale]:
        if wish[:2] in tuple(Language):
            return Language(wish[:2])
    return Language.en


_wished: list[Language] = []  # by --language


def wish(language: Language | None) -> Language | None:
    """Keep what --language says, so that a refusal is told in it too."""
    _wished[:] = [] if language is None else [language]
    return language


def spoken() -> Language:
    """The language that was asked for, by --language or by the environment."""
    return _wished[0] if _wished else prefer(os.environ)
