"""Errors by cause: each with a code of its own and a sentence in both languages."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabotage.core import errors
from cabotage.core.errors import BotCrashed, CabotageError, NotOffered, PositionError, RecordError
from cabotage.core.words import LANGUAGES, Words

CORE = Path(errors.__file__).parent
RAISED = re.compile(r'Error\(\s*"([a-z_]+\.[a-z_]+)"|(?:NotOffered|NotYourTurn|GameOver|UnknownGame)\(\s*"([a-z_.]+)"')


def kinds(kind: type[CabotageError] = CabotageError) -> Iterator[type[CabotageError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from kinds(child)


def texts(language: str) -> dict[str, str]:
    return dict(Words.load(errors.WORDS, language).texts)


def test_every_cause_has_a_code_of_its_own() -> None:
    ours = [kind for kind in kinds() if kind.__module__ == errors.__name__]
    codes = [kind.code for kind in ours]
    assert len(set(codes)) == len(codes) >= 12
    assert all(re.fullmatch(r"[a-z]+/[a-z_]+", code) for code in codes)


def test_the_tree_at_the_top_of_the_file_names_every_error_with_its_code() -> None:
    tree = errors.__doc__ or ""
    for kind in kinds():
        if kind.__module__ == errors.__name__:
            assert kind.__name__ in tree
            assert kind.__subclasses__() or re.search(rf"{kind.__name__} +{kind.code} ", tree), kind.__name__


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_core_asks_for_is_there(language: str) -> None:
    asked = {one or other for source in CORE.glob("*.py") for one, other in RAISED.findall(source.read_text("utf-8"))}
    assert len(asked) > 15
    assert asked <= set(texts(language))


def test_an_error_is_told_in_both_languages() -> None:
    error = PositionError("position.seat", last=2, seat=7)
    assert str(error) == error.sentence("en") == "seats are 0 to 2, not 7"
    assert error.sentence("fr") != error.sentence("en")
    assert "2" in error.sentence("fr")
    assert "7" in error.sentence("fr")


def test_an_error_inside_of_an_error_is_told_in_the_same_language() -> None:
    inner = NotOffered("move.not_drawn", text="'card 2'", possible="card 1")
    outer = RecordError("record.event", at=3, reason=inner)
    for language in LANGUAGES:
        assert inner.sentence(language) in outer.sentence(language)


def test_a_ready_sentence_is_told_as_it_is() -> None:
    assert str(RecordError("the ink has run")) == "the ink has run"


def test_an_error_comes_through_to_another_process_whole() -> None:
    error = BotCrashed("bot.exited", command="bot", code=3, said={"key": "bot.said", "values": {"words": "help"}})
    error.stderr = "help\n"
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is BotCrashed
    assert str(twin) == "bot: exited with code 3 instead of answering; its standard error ended with: help"
    assert twin.stderr == "help\n"
