"""The rules at hand: enough sections, in both languages, and one for every decision."""

from __future__ import annotations

import pytest

from cabotage.core.game import Game
from cabotage.core.rulebook import legend, sections
from cabotage.core.words import LANGUAGES
from tests.settings import each_registered_game, few_settings
from tests.walks import moments

PREFIX = "rules.section."


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_have_just_the_sections_of_the_rulebook(game: Game, language: str) -> None:
    written = [key.removeprefix(PREFIX) for key in game.words(language).texts if key.startswith(PREFIX)]
    assert written == [f"{name}.{part}" for name in game.rulebook.SECTIONS for part in ("title", "text")]


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_told_in_eight_to_fourteen_short_sections(game: Game, language: str) -> None:
    read = sections(game, language)
    assert 8 <= len(read) <= 14
    for section in read:
        assert len(section.title) <= 50, section.id
        assert 80 <= len(section.text) <= 1000, (section.id, len(section.text))
        assert len({other.title for other in read}) == len(read)
    assert len(game.words(language).say("rules.goal")) > 20
    assert len(game.words(language).say("rules.drawing")) > 20


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_is_paragraphs_and_lists_and_nothing_else(game: Game, language: str) -> None:
    for section in sections(game, language):
        for line in section.text.split("\n"):
            assert line == line.strip(), (section.id, line)
            assert not line.startswith(("*", "#", "•", "-")) or line.startswith("- "), (section.id, line)
            assert not line or line[-1] in ".:;)!?", (section.id, line)
        assert "\n\n\n" not in section.text, section.id


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_legend_explains_the_marks_on_the_board(game: Game, language: str) -> None:
    marks = legend(game, language)
    written = [key for key in game.words(language).texts if key.startswith("legend.")]
    assert len(written) == 2 * len(marks)
    assert 6 <= len(marks) <= 10
    for mark in marks:
        assert len(mark.name) <= 60, mark.name
        assert 15 <= len(mark.text) <= 200, (mark.name, len(mark.text))
        assert mark.text.endswith("."), mark.text


@each_registered_game
def test_every_decision_has_a_section_that_matters_then(game: Game) -> None:
    covered = {int(phase) for phases in game.rulebook.SECTIONS.values() for phase in phases}
    decided = {position["phase"] for position in moments(game) if position.to_act >= 0}
    for setting in few_settings(game):  # rare decisions, too
        decided |= set(setting.box().simulation.sample(5000, seed=1)["phase"].tolist())
    assert covered == decided
