"""Lessons: every position is reached by the rules, every decision occurs, and every text is used in both languages."""

from __future__ import annotations

import pytest

from cabotage.core import lesson
from cabotage.core.box import Box
from cabotage.core.game import Game
from cabotage.core.lesson import LEARNER, TEXTS
from cabotage.core.position import Position
from cabotage.core.words import LANGUAGES
from cabotage.tables.lesson import shown
from tests.settings import each_registered_game

SAMPLES = 20_000
LONGEST = 240  # characters of a text: two or three short sentences
WORDS_PER_SECOND, CHOOSING_SECONDS = 4, 3  # how fast people read, and find what they are asked for


def positions(game: Game) -> list[tuple[Position, str]]:
    """The position of each step, reached by choices and draws that are possible, and the choice it asks for."""
    found = []
    position: Position | None = None
    for step in lesson.steps(game):
        if step.start is not None:
            position = step.start.position(game)
        assert position is not None, f"{step.id}: no game to play"
        lesson.lead(position, step.events)
        found.append((position.copy(), step.choice))
        position.play(step.choice)
        lesson.lead(position, step.draws)
        assert not position.is_over, f"{step.id}: the game is over"
    return found


@each_registered_game
def test_every_position_is_reached_and_offers_the_choice_to_the_learner(game: Game) -> None:
    for position, choice in positions(game):
        assert position.to_act == LEARNER, choice
        assert choice in position.legal
        assert len(position.legal) > 1, f"{choice}: nothing to decide"


@each_registered_game
def test_every_decision_of_the_usual_game_occurs_in_the_lesson(game: Game) -> None:
    """Those that occur when all options are as usual, at any number of seats."""
    usual: set[int] = set()
    for seats in game.seats:
        usual |= set(Box(game, seats, {}).simulation.sample(SAMPLES, seed=1)["phase"].tolist())
    taught = {position["phase"] for position, _ in positions(game)}
    assert usual - taught == set()


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_have_just_the_texts_of_the_lesson(game: Game, language: str) -> None:
    words = game.words(language)
    used = [lesson.END, *(f"lesson.step.{step.id}.{text}" for step in lesson.steps(game) for text in TEXTS)]
    assert [key for key in words.texts if key.startswith("lesson.")] == used
    for key in used:
        assert 10 < len(words.say(key)) <= LONGEST, (key, len(words.say(key)))


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_learner_sees_their_own_view_and_what_changes_in_it(game: Game, language: str) -> None:
    for each, (position, choice) in zip(shown(game, language), positions(game), strict=True):
        sight = each.view or each.before
        if sight is not None:
            assert sight["viewer"] == LEARNER
            assert sight["to_act"] == LEARNER
            assert [offered["id"] for offered in sight["choices"]] == [str(one) for one in position.legal]
        assert each.after["steps"][0]["choice"] == choice
        assert each.after["viewer"] == LEARNER


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_takes_one_or_two_minutes(game: Game, language: str) -> None:
    words, steps = game.words(language), lesson.steps(game)
    texts = [words.say(f"lesson.step.{step.id}.{text}") for step in steps for text in ("task", "done")]
    read = sum(len(text.split()) for text in [*texts, words.say("lesson.end")])
    assert 60 <= read / WORDS_PER_SECOND + CHOOSING_SECONDS * len(steps) <= 120
