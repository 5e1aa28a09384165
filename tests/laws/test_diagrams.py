"""Pictures in the rules: real positions, each in a section, with texts in both languages."""

from __future__ import annotations

from collections import Counter

import pytest

from cabotage.core.diagram import TEXTS, diagrams
from cabotage.core.game import Game
from cabotage.core.words import LANGUAGES
from cabotage.tables.diagram import shown
from tests.settings import each_registered_game

LEAST = 3
MOST_OF_A_SECTION = 2
LONGEST = 180  # characters


@each_registered_game
def test_the_rules_have_at_least_three_pictures_in_their_own_sections(game: Game) -> None:
    sections = list(game.rulebook.SECTIONS)
    pictured = [each.section for each in diagrams(game)]
    assert len(pictured) >= LEAST
    assert pictured == sorted(pictured, key=sections.index)
    assert max(Counter(pictured).values()) <= MOST_OF_A_SECTION


@each_registered_game
def test_every_picture_is_a_position_of_the_lesson_that_offers_what_it_points_at(game: Game) -> None:
    found = list(shown(game, "en"))  # plays the lesson, so that every position is reached
    assert [each for each, _, _ in found] == list(diagrams(game))
    for each, view, choice in found:
        assert (view["status"], view["viewer"], view["to_act"]) == ("running", 0, 0), each.id
        assert choice in [offered["id"] for offered in view["choices"]], each.id


@each_registered_game
def test_what_is_shown_is_a_part_of_the_board(game: Game) -> None:
    for each in diagrams(game):
        left, top, width, height = each.part
        assert 0 <= left < left + width <= 1, each.id
        assert 0 <= top < top + height <= 1, each.id


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_have_just_the_texts_of_the_pictures(game: Game, language: str) -> None:
    words = game.words(language)
    used = [f"diagram.{each.id}.{text}" for each in diagrams(game) for text in TEXTS]
    assert [key for key in words.texts if key.startswith("diagram.")] == used
    for key in used:
        assert 30 <= len(words.say(key)) <= LONGEST, (key, len(words.say(key)))
        assert words.say(key).endswith("."), key
