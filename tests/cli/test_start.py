"""Whoever only asks what there is does not wait for compilers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.terminal import run_process

START_LIMIT_SECONDS = 0.5
WAIT_SECONDS = 30
TRIES = 3  # the machine may be busy with something else; the quickest counts

LOADED = """
import sys
from cabotage.cli import main
code = main({arguments!r})
heavy = sorted({{"numpy", "numba", "llvmlite"}} & set(sys.modules))
sys.exit(f"loaded {{heavy}}" if heavy else code)
"""

light = pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["play", "--help"], ["games"]], ids=str)


@light
def test_light_commands_load_neither_numpy_nor_numba(arguments: list[str]) -> None:
    script = LOADED.format(arguments=arguments)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@light
def test_light_commands_need_less_than_half_a_second(arguments: list[str]) -> None:
    """Of the processor: on a busy machine the clock on the wall measures the others. They wait for nothing else."""
    times = []
    for _ in range(TRIES):
        before = _children_seconds()
        run_process(*arguments)
        times.append(_children_seconds() - before)
    assert min(times) < START_LIMIT_SECONDS


def _children_seconds() -> float:
    used = os.times()
    return used.children_user + used.children_system


def test_the_version_is_that_of_the_package() -> None:
    import cabotage

    assert run_process("--version").stdout == f"cabotage {cabotage.__version__}\n"


def test_python_can_run_it_where_its_script_is_not_on_the_path() -> None:
    asked = [sys.executable, "-m", "cabotage"]
    assert subprocess.check_output([*asked, "--version"], text=True) == run_process("--version").stdout
    refused = subprocess.run([*asked, "play", "chess"], capture_output=True, text=True, timeout=60, check=False)
    assert (refused.returncode, refused.stdout) == (2, "")


def test_alone_it_serves_and_opens_a_browser(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    environment = {**os.environ, "LC_ALL": "C", "XDG_DATA_HOME": str(tmp_path), "BROWSER": str(browser)}
    script = "import sys; from cabotage.cli import main; sys.exit(main([]))"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            assert server.stdout is not None
            address = re.fullmatch(r"Cabotage is running at (http://127\.0\.0\.1:\d+/)\n", server.stdout.readline())
            assert address
            assert server.stdout.readline().endswith(f"sqlite:///{tmp_path}/cabotage/tables.db\n")
            until = time.monotonic() + WAIT_SECONDS
            while not (tmp_path / "opened").is_file() or not (tmp_path / "opened").read_text():
                assert time.monotonic() < until
                time.sleep(0.02)
        finally:
            server.terminate()
    assert (tmp_path / "opened").read_text() == address[1] + "\n"
    assert server.returncode == 0


def test_help_speaks_french_where_the_environment_does() -> None:
    assert "Lister les jeux" in run_process("--help", LANG="fr_FR.UTF-8").stdout
