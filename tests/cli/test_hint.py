"""Hints while playing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

PLAY = ("play", "calypso", "--seed", "1")  # four tiles are as likely there


@pytest.fixture(autouse=True)
def _short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabotage.cli.hint.SECONDS", 0.05)


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize(
    ("language", "typed", "head", "line", "all_of_us", "merit"),
    [
        (
            "en",
            "hint",
            "from what is visible now; remembering is up to you:",
            r"[a-i]  turn tile [a-i]  \d+% \(\d+ to \d+\)",
            r"With the first choice: Ann \d+%, Bot 2 \d+%, Bot 3 \d+%\.",
            r"is under tile [a-i] in \d+% of all cases; no other tile is likelier\.",
        ),
        (
            "fr",
            "conseil",
            "d’après ce qui est visible maintenant ; à vous de vous souvenir du reste :",
            r"[a-i]  retourner la tuile [a-i]  \d+\u00a0% \(\d+ à \d+\)",
            r"Avec le premier choix : Ann \d+ %, Robot 2 \d+ %, Robot 3 \d+ %\.",
            r"est sous la tuile [a-i] dans \d+ % des cas ; aucune autre tuile n’est plus probable\.",
        ),
    ],
)
def test_a_hint_shows_three_choices_and_everybodys_chances(
    terminal: Terminal, language: str, typed: str, head: str, line: str, all_of_us: str, merit: str
) -> None:
    assert terminal.run(*PLAY, "--name", "Ann", "--language", language, typed=[typed, "quit"]) == 0
    assert head in plain(terminal.out)
    assert len(re.findall(line, terminal.out)) == 3
    assert re.search(all_of_us, plain(terminal.out))
    assert len(re.findall(merit, plain(terminal.out))) == 3


def test_what_a_hint_says_can_be_typed(terminal: Terminal) -> None:
    terminal.run(*PLAY, typed=["hint", "quit"])
    labels = re.findall(r"^ (\S+)  turn tile [a-i]  \d+%", terminal.out, re.M)
    assert len(labels) == 3
    assert all(terminal.menus[0].find(label) for label in labels)


def test_together_there_is_one_chance(terminal: Terminal) -> None:
    terminal.run(*PLAY, "--option", "mode=coop", typed=["hint", "quit"])
    assert re.search(r"With the first choice, your shared chance of winning is \d+%\.", plain(terminal.out))
    assert "Player 1 " not in terminal.out.split("your shared chance")[1].split("\n")[0]


def test_a_hint_costs_nothing_and_is_listed_in_help(terminal: Terminal, tmp_path: Path) -> None:
    with_hint, without = tmp_path / "with", tmp_path / "without"
    terminal.run(*PLAY, "--save", str(with_hint), typed=["help", "hint", "d", "quit"])
    assert "\n  hint  " in terminal.out
    terminal.run(*PLAY, "--save", str(without), typed=["d", "quit"])
    assert with_hint.read_text() == without.read_text()
