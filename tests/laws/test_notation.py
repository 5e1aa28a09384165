"""Every number has a text of its own, written as it is looked up."""

from __future__ import annotations

import re

import pytest

from cabotage.core.game import Game
from tests.settings import each_game, few_settings

TIDY = re.compile(r"[^\sA-Z]+( [^\sA-Z]+)*")


@each_game
def test_every_number_has_a_text_of_its_own(game: Game) -> None:
    for setting in few_settings(game):
        box = setting.box()
        assert len(box.texts) == game.actions.NUMBERS
        assert len(set(box.texts)) == len(box.texts), str(setting)
        for number, text in enumerate(box.texts):
            assert box.numbers[text] == number


@each_game
def test_texts_are_lower_case_words_with_one_space_between(game: Game) -> None:
    for setting in few_settings(game):
        for text in setting.box().texts:
            assert TIDY.fullmatch(text), f"{setting}: {text!r}"
            assert text == text.lower(), f"{setting}: {text!r}"


@each_game
def test_there_are_actions_and_outcomes_and_no_more_choices_than_actions(game: Game) -> None:
    actions = game.actions
    assert 0 < actions.ACTIONS <= actions.NUMBERS < 2**31
    assert 0 < actions.MOST_CHOICES <= actions.ACTIONS
    assert 0 <= actions.MOST_OUTCOMES <= actions.NUMBERS - actions.ACTIONS


@each_game
@pytest.mark.parametrize("written", ["{}", " {} ", "  {}", "{}\n"])
def test_a_choice_is_understood_in_any_spacing_and_case(game: Game, written: str) -> None:
    position = few_settings(game)[0].box().start(1)
    choice = position.legal[0]
    text = written.format(choice.text.upper().replace(" ", "   "))
    assert text in position.legal
    assert position.play(text).number == choice.number
