"""Compiled and interpreted, the rules play the same games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cabotage.core.compiling import is_interpreted
from cabotage.games import GAMES
from tests.parity.trace import traces

ROOT = Path(__file__).parents[2]


def traces_of_the_other_kind(of: str, asks_all: bool) -> dict[str, list[str]]:
    """Traces from a process that interprets if this one compiles, and the other way round."""
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "0" if is_interpreted() else "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
    }
    # Arithmetic that does not fit is silent in compiled code; interpreted it warns, which is an error here.
    command = [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.parity.trace", of]
    command += ["all"] if asks_all else []
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, list[str]] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("of", ["rules", "judge"])
@pytest.mark.parametrize("asks_all", [False, pytest.param(True, marks=pytest.mark.quiet)], ids=["some", "all"])
def test_compiled_and_interpreted_are_the_same(of: str, asks_all: bool) -> None:
    here, there = traces(of, asks_all), traces_of_the_other_kind(of, asks_all)
    assert list(here) == list(there)
    for name, hashes in here.items():
        steps = zip(hashes, there[name], strict=False)
        parted = next((at for at, (one, other) in enumerate(steps) if one != other), None)
        assert parted is None, f"{name}: from step {parted} on"
        assert len(hashes) == len(there[name]), name
    assert sum(len(hashes) for hashes in here.values()) > 500 * len(GAMES)
