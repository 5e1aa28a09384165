"""`cabotage arena`: played, stopped, resumed, refused; in both languages."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
import weakref
from pathlib import Path

import pytest

import cabotage
from cabotage.arena import Tournament
from cabotage.arena.result import GameResult
from cabotage.cli import arena
from cabotage.cli.arena import _shorten
from tests.cli.terminal import TIME_LIMIT_SECONDS, Terminal

MANY = 300
COMMAND = [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())", "arena", "calypso"]


def test_a_tournament_ends_with_a_table_and_a_report(terminal: Terminal, tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = ("arena", "calypso", "--bots", "greedy,random", "--seats", "3", "--games", "10", "--out", str(out))
    assert terminal.run(*asked, "--workers", "1") == 0
    first, *_, last = terminal.out.strip().splitlines()
    assert first == "Calypso: greedy, random, random; 12 games in 4 rounds."
    assert last == f"Report: {out / 'report.html'}" or str(out / "report.html") in terminal.out
    for word in ("bot", "games", "fair = 1", "95%", "rating", "ms/decision"):
        assert word in terminal.out
    assert max(map(len, terminal.out.split("Report:")[0].splitlines())) <= 80
    assert {path.name for path in out.iterdir()} == {
        "arena.json", "games.jsonl", "times.jsonl", "report.html", "report.json",
    }  # fmt: skip


def test_french_is_spoken_all_the_way(terminal: Terminal, tmp_path: Path) -> None:
    asked = ("arena", "calypso", "--bots", "greedy,random", "--seats", "2", "--games", "2", "--out", str(tmp_path))
    assert terminal.run(*asked, "--workers", "1", "--language", "fr") == 0
    assert terminal.out.startswith(
        "Calypso\N{NO-BREAK SPACE}: greedy, random\N{NO-BREAK SPACE}; 2 parties en une manche."
    )
    assert "équité = 1" in terminal.out
    assert "2,00" in terminal.out
    assert "Classement" in (tmp_path / "report.html").read_text("utf-8")
    assert terminal.run(*asked, "--seed", "9", "--language", "fr") == 2
    assert "ont été jouées avec seed = 1, et non 9" in terminal.err
    assert terminal.err.endswith("[arena/refused]\n")


def test_options_and_bots_are_taken_as_in_play(terminal: Terminal, tmp_path: Path) -> None:
    asked = ("arena", "calypso", "--bots", "random,random,random,greedy", "--games", "1", "--workers", "1")
    assert terminal.run(*asked, "-o", "children=true", "--out", str(tmp_path)) == 0
    settings = json.loads((tmp_path / "arena.json").read_text("utf-8"))
    assert (settings["seats"], settings["games"], settings["options"]["children"]) == (4, 4, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "greedy,nobody"], "unknown bot 'nobody'"),
        (["--bots", "greedy,,random"], "names cannot be empty"),
        (["--bots", "greedy,random,random", "--seats", "2"], "3 bots were given for 2 seats"),
        (["--bots", "greedy", "--games", "0"], "the number of games must be 1 to 1000000000, not 0"),
        (["--bots", "greedy", "--workers", "0"], "the number of workers must be at least 1, not 0"),
        (["--bots", "greedy", "--option", "children"], "write options as name=value"),
        (["--bots", "greedy", "--seats", "12"], "calypso needs 2 to 6 seats"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    terminal: Terminal, tmp_path: Path, arguments: list[str], said: str
) -> None:
    assert terminal.run("arena", "calypso", *arguments, "--out", str(tmp_path / "new")) == 2
    assert said in terminal.err
    assert terminal.err.count("\n") == 1
    assert terminal.out == ""
    assert not (tmp_path / "new").exists()


def wait_for_games(process: subprocess.Popen[bytes], path: Path, count: int) -> None:
    deadline = time.monotonic() + TIME_LIMIT_SECONDS
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    Tournament(cabotage.load("calypso", seats=3), ["greedy", "random"], games=MANY).play(folder)
    return folder


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_stopped_tournament_resumes_and_gives_the_same_games(
    terminal: Terminal, tmp_path: Path, uninterrupted: Path, how: int, code: int
) -> None:
    wish = ["--bots", "greedy,random", "--games", str(MANY), "--workers", "2", "--out", str(tmp_path)]
    asked = [*COMMAND, *wish]
    quiet = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
    process = subprocess.Popen(asked, stdout=subprocess.PIPE, env=quiet)
    wait_for_games(process, tmp_path / "games.jsonl", 5)
    process.send_signal(how)
    said, _ = process.communicate(timeout=TIME_LIMIT_SECONDS)
    assert process.returncode == code
    if how == signal.SIGINT:
        assert b"run the same command again to resume" in said
        assert b"fair = 1" in said, "and what there is so far is told"
        assert (tmp_path / "report.html").exists()
    there = (tmp_path / "games.jsonl").read_bytes().count(b"\n")
    assert 5 <= there < MANY
    again = subprocess.run(asked, capture_output=True, env=quiet, timeout=TIME_LIMIT_SECONDS, check=True)
    assert f"{there} of them are already done".encode() in again.stdout
    for name in ("games.jsonl", "arena.json"):
        assert (tmp_path / name).read_bytes() == (uninterrupted / name).read_bytes()
    assert terminal.run("arena", "calypso", *wish) == 0
    assert "All of them are already done." in terminal.out


class Loose:
    """Something that a weak reference can point at."""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_it_stops_even_if_ctrl_c_comes_while_python_cleans_up(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    def watch(played: GameResult) -> None:
        if played.game == 3:
            loose = Loose()
            reference = weakref.ref(loose, press)
            del loose  # what is raised there is only printed
            assert reference() is None

    monkeypatch.setattr(arena, "_log", lambda *_: watch)
    asked = ("arena", "calypso", "--bots", "random", "--games", "30", "--workers", "1", "--out", str(tmp_path))
    assert terminal.run(*asked) == 130
    assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 4


def test_a_program_that_is_thinking_when_it_is_stopped_does_not_stay(tmp_path: Path) -> None:
    thinker = tmp_path / "thinker.py"
    thinker.write_text(
        "import json, os, pathlib, sys, time\n"
        "sys.stdin.readline()\n"
        "print(json.dumps({'message': 'ready', 'protocol': 1}), flush=True)\n"
        "if json.loads(sys.stdin.readline())['message'] == 'choose':\n"
        "    pathlib.Path(sys.argv[1], str(os.getpid())).touch()\n"
        "    time.sleep(600)\n"
    )
    pids = tmp_path / "pids"
    pids.mkdir()
    bot = f"program@500:{sys.executable} {thinker} {pids}"
    asked = [*COMMAND, "--bots", bot, "--games", "4", "--workers", "2", "--out", str(tmp_path / "out")]
    process = subprocess.Popen(asked, stdout=subprocess.DEVNULL, env={**os.environ, "CABOTAGE_BOT_FOLDER": str(pids)})
    deadline = time.monotonic() + TIME_LIMIT_SECONDS
    while len(list(pids.iterdir())) < 2:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait(TIME_LIMIT_SECONDS) == 130
    for path in pids.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)


def test_a_terminal_shows_progress_and_standings(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    asked = [
        *COMMAND,
        "--bots",
        "greedy,random",
        "--seats",
        "2",
        "--games",
        "40",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    quiet = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "120", "TERM": "xterm"}
    with subprocess.Popen(asked, stdout=theirs, stderr=subprocess.DEVNULL, stdin=theirs, env=quiet) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:  # Linux says so when the other side is closed
                break
            if not part:
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0
    text = shown.decode()
    assert "40/40" in text
    assert "games/s" in text
    assert "greedy " in text.split("40/40")[1]


def test_a_long_name_is_shortened_in_the_middle() -> None:
    assert _shorten("captain@2000") == "captain@2000"
    assert _shorten("program:python3 examples/bots/chooser.py") == "program:…s/bots/chooser.py"


def test_a_cluster_that_is_not_there_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    asked = ("arena", "calypso", "--bots", "greedy", "--seats", "2", "--games", "2", "--out", str(tmp_path))
    assert terminal.run(*asked, "--cluster", "127.0.0.1:1", "--language", "fr") == 2
    assert "aucune grappe Ray ne répond à 127.0.0.1:1" in terminal.err
    assert terminal.err.endswith("[arena/refused]\n")
