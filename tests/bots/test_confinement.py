"""Bots that try to cheat: what they may not know is out of their reach, whoever runs the tournament."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cabotage
from cabotage.bots import confinement

SPIES = Path(__file__).with_name("spies")
SEED = "8273645546372819"
ORDINARY_USER = 54_321
SOURCE = Path(cabotage.__file__)


class Case(NamedTuple):
    """Who runs the tournament, and whether other users may read the bots."""

    name: str
    user: int
    mode: int


def open_python() -> str | None:
    """A Python that all users may run, with our version: this one, or the system's."""
    if confinement._is_open(Path(sys.base_prefix)) and confinement._is_open(Path(sys.prefix)):
        return sys.executable
    return shutil.which("python{}.{}".format(*sys.version_info), path="/usr/bin")


def cases() -> list[Case]:
    """As root: bots as another user, bots as root without capabilities, and an ordinary user; otherwise as we are."""
    if os.geteuid() != 0:
        return [Case("as we are", os.geteuid(), 0o700)]
    is_open = confinement._is_open(SOURCE) and open_python() is not None
    open_cases = [Case("another user", 0, 0o755), Case("ordinary user", ORDINARY_USER, 0o755)] if is_open else []
    return [Case("no capabilities", 0, 0o700), *open_cases]


@pytest.fixture(params=cases(), ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


@pytest.fixture
def folder(case: Case) -> Iterator[Path]:
    """A folder with the spies, outside of pytest's, which other users may not enter."""
    with tempfile.TemporaryDirectory(prefix="cabotage-spies-") as name:
        for file in SPIES.glob("*.py"):
            shutil.copy(file, name)
        (Path(name) / "reports").mkdir()
        for path in (Path(name), *Path(name).iterdir()):
            os.chown(path, case.user, -1)
            path.chmod(case.mode)
        (Path(name) / "reports").chmod(0o777)
        yield Path(name)


def python(case: Case) -> str:
    return open_python() or sys.executable if case.mode == 0o755 else sys.executable


def play(case: Case, folder: Path, *bots: str, flag: str = "-") -> dict[str, dict[str, Any]]:
    """Play a tournament with these bots; return their reports."""
    settings = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONPATH": f"{folder}:{SOURCE.parents[1]}:{sysconfig.get_path('purelib')}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": "1",
        "CABOTAGE_BOT_FOLDER": str(folder / "reports"),
        "SPY_STORE": str(folder / "out"),
        "SPY_NEEDLE": hashlib.sha256(SEED.encode()).hexdigest(),
        "SPY_CABOTAGE": str(SOURCE if case.user != ORDINARY_USER else folder / "spy.py"),
    }
    command = [python(case), "tournament.py", str(folder / "out"), flag, SEED, *bots]
    other: dict[str, Any] = {"user": case.user, "group": case.user, "extra_groups": []}
    who = other if case.user != os.geteuid() else {}
    done = subprocess.run(command, cwd=folder, env=settings, check=False, capture_output=True, text=True, **who)
    assert done.returncode == 0, done.stderr
    return {path.stem: json.loads(path.read_text()) for path in (folder / "reports").glob("*.json")}


def test_no_bot_reads_the_seed_the_memory_the_results_or_another_bot(case: Case, folder: Path) -> None:
    reports = play(case, folder, f"program:{python(case)} spy.py", "spy:Spy")
    assert {kind: report["achieved"] for kind, report in reports.items()} == {"program": [], "class": []}
    users = {report["user"] for report in reports.values()}
    assert (case.user in users) == (case.name != "another user")


def test_without_landlock_the_memory_is_still_closed_but_files_of_the_same_user_are_open(
    case: Case, folder: Path
) -> None:
    spy = f"program:{python(case)} spy.py"
    [report] = play(case, folder, spy, "greedy", flag="--without-landlock").values()
    is_other = report["user"] != case.user
    of_the_user = ["seed in the store", "results in the store", "writing to the store", "writing to Cabotage"]
    assert report["achieved"] == (["results in the store"] if is_other else of_the_user)


def test_the_attacks_succeed_where_nobody_prevents_them(tmp_path: Path) -> None:
    """Otherwise the tests above would prove nothing."""
    (tmp_path / "arena.json").write_text(json.dumps({"seed": int(SEED)}))
    (tmp_path / "games.jsonl").write_text("")
    careless = """
import subprocess, sys, os
command = [sys.executable, "-c", "import os, json, spy; from pathlib import Path; " +
    f"print(json.dumps(spy.attacks({os.getpid()}, Path({sys.argv[1]!r}), {sys.argv[2]!r})))"]
other = subprocess.Popen(["sleep", "60"])
sys.stdout.write(subprocess.run(command, capture_output=True, text=True, check=True, close_fds=False).stdout)
other.kill()
"""
    needle = hashlib.sha256(SEED.encode()).hexdigest()
    settings = {**os.environ, "PYTHONPATH": str(SPIES), "SPY_CABOTAGE": str(tmp_path / "games.jsonl"), "SEED": SEED}
    command = [sys.executable, "-c", careless, str(tmp_path), needle, f"--seed={SEED}"]
    done = subprocess.run(command, env=settings, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    missed = [name for name, is_achieved in found.items() if not is_achieved]
    assert missed in ([], ["inherited files"])
    assert len(found) == 16


def test_constants_of_a_box_cannot_be_changed() -> None:
    box = cabotage.load("calypso", seats=3)
    with pytest.raises(ValueError, match="read-only"):
        box.constants["seats"] = 2
    with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
        box.constants.setflags(write=True)


def test_the_seed_on_our_own_command_line_becomes_stars() -> None:
    script = (
        "from cabotage.bots.confinement import blank; from pathlib import Path; blank('4711'); "
        "print(Path('/proc/self/cmdline').read_bytes().split(bytes(1))[3:])"
    )
    command = [sys.executable, "-c", script, "--games", "9", "--seed", "4711", "--seed=4711"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    expected = "[b'--games', b'9', b'--seed', b'****', b'***********', b'']\n" if sys.platform == "linux" else None
    assert expected is None or done.stdout == expected
