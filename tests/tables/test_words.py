"""Everything a table says or refuses has a code and a sentence in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabotage.core.words import LANGUAGES, Words
from cabotage.tables import errors
from cabotage.tables.errors import TableError
from cabotage.tables.projection import TOLD

FOLDER = Path(errors.__file__).parent
RAISED = re.compile(r'\b(?!ForeignKey)[A-Z]\w+\(\s*"([a-z]+\.[a-z_]+)"')
OF_THE_CORE = {"option.value"}


def texts(language: str) -> dict[str, str]:
    return dict(Words.load(TableError.folder, language).texts)


def kinds(kind: type[TableError] = TableError) -> Iterator[type[TableError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from kinds(child)


def test_every_cause_has_a_code_of_its_own_and_stands_in_the_tree() -> None:
    codes = [kind.code for kind in kinds()]
    assert len(set(codes)) == len(codes) == 34
    for kind in kinds():
        if kind is not TableError:
            assert re.search(rf"{kind.__name__} +{kind.code} ", errors.__doc__ or ""), kind.__name__


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_asked_for_is_there_and_no_other(language: str) -> None:
    sources = [source.read_text("utf-8") for source in FOLDER.glob("*.py")]
    asked = {key for source in sources for key in RAISED.findall(source)} - OF_THE_CORE
    told = {f"story.{kind.value}" for kind in TOLD} - {"story.ended"}  # the game itself tells how it ended
    told |= {"story.resigned", "story.unvoted", "story.agreed"}
    by_the_server = {"database.slow"}
    assert asked | told | by_the_server | {"story.lot", "seat.bot", "seat.name", "seat.you"} == set(texts(language))
