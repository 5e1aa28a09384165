"""Hints while playing, and the analysis of a finished game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cabotage.bots.evaluation import Chance
from cabotage.bots.search import Budget
from cabotage.cli.analysis import Step, most_costly
from tests.cli.terminal import Terminal

PLAY = ("play", "calypso", "--seed", "1")  # four tiles are as likely there


@pytest.fixture(autouse=True)
def _short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabotage.cli.hint.BUDGET", Budget(iterations=400))


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


@pytest.mark.parametrize(
    ("language", "typed", "head", "line", "all_of_us"),
    [
        (
            "en",
            "hint",
            "from what is visible now; remembering is up to you:",
            r"[a-i]  turn tile [a-i]  \d+% \(\d+ to \d+\)",
            r"With the first choice: Ann \d+%, Bot 2 \d+%, Bot 3 \d+%\.",
        ),
        (
            "fr",
            "conseil",
            "d’après ce qui est visible maintenant ; à vous de vous souvenir du reste :",
            r"[a-i]  retourner la tuile [a-i]  \d+\u00a0% \(\d+ à \d+\)",
            r"Avec le premier choix : Ann \d+ %, Robot 2 \d+ %, Robot 3 \d+ %\.",
        ),
    ],
)
def test_a_hint_shows_three_choices_and_everybodys_chances(
    terminal: Terminal, language: str, typed: str, head: str, line: str, all_of_us: str
) -> None:
    assert terminal.run(*PLAY, "--name", "Ann", "--language", language, typed=[typed, "quit"]) == 0
    assert head in plain(terminal.out)
    assert len(re.findall(line, terminal.out)) == 3
    assert re.search(all_of_us, plain(terminal.out))


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


@pytest.fixture
def record(terminal: Terminal, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--people", "0", "--bots", "random", "--save", str(path))
    return path


def test_an_analysis_tells_of_every_choice_and_of_the_most_costly_ones(terminal: Terminal, record: Path) -> None:
    assert terminal.run("replay", str(record), "--analyse", "--iterations", "200") == 0
    events = json.loads(record.read_text())["events"]
    told = [int(at) for at in re.findall(r"^ *(\d+)  Player \d: ", terminal.out, re.M)]
    listed, costly = told[:-3], told[-3:]
    assert listed == sorted(set(listed))
    assert set(costly) <= set(listed)
    assert all("chosen" in events[at - 1] for at in listed)
    assert len(listed) > 0.9 * sum("chosen" in event for event in events)
    judged = r"Player \d: turn tile [a-i]\. \d+% -> \d+%; the captain's choice: turn tile [a-i]"
    assert re.search(judged, plain(terminal.out))
    assert "Most costly choices:" in terminal.out
    chances = [tuple(map(int, pair)) for pair in re.findall(r"(\d+)% -> (\d+)%", plain(terminal.out))]
    assert all(before >= after for before, after in chances), "nobody gains by choosing"
    assert "replays exactly." in plain(terminal.out)


def test_an_analysis_of_one_seat_by_count_is_the_same_again(terminal: Terminal, record: Path) -> None:
    wish = ("replay", str(record), "--analyze", "--seat", "1", "--iterations", "100", "--language", "fr")
    assert terminal.run(*wish) == 0
    first = terminal.out
    assert "le capitaine" in first
    assert "Joueur 2\u00a0:" in first
    assert "Joueur 1\u00a0:" not in first
    terminal.run(*wish)
    assert terminal.out == first


def test_a_running_game_is_not_analysed(terminal: Terminal, tmp_path: Path) -> None:
    """It would tell one player what another knows."""
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["d", "quit"])
    assert terminal.run("replay", str(path), "--analyse") == 2
    assert terminal.out == ""
    assert "this game is not over" in terminal.err


def test_a_loss_within_the_noise_is_none() -> None:
    def step(at: int, before: float, after: float, tries: int) -> Step:
        return Step(at, 0, Chance.of(before, tries), Chance.of(after, tries), {"key": "a"}, {"key": "b"})

    noise, loss, small = step(1, 0.6, 0.4, 10), step(2, 0.9, 0.1, 500), step(3, 0.5, 0.3, 500)
    assert most_costly([noise, small, loss]) == [loss, small]
    assert most_costly([noise]) == []
