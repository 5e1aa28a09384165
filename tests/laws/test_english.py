"""English texts are plain: no phrase that makes a reader stop, and nobody is called "he"."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cabotage.core.words import Words

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("src/cabotage/**/words/en.toml"), *ROOT.glob("web/src/**/words/en.json")])


def texts(file: Path) -> dict[str, str]:
    return json.loads(file.read_text("utf-8")) if file.suffix == ".json" else dict(Words.load(file.parent, "en").texts)


def test_there_are_files() -> None:
    assert {file.suffix for file in FILES} == {".toml", ".json"}


@pytest.mark.parametrize("file", FILES, ids=[str(file.parent.relative_to(ROOT)) for file in FILES])
@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"\b(is|are|be) told\b", "the active verb: show, print, report"),
        (r"\bwho(ever|soever| asks| plays)\b|\bwhom\b", "the player who, the first to, anyone who"),
        (r"\b(he|him|his|himself|oneself)\b", "they, or you"),
        (r"\bdoes not hold\b|\bdoes not fit\b|\bmisshapen\b|\bof another kind\b", "is invalid, does not match"),
        (r"\b(lie|lies|laid|lay) open\b|\bin sight\b", "is visible, is showing, is revealed"),
        (r"\b(goes?|going|gone) on (with|from|where)\b", "resume, continue"),
        (r"(?<!there )\b(is|are) no (?!longer\b|more\b)", "is not a"),
        (r"\bon turn\b|\btaken? back\b", "to play; undo"),
        (r"\b(sea-faring|honest|persons)\b|\b(tail|head|cross) wind", "seafaring, fair, people, tailwind"),
        (r" …| \.\.\.(?!\))|[\d}] %", "no space before … and %"),
    ],
)
def test_phrases(file: Path, pattern: str, instead: str) -> None:
    assert not {key: text for key, text in texts(file).items() if re.search(pattern, text, re.IGNORECASE)}, instead
