"""A terminal for each test, English unless the test says otherwise, and the toy game with its secrets."""

from __future__ import annotations

import pytest

from cabotage.games import GAMES
from tests.cli.terminal import Terminal
from tests.toy import GAME as TOY


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    return Terminal(monkeypatch, capsys)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of a game that hides cards; in the registry for this test only."""
    monkeypatch.setitem(GAMES, TOY.id, TOY)
    return TOY.id
