"""No word of one language appears in texts of the other: stories, choices, scenes and drawings are translated."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from cabotage.core.contract import SPECTATOR
from cabotage.core.game import Game
from cabotage.core.position import Position
from cabotage.core.words import LANGUAGES
from cabotage.tables import projection
from cabotage.tables.rendering import rendered
from tests.settings import each_registered_game
from tests.walks import moments, step

MOST_MOMENTS = 8
LEAST_LETTERS = 5  # shorter words are often the same, or parts of others


def texts(position: Position, language: str) -> Iterator[str]:
    """All that somebody reads at this moment and about the next event, on the page and in the terminal."""
    game, words = position.box.game, position.box.game.words(language)
    kinds: Any = game.scene
    viewer = max(position.to_act, SPECTATOR)
    yield position.draw(viewer, words)
    yield from _read(rendered(position.scene(viewer), kinds.Scene, words))
    if position.is_over:
        return
    if position.to_act >= 0:
        offered = position.described(viewer)
        yield from _read([projection.offer(position.box, *choice, words)["text"] for choice in offered])
        for reason in position.not_offered(viewer, [choice for _, choice in offered]):
            yield from (words.tell(reason["name"]), words.tell(reason["why"]))
    event = step(position.copy(), random.Random(len(position.history)))
    yield from map(words.tell, event.story(viewer))


def _read(shown: Any) -> Iterator[str]:
    """Texts for people: they have a space or a capital letter. What programs read has neither."""
    if isinstance(shown, dict):
        shown = list(shown.values())
    if isinstance(shown, list):
        for part in shown:
            yield from _read(part)
    elif isinstance(shown, str) and (" " in shown or shown[:1].isupper()):
        yield shown


def own_words(game: Game, language: str, other: str) -> set[str]:
    """Texts without a gap to fill in that the other language does not have, not even as a part of one."""
    foreign = "\n".join(game.words(other).texts.values()).lower()
    plain = {text for text in game.words(language).texts.values() if not re.search(r"[{}]", text)}
    return {text for text in plain if len(text) >= LEAST_LETTERS and text.lower() not in foreign}


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_other_language_appears(game: Game, language: str) -> None:
    [other] = [each for each in LANGUAGES if each != language]
    foreign = own_words(game, other, language)
    assert len(foreign) > 20
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(foreign)))})(?!\w)", re.IGNORECASE)
    count = 0
    for position in islice(moments(game), MOST_MOMENTS):
        for text in texts(position, language):
            count += 1
            assert not pattern.search(text), text
    assert count > MOST_MOMENTS


def test_a_port_that_is_not_translated_is_found() -> None:
    from cabotage.games import find

    game = find("treasure_boots")
    assert "Brandy Quay" in own_words(game, "en", "fr")
    assert "Rade du Pélican" in own_words(game, "fr", "en")
