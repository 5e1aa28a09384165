"""`cabotage train`: progress, stopped, resumed, refused; in both languages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from cabotage.bots.network import load
from cabotage.games import find
from tests.cli.terminal import TIME_LIMIT_SECONDS, Terminal

COMMAND = [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())"]
SMALL = ("--seats", "3", "--games", "500", "--matches", "3", "--think", "10", "--workers", "1")


def test_a_training_says_what_it_does_and_how_good_it_is(terminal: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert terminal.run("train", "calypso", *SMALL, "--rounds", "2", "--out", str(out)) == 0
    said = terminal.out.replace("\n", " ")
    assert said.startswith(f"Calypso: training in {out}, with one process. Ctrl-C stops; the same command resumes.")
    stages = ["Round 1 of 2", "Playing games to learn from", "Learning", "Comparing the speed of both searches",
              "Playing against captains", "Loss on held-out games: ", "Against captain@", "It is the best so far",
              "Round 2 of 2", "Playing against the best so far", "Against the best so far: ", "too few games",
              f"Best network: {out / 'network.npz'}", f"Report: {out / 'round-01' / 'report.html'}"]  # fmt: skip
    at = 0
    for stage in stages:
        at = said.find(stage, at)
        assert at >= 0, stage
    load(find("calypso"), out / "network.npz")


def test_french_is_spoken_all_the_way(terminal: Terminal, tmp_path: Path) -> None:
    asked = ("train", "calypso", *SMALL, "--rounds", "1", "--out", str(tmp_path), "--language", "fr")
    assert terminal.run(*asked) == 0
    for part in ("Manche 1 sur 1", "Apprentissage", "Contre captain@", "C’est le meilleur jusqu’ici", "Rapport"):
        assert part in terminal.out
    assert "Victoires" in (tmp_path / "round-00" / "report.html").read_text("utf-8")
    assert terminal.run(*asked, "--seed", "9") == 2
    assert "cet entraînement a commencé avec seed = 1, et non 9" in terminal.err
    assert terminal.err.endswith("[training/refused]\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "many"], "--games must be whole numbers, separated by commas, not 'many'"),
        (["--rounds", "0"], "rounds must be 1 to 100, not 0"),
        (["--minutes", "-1"], "--minutes must be greater than 0, not -1"),
        (["--seats", "12"], "calypso needs 2 to 6 seats"),
        (["--option", "mode=coop"], "strength can only be measured where seats compete"),
        (["--option", "children"], "write options as name=value"),
        (["--cluster", "127.0.0.1:1"], "no Ray cluster answers at 127.0.0.1:1"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_one_line(
    terminal: Terminal, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert terminal.run("train", "calypso", "--out", str(tmp_path / "new"), *arguments) == 2
    assert said in terminal.err
    assert terminal.err.count("\n") == 1


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_training_that_was_ended_resumes_and_learns_the_same(
    terminal: Terminal, tmp_path: Path, how: int, code: int
) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    wish = ["train", "calypso", "--seats", "3", "--games", "8000", "--rounds", "1", "--matches", "3", "--think", "10"]
    quiet = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
    process = subprocess.Popen([*COMMAND, *wish, "--out", str(out)], stdout=subprocess.PIPE, env=quiet)
    deadline = time.monotonic() + TIME_LIMIT_SECONDS
    while not (out / "round-00" / "positions" / "00001.npz").exists():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(how)
    said, _ = process.communicate(timeout=TIME_LIMIT_SECONDS)
    assert process.returncode == code
    if how == signal.SIGINT:
        assert b"Stopped; run the same command again to resume." in said
    assert not (out / "round-00" / "report.json").exists()
    assert terminal.run(*wish, "--out", str(out)) == 0
    assert terminal.run(*wish, "--out", str(whole), "--workers", "1") == 0
    networks = [load(find("calypso"), folder / "network.npz").network for folder in (out, whole)]
    assert all(map(np.array_equal, *networks))
