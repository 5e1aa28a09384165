"""The cache follows the sources, and interpreted rules need no compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cabotage.core import compiling

ROOT = Path(__file__).parents[2]

MODULE = '''"""A rule in one file that calls a rule in another."""
from cabotage.core.compiling import compiled
from reef.depth import depth

@compiled
def answer(x):
    return depth(x) + 1
'''


def depth(factor: int) -> str:
    return f"from cabotage.core.compiling import compiled\n\n@compiled\ndef depth(x):\n    return x * {factor}\n"


def run(code: str, tmp_path: Path, **environment: str) -> str:
    """What this code prints in a process of its own."""
    paths = [str(tmp_path), str(ROOT / "src")]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "CABOTAGE_CACHE": str(tmp_path / "cache")} | environment
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def reef(tmp_path: Path) -> Path:
    """A package with two compiled files."""
    home = tmp_path / "reef"
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "rules.py").write_text(MODULE)
    (home / "depth.py").write_text(depth(10))
    return home


def key(*homes: Path) -> str:
    compiling._key.cache_clear()
    return compiling._key(*homes)


def test_a_change_in_another_file_is_never_answered_from_a_stale_cache(reef: Path, tmp_path: Path) -> None:
    ask = "from reef.rules import answer; print(answer(4))"
    assert run(ask, tmp_path, NUMBA_DISABLE_JIT="0") == "41"
    rules_before = (reef / "rules.py").stat().st_mtime_ns
    (reef / "depth.py").write_text(depth(20))
    assert (reef / "rules.py").stat().st_mtime_ns == rules_before
    assert run(ask, tmp_path, NUMBA_DISABLE_JIT="0") == "81"


def test_what_was_compiled_once_comes_from_the_cache(reef: Path, tmp_path: Path) -> None:
    ask = "from reef.rules import answer; answer(4); print(sum(answer.stats.cache_hits.values()))"
    assert run(ask, tmp_path, NUMBA_DISABLE_JIT="0") == "0"
    assert run(ask, tmp_path, NUMBA_DISABLE_JIT="0") == "1"


def test_threads_that_compile_at_once_keep_to_the_cache(tmp_path: Path) -> None:
    """Numba reads the folder twice; meanwhile another thread must not set it back, or code is written elsewhere."""
    home, here = tmp_path / "reef", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    (home / "__init__.py").write_text("")
    for n in range(8):
        (home / f"depth{n}.py").write_text(depth(n))
    ask = f"""import importlib, os, sys
from concurrent.futures import ThreadPoolExecutor
os.chdir({str(here)!r})
from cabotage.core import compiling
import numba
numba.njit(cache=False)(lambda: 0)()
sys.setswitchinterval(1e-6)
modules = [importlib.import_module(f"reef.depth{{n}}") for n in range(8)]
with ThreadPoolExecutor(8) as pool:
    list(pool.map(lambda k: compiling.compiled(modules[k % 8].depth.py_func), range(800)))
print([module.depth(2) for module in modules], os.listdir())"""
    assert run(ask, tmp_path, NUMBA_DISABLE_JIT="0") == "[0, 2, 4, 6, 8, 10, 12, 14] []"


def test_a_receipt_holds_for_these_sources_only(reef: Path, tmp_path: Path) -> None:
    ask = f"""from pathlib import Path
