"""Both languages have the same texts with the same places to fill in."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from cabotage.core.game import Game
from cabotage.core.words import LANGUAGES, Words
from tests.settings import each_game

ROOT = Path(__file__).parents[2]
FOLDERS = sorted([*ROOT.glob("src/cabotage/**/words"), ROOT / "tests/toy/words"])
FORM = re.compile(r"(de|à|[^|}]*\|[^|}]*)")  # a French preposition, or singular and plural
SLOT = re.compile(r"\{(\w+)(?::([^}]*))?\}")


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_english_and_french_have_the_same_texts_with_the_same_values(folder: Path) -> None:
    english, french = (Words.load(folder, language).texts for language in LANGUAGES)
    assert set(english) == set(french)
    for key in english:
        slots = [{name for name, _ in SLOT.findall(texts[key])} for texts in (english, french)]
        assert slots[0] == slots[1], f"{key}: {english[key]!r}, {french[key]!r}"


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_brace_in_a_text_is_one_to_fill_in(game: Game, language: str) -> None:
    for key, text in game.words(language).texts.items():
        assert text.strip() == text, f"{key}: {text!r}"
        assert text, key
        assert not set("{}") & set(SLOT.sub("", text)), f"{key}: {text!r}"
        for _, form in SLOT.findall(text):
            assert not form or FORM.fullmatch(form), f"{key}: {text!r}"


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_every_named_value_is_explained(game: Game, language: str) -> None:
    words = game.words(language)
    assert "seat.name" in words
    for option in game.options:
        assert f"option.{option.name}" in words, option.name
        if all(isinstance(value, str) for value in option.values) and not option.takes_files:
            for value in option.values:
                assert f"option.{option.name}_{value}" in words, f"{option.name}={value}"


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_words_file_is_nothing_but_texts(game: Game, language: str) -> None:
    with (game.folder / "words" / f"{language}.toml").open("rb") as file:
        tables = tomllib.load(file)
    for table, texts in tables.items():
        assert isinstance(texts, dict), f"{table} stands outside of any table"
        assert all(isinstance(text, (str, dict)) for text in texts.values()), table


@each_game
def test_a_game_has_a_name_in_every_language(game: Game) -> None:
    assert set(game.names) == set(LANGUAGES)
