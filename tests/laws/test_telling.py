"""Scenes, choices and stories are JSON, translated into both languages, and use only what the viewer sees."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from cabotage.core.contract import SPECTATOR, State
from cabotage.core.event import Event
from cabotage.core.game import Game
from cabotage.core.words import LANGUAGES
from cabotage.tables import projection
from cabotage.tables.rendering import rendered
from tests.settings import each_game, each_registered_game
from tests.walks import moments, step, viewers


def events(game: Game) -> Iterator[Event]:
    """What happens next at many moments."""
    for position in moments(game):
        if not position.is_over:
            yield step(position.copy(), random.Random(len(position.history)))


def messages_in(data: Any) -> Iterator[dict[str, Any]]:
    """Everything in it that has the shape of a message; messages inside of messages too."""
    if isinstance(data, dict):
        if isinstance(data.get("key"), str):
            yield data
        for part in data.values():
            yield from messages_in(part)
    elif isinstance(data, list):
        for part in data:
            yield from messages_in(part)


def assert_json(data: Any) -> None:
    assert json.loads(json.dumps(data, allow_nan=False)) == with_lists(data)


def with_lists(data: Any) -> Any:
    """The same with lists for tuples, which JSON does not tell apart."""
    if isinstance(data, dict):
        return {key: with_lists(part) for key, part in data.items()}
    return [with_lists(part) for part in data] if isinstance(data, (list, tuple)) else data


def assert_translated(game: Game, data: Any) -> int:
    """Check that all messages in it exist in both languages; return how many there are."""
    count = 0
    for message in messages_in(data):
        count += 1
        for language in LANGUAGES:
            words = game.words(language)
            assert message["key"] in words, f"{language}.toml has no {message['key']}"
            text = words.tell(message)
            assert text, f"{message['key']} says nothing in {language}"
            assert "{" not in text, f"{message['key']} is not filled in {language}: {text}"
    return count


@each_game
def test_scenes_are_json_for_every_viewer(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            scene = position.scene(viewer)
            assert_json(scene)
            assert_translated(game, scene)


@each_registered_game
def test_scenes_and_choices_have_the_declared_types(game: Game) -> None:
    """tools/wire.py generates the page's types from the same declarations."""
    declared: Any = game.scene
    config = ConfigDict(extra="forbid", strict=True)
    scenes: TypeAdapter[Any] = TypeAdapter(list[declared.Scene], config=config)
    choices: TypeAdapter[Any] = TypeAdapter(list[declared.Choice], config=config)
    described = 0
    for position in moments(game):
        scenes.validate_json(json.dumps([position.scene(viewer) for viewer in viewers(position.box)]))
        if position.to_act >= 0:
            glance = position.box.visibility.glance(position.view(position.to_act))
            offered = [declared.choice(position.box, glance, choice.number) for choice in position.legal]
            described += len(choices.validate_json(json.dumps(offered)))
    assert described > 10


@each_registered_game
def test_rendering_leaves_scenes_and_choices_as_they_are(game: Game) -> None:
    """Scenes share what never changes, so a change would be seen in all of them."""
    declared: Any = game.scene
    for position in moments(game):
        viewer = max(position.to_act, SPECTATOR)
        scene, offered = position.scene(viewer), position.described(viewer)
        before = json.dumps([scene, offered])
        for language in LANGUAGES:
            rendered(scene, declared.Scene, game.words(language))
            for number, choice in offered:
                projection.offer(position.box, number, choice, game.words(language))
        assert json.dumps([scene, offered]) == before


@each_game
def test_choices_are_json_with_their_number_notation_and_a_text_in_both_languages(game: Game) -> None:
    messages = 0
    for position in moments(game):
        if position.to_act < 0:
            continue
        choices = position.choices(position.to_act)
        assert_json(choices)
        assert [(choice["id"], choice["notation"]) for choice in choices] == [
            (c.number, c.text) for c in position.legal
        ]
        for choice in choices:
            assert "text" in choice, choice
            messages += assert_translated(game, choice)
    assert messages > 10


@each_game
def test_the_texts_of_offered_choices_differ_in_both_languages(game: Game) -> None:
    for position in moments(game):
        choices = position.choices(position.to_act) if position.to_act >= 0 else []
        for language in LANGUAGES:
            words = game.words(language)
            texts = [words.tell(choice["text"]) for choice in choices]
            assert len(set(texts)) == len(texts), f"{position!r}: {sorted(texts)}"


@each_game
def test_only_the_seat_to_act_has_choices(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            assert bool(position.choices(viewer)) == (viewer == position.to_act >= 0)


@each_game
def test_stories_are_json_and_told_in_both_languages_to_every_viewer(game: Game) -> None:
    messages = 0
    for event in events(game):
        for viewer in viewers(event.box):
            story = event.story(viewer)
            assert_json(story)
            assert all(isinstance(message.get("key"), str) for message in story), story
            messages += assert_translated(game, story)
    assert messages > 10


@each_game
def test_a_story_is_made_of_two_glances_and_the_number_as_it_was_seen(game: Game) -> None:
    for event in events(game):
        box = event.box
        after = State(event.before.copy())
        game.rules.apply(box.constants, after, 0, event.number)
        for viewer in viewers(box):
            seen = game.rules.seen(box.constants, event.before, 0, event.number, viewer)
            glances = [box.visibility.glance(box.visibility.view(state, viewer)) for state in (event.before, after)]
            expected = game.story.story(box, glances[0], int(seen), glances[1], viewer)
            assert event.story(viewer) == expected


@each_game
def test_every_moment_can_be_drawn_in_both_languages(game: Game) -> None:
    for position in moments(game):
        for viewer in viewers(position.box):
            for language in LANGUAGES:
                drawing = position.draw(viewer, game.words(language))
                assert drawing.strip()
                assert "{" not in drawing, drawing
                assert all(line == line.rstrip() for line in drawing.splitlines()), drawing


@each_game
def test_a_seat_can_have_any_name_in_a_drawing_and_a_story(game: Game) -> None:
    """Names come from people: signs that mean something in our texts must come out as they are."""
    name = "Zoé {who} #\\1 |"
    heard = 0
    for event in events(game):
        words = game.words("en").naming(lambda seat: name)
        for message in event.story(SPECTATOR):
            text = words.tell(message)
            if any("seat" in value for value in message.get("values", {}).values() if isinstance(value, dict)):
                heard += name in text
    assert heard > 0
