"""Every test that the threat model names exists."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "explanation" / "threat-model.md").read_text("utf-8")


def test_every_test_that_is_named_exists() -> None:
    named = set(re.findall(r"`(tests/[a-z_/.]+)`", PAGE))
    assert len(named) >= 12
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_line_says_who_tries_it_or_that_nothing_prevents_it() -> None:
    lines = re.findall(r"^- (.*?)(?=\n- |\n\n|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert len(lines) >= 25
    for line in lines:
        assert "`tests/" in line or "**" in line or "answer late" in " ".join(line.split()), line
