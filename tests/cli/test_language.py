"""Which language is spoken."""

from __future__ import annotations

import pytest

from cabotage.cli.language import Language, prefer, program_words


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "fr_BE"}, "fr"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANGUAGE": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "en:fr"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
    ],
    ids=str,
)
def test_the_environment_chooses_the_language(environment: dict[str, str], expected: str) -> None:
    assert prefer(environment) == expected


def test_no_message_is_the_same_in_both_languages_but_for_names_and_signs() -> None:
    english, french = (program_words(language).texts for language in Language)
    shared = {key for key in english if english[key] == french[key]}
    alike = {"games.default", "games.option", "games.value", "games.values", "play.ask", "end.place"}
    assert {key for key in shared if not key.startswith("bench.")} == alike


def test_english_commands_are_understood_in_french_too() -> None:
    english, french = (program_words(language) for language in Language)
    for name in ("help", "list", "draw", "story", "save", "quit"):
        assert set(english.say(f"command.{name}").split()) <= set(french.say(f"command.{name}").split())
