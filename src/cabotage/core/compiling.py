"""Compilation of rules by Numba, kept out of sight: one decorator, one cache on disk, one notice if it takes a while.

Numba's own cache looks only at the file a function stands in; a change in another file that it calls would leave a
stale entry. So the cache folder is named by a hash of all sources that a function may have been compiled from.
With NUMBA_DISABLE_JIT=1 the same functions run as they are written, and Numba is not even imported.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from cabotage.core.language import spoken
from cabotage.core.words import Words

Function = TypeVar("Function", bound=Callable[..., Any])

CORE = Path(__file__).parent
WORDS = CORE / "words"
UNUSED_DAYS = 30
NOTICE_SECONDS = 1.0


def is_interpreted() -> bool:
    """Whether NUMBA_DISABLE_JIT asks for plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def compiled(function: Function) -> Function:
    """Compile a function of the contract on its first call, or load it from the cache."""
    return _compile(function, is_inlined=False)


def inlined(function: Function) -> Function:
    """Compile it into whatever calls it: for small functions, and for those called in one or two places only.

    A call costs some nanoseconds for each array it passes, which is as much as many rules take. But a function that
    is large and called from ten places would be compiled ten times: that one is better only `compiled`.
    """
    return _compile(function, is_inlined=True)


def allocating(function: Function) -> Function:
    """Compile a function that needs arrays of its own to work in; that costs about a tenth of a microsecond a call."""
    return _compile(function, is_inlined=False, can_allocate=True)


def _compile(function: Function, is_inlined: bool, can_allocate: bool = False) -> Function:
    if is_interpreted():
        return function
    import numba

    plain = cast(FunctionType, function)
    home = Path(plain.__code__.co_filename).parent
    folder = _folder(home, *plain.__globals__.get("COMPILED_WITH", ()))
    # What does not allocate needs no reference counting (_nrt); without it rules run twice as fast.
    options: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": can_allocate, "forceinline": is_inlined}
    with _configured(CACHE_DIR=str(folder)):
        return cast(Function, numba.njit(cache=True, **options)(function))


def instantiate(template: Path, name: str, parts: Mapping[str, Any], made_with: Path) -> ModuleType:
    """Execute a source file as a module of its own, with the given parts as its globals.

    This is how one loop over "the rules" is compiled for each game: a closure over the rules would be compiled anew in
    every process, while a module of its own comes from the cache. `made_with` is the folder of those parts.
    """
    spec = importlib.util.spec_from_file_location(name, template)
    if spec is None or spec.loader is None:
        raise ImportError(f"{template} is no Python source")
    module = importlib.util.module_from_spec(spec)
    vars(module).update(parts, COMPILED_WITH=(made_with,))
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def compile_notice(names: Mapping[str, str], part: str = "rules") -> Iterator[None]:
    """Compile a part of a game in here: says on standard error what is going on, if it takes more than a second.

    What only comes from the cache is not told, however slow the machine is; and one thing is told once, by the
    outermost of those who wait for it.
    """
    notice = _Notice(names, part)
    try:
        # Loops over six tiles or four colours gain nothing from vectors; without them all is smaller and quicker.
        with _configured(LOOP_VECTORIZE=0), notice.listening():
            yield
    finally:
        notice.end()


class _Notice:
    """Waits until there is something to say."""

    current: _Notice | None = None

    def __init__(self, names: Mapping[str, str], part: str) -> None:
        self._names = names
        self._part = part
        self._began = time.perf_counter()
        self._has_said = False
        self._is_late = False
        self._is_compiling = False
        self._is_outermost = _Notice.current is None and not is_interpreted()
        self._timer = threading.Timer(NOTICE_SECONDS, self._late)
        self._timer.daemon = True

    @contextmanager
    def listening(self) -> Iterator[None]:
        if not self._is_outermost:
            yield
            return
        from numba.core import event

        class Ear(event.Listener):
            on_start = self._compiling
            on_end = self._compiling

        _Notice.current = self
        self._timer.start()
        # Numba tells of what it compiles, and not of what it finds in its cache.
        with event.install_listener("numba:compile", Ear()):
            yield

    def end(self) -> None:
        if self._is_outermost:
            self._timer.cancel()
            _Notice.current = None
        if self._has_said:
            self._print("compiling.ready", time.perf_counter() - self._began)

    def _late(self) -> None:
        self._is_late = True
        self._say()

    def _compiling(self, _event: Any) -> None:
        self._is_compiling = True
        self._say()

    def _say(self) -> None:
        if self._is_late and self._is_compiling and not self._has_said:
            self._has_said = True
            self._print("compiling.begun")

    def _print(self, key: str, seconds: float = 0.0) -> None:
        words = Words.load(WORDS, spoken())
        what = words.say(f"compiling.{self._part}", game=self._names[words.language])
        print(words.say(key, what=what, seconds=words.number(seconds, ".1f")), file=sys.stderr, flush=True)


@contextmanager
def _configured(**settings: Any) -> Iterator[None]:
    """Numba's settings are global; change them for a moment and leave them to others as they were."""
    if is_interpreted():
        yield
        return
    from numba import config

    before = {name: getattr(config, name) for name in settings}
    vars(config).update(settings)
    try:
        yield
    finally:
        vars(config).update(before)


def cache_root() -> Path:
    """Where compiled code is kept: CABOTAGE_CACHE, else the user's cache folder."""
    if chosen := os.environ.get("CABOTAGE_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local"))
    elif sys.platform == "darwin":
        home = Path("~/Library/Caches")
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    return home.expanduser() / "cabotage"


def receipt(*homes: Path) -> Path:
    """Where to note that all of these sources is compiled: another file for other sources, compilers and processors."""
    import llvmlite.binding
    import numba

    return _folder(*homes) / f"all-{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"


@cache
def _folder(*homes: Path) -> Path:
    """The cache folder for functions compiled from the core and these folders; made, and old ones swept."""
    folder = _writable(cache_root()) / f"{homes[-1].name}-{_key(CORE, *homes)}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    _sweep(folder.parent)
    return folder


@cache
def _key(*homes: Path) -> str:
    """A hash of every compiled source in these folders."""
    digest = hashlib.sha256()
    for home in sorted(set(homes)):
        for source in sorted(home.glob("*.py")):
            if not source.name.startswith("test_"):
                digest.update(f"{home.name}/{source.name}\0".encode() + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def _writable(root: Path) -> Path:
    """This folder, or one in the temporary folder if this one cannot be written (a read-only home, a container)."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cabotage-"))


def _sweep(root: Path) -> None:
    """Remove what no start has used for a month: caches of older sources."""
    stale = time.time() - UNUSED_DAYS * 24 * 3600
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < stale:
            shutil.rmtree(folder, ignore_errors=True)
