"""Programs as opponents in the terminal: one that fails ends the game, not the record."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import cabotage
from tests.cli.terminal import Terminal

QUITTER = """
import json, sys
sys.stdin.readline()
print(json.dumps({"message": "ready", "protocol": 1}), flush=True)
question = json.loads(sys.stdin.readline())
print(json.dumps({"choose": question["choices"][0]["number"]}), flush=True)
sys.stdin.readline()
sys.exit("seasick")
"""


@pytest.fixture
def quitter(tmp_path: Path) -> str:
    """A bot that plays once and then leaves."""
    path = tmp_path / "quitter.py"
    path.write_text(QUITTER)
    return f"program:{sys.executable} {path}"


def test_a_program_sits_beside_people_and_bots(terminal: Terminal) -> None:
    chooser = Path(__file__).parents[2] / "examples" / "bots" / "chooser.py"
    bots = f"program:{sys.executable} {chooser},greedy"
    assert terminal.run("play", "calypso", "--seed", "3", "--bots", bots, answer=terminal.first) == 0
    assert f"Bot 2 (program:{sys.executable} " in " ".join(terminal.out.split())
    assert "The game is over." in terminal.out


@pytest.mark.parametrize(
    ("language", "stops", "reason"),
    [
        (
            "en",
            "A bot has failed: the game stops here.",
            "exited with code 1 instead of answering; its standard error ended with: seasick",
        ),
        (
            "fr",
            "La partie s’arrête ici : un robot a échoué.",
            "au lieu d’une réponse ; fin de sa sortie d’erreur : seasick",
        ),
    ],
)
def test_a_failing_program_ends_the_game_and_the_record_is_kept(
    terminal: Terminal, tmp_path: Path, quitter: str, language: str, stops: str, reason: str
) -> None:
    path = tmp_path / "game.json"
    start = ("play", "calypso", "--seed", "3", "--people", "0", "--bots", quitter, "--language", language)
    assert terminal.run(*start, "--save", str(path)) == 2
    assert stops in terminal.out.replace("\u00a0", " ")
    assert f"cabotage play --resume {path}" in " ".join(terminal.out.split())
    assert reason in terminal.err.replace("\u00a0", " ")
    assert terminal.err.endswith(" [bot/crashed]\n")
    assert terminal.err.count("\n") == 1
    chosen = [event for event in json.loads(path.read_text())["events"] if "seat" in event]
    assert len(chosen) == 1  # the starter's one choice; asked again it left
    assert terminal.run("play", "--resume", str(path), "--people", "0") == 0
    assert cabotage.replay(path).is_over


def test_people_are_asked_whether_to_keep_a_game_that_a_program_ended(
    terminal: Terminal, tmp_path: Path, quitter: str
) -> None:
    path = tmp_path / "game.json"

    def answer(question: str) -> str:
        return f"save {path}" if "save FILE" in question else terminal.first(question)

    assert terminal.run("play", "calypso", "--seed", "3", "--bots", f"greedy,{quitter}", answer=answer) == 2
    assert f"cabotage play --resume {path}" in " ".join(terminal.out.split())
    assert not cabotage.replay(path).is_over


def test_a_program_that_cannot_be_run_is_refused_before_the_game(terminal: Terminal) -> None:
    assert terminal.run("play", "calypso", "--bots", "program:/no/such/bot") == 2
    assert terminal.out == ""
    assert terminal.err == "cabotage: /no/such/bot: cannot be started (No such file or directory) [bot/not_started]\n"
