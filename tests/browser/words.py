"""What the page says, as its own files have it."""

from __future__ import annotations

import functools
import json
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "web" / "src" / "words"


@functools.cache
def words(language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text("utf-8"))
    return texts


def say(language: str, key: str, **values: object) -> str:
    return words(language)[key].format(**values)
