"""Without the packages of the server everything works but the server, which says what to install."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUDY = """
import cabotage
from cabotage.arena import Tournament
box = cabotage.load("calypso", seats=2)
print(box.vector(4, seed=1).reset().mask.shape)
print(Tournament(box, ["greedy", "random"], games=2).play().games[0].seating)
"""
COMMAND = "import sys; from cabotage.cli import main; sys.exit(main())"


def server_packages() -> list[str]:
    """The modules of the packages in the extra `serve`."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    return [re.split(r"[>=<;\[ ]", package)[0].replace("-", "_") for package in extras["serve"]]


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A process in which the packages of the server are not installed."""
    missing = f"import sys\nfor name in {server_packages()}: sys.modules[name] = None\n"
    command = [sys.executable, "-c", missing + script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_the_library_and_the_arena_need_no_server() -> None:
    done = run(STUDY)
    assert done.stdout == "(4, 970)\n['greedy', 'random']\n", done.stderr


def test_a_game_in_the_terminal_needs_no_server() -> None:
    done = run(COMMAND, "play", "calypso", "--people", "0", "--bots", "random", "--seed", "1")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [["serve"], []])
def test_the_server_says_what_to_install(command: list[str]) -> None:
    done = run(COMMAND, *command)
    assert done.returncode == 2
    assert done.stderr == (
        "cabotage: the packages of the server are missing; pip install 'cabotage[serve]' installs them. "
        "`cabotage play` needs none of them [cli/not_installed]\n"
    )