from cabotage.core.compiling import receipt
print(receipt(Path({str(reef)!r})))"""
    before = Path(run(ask, tmp_path))
    before.touch()
    assert Path(run(ask, tmp_path)).exists()
    (reef / "depth.py").write_text(depth(20))
    assert not Path(run(ask, tmp_path)).exists()


def test_the_cache_folder_is_named_by_its_game(reef: Path, tmp_path: Path) -> None:
    run("from reef.rules import answer; answer(4)", tmp_path, NUMBA_DISABLE_JIT="0")
    assert [folder.name.rpartition("-")[0] for folder in (tmp_path / "cache").iterdir()] == ["reef"]


def test_the_key_changes_with_any_source_of_the_game(reef: Path) -> None:
    before = key(reef)
    assert key(reef) == before
    (reef / "depth.py").write_text(depth(11))
    changed = key(reef)
    assert changed != before
    (reef / "more.py").write_text("")
    assert key(reef) not in (before, changed)


def test_the_key_changes_with_any_source_of_the_core(reef: Path, tmp_path: Path) -> None:
    core = tmp_path / "core"
    shutil.copytree(compiling.CORE, core)
    before = key(core, reef)
    for source in sorted(core.glob("*.py")):
        source.write_text(source.read_text("utf-8") + "# changed\n", "utf-8")
        after = key(core, reef)
        assert after != before, source.name
        before = after


def test_the_key_does_not_change_with_a_test(reef: Path) -> None:
    before = key(reef)
    (reef / "test_reef.py").write_text("assert False\n")
    assert key(reef) == before


def test_the_key_changes_when_text_moves_from_one_file_to_the_next(reef: Path) -> None:
    (reef / "a.py").write_text("x = 1\ny = 2\n")
    (reef / "b.py").write_text("z = 3\n")
    before = key(reef)
    (reef / "a.py").write_text("x = 1\n")
    (reef / "b.py").write_text("y = 2\nz = 3\n")
    assert key(reef) != before


def test_interpreted_rules_run_without_importing_numba(tmp_path: Path) -> None:
    code = (
        "import sys, cabotage\n"
        "position = cabotage.load('calypso', seats=2).start(seed=1)\n"
        "position.play(position.legal[0]); position.roll()\n"
        "print(len(position.history) > 12, 'numba' in sys.modules)"
    )
    assert run(code, tmp_path, NUMBA_DISABLE_JIT="1") == "True False"
    assert not (tmp_path / "cache").exists()


def test_importing_the_library_imports_neither_numba_nor_a_game(tmp_path: Path) -> None:
    code = "import sys, cabotage; print('numba' in sys.modules, 'cabotage.games' in sys.modules)"
    assert run(code, tmp_path, NUMBA_DISABLE_JIT="0") == "False False"


@pytest.mark.parametrize(("value", "expected"), [("1", True), ("0", False), ("", False)])
def test_the_environment_says_whether_to_interpret(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
    assert compiling.is_interpreted() is expected


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CABOTAGE_CACHE", str(tmp_path / "here"))
    assert compiling.cache_root() == tmp_path / "here"


def test_a_cache_that_cannot_be_written_moves_to_the_temporary_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    compiling._writable.cache_clear()
    moved = compiling._writable(blocked / "cache")
    assert moved.is_dir()
    assert moved.name.startswith("cabotage-")
    moved.rmdir()


def test_a_cache_unused_for_a_month_is_swept(tmp_path: Path) -> None:
    old, recent = tmp_path / "old-1", tmp_path / "recent-1"
    for folder in (old, recent):
        folder.mkdir()
    long_ago = recent.stat().st_mtime - (compiling.UNUSED_DAYS + 1) * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    compiling._sweep(tmp_path)
    assert [folder.name for folder in tmp_path.iterdir()] == ["recent-1"]


TELL = """
import sys, time
from cabotage.core import compiling
compiling.NOTICE_SECONDS = {seconds}
from reef.rules import answer
sys.stderr = sys.stdout
NAMES = dict(en="Reef", fr="Récif")
with compiling.compile_notice(NAMES):
    with compiling.compile_notice(NAMES, "bot"):
        time.sleep(0.2)
        answer(4)
"""


def test_compiling_is_announced_once_and_loading_is_not_however_long_it_takes(reef: Path, tmp_path: Path) -> None:
    first = run(TELL.format(seconds=0.0), tmp_path, NUMBA_DISABLE_JIT="0", LC_ALL="C").splitlines()
    again = run(TELL.format(seconds=0.0), tmp_path, NUMBA_DISABLE_JIT="0", LC_ALL="C")
    assert first[0] == "Reef: compiling for this machine (first use only)..."
    assert first[1].startswith("Reef: ready after ")
    assert len(first) == 2
    assert again == ""


def test_compiling_is_announced_in_the_language_of_the_machine(reef: Path, tmp_path: Path) -> None:
    printed = run(TELL.format(seconds=0.0), tmp_path, NUMBA_DISABLE_JIT="0", LC_ALL="fr_FR.UTF-8", PYTHONUTF8="1")
    assert printed.startswith("Récif\N{NO-BREAK SPACE}: compilation pour cette machine, une fois pour toutes…\n")


def test_what_is_compiled_quickly_is_not_announced(reef: Path, tmp_path: Path) -> None:
    assert run(TELL.format(seconds=60.0), tmp_path, NUMBA_DISABLE_JIT="0") == ""


def test_interpreted_rules_have_nothing_to_announce(reef: Path, tmp_path: Path) -> None:
    assert run(TELL.format(seconds=0.0), tmp_path, NUMBA_DISABLE_JIT="1") == ""
