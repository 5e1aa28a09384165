"""Compilation of rules with Numba: decorators, a cache on disk, and a notice if it takes long.

Numba's cache checks only the file that defines a function, so a change in a file it calls would leave a stale entry.
Therefore the cache folder is named by a hash of all sources that the function may depend on. With NUMBA_DISABLE_JIT=1
the functions run uncompiled, and Numba is not imported.
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
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from platformdirs import user_cache_dir

from cabotage.core.language import spoken
from cabotage.core.words import Words

Function = TypeVar("Function", bound=Callable[..., Any])

CORE = Path(__file__).parent
WORDS = CORE / "words"
UNUSED_DAYS = 30
NOTICE_SECONDS = 1.0
_deciding = threading.Lock()  # Numba reads its cache folder from a global setting, twice for each function


def is_interpreted() -> bool:
    """Whether NUMBA_DISABLE_JIT is set."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def compiled(function: Function) -> Function:
    """Compile a function of the contract on its first call, or load it from the cache."""
    return _compile(function, is_inlined=False)


def inlined(function: Function) -> Function:
    """Compile a function into its callers: for small functions, and for those with one or two callers.

    A call costs some nanoseconds per array, as much as many rules take. A large function with many callers would be
    compiled into each, so use `compiled` for it.
    """
    return _compile(function, is_inlined=True)


def allocating(function: Function) -> Function:
    """Compile a function that allocates arrays, which costs about 0.1 microseconds per call."""
    return _compile(function, is_inlined=False, can_allocate=True)


def vectorized(function: Function) -> Function:
    """Compile a function with long loops over arrays, which the processor can carry out several numbers at a time."""
    if is_interpreted():
        return function
    dispatcher: Any = _compile(function, is_inlined=False)
    compile_ = dispatcher.compile

    def compile_with_vectors(signature: Any) -> Any:
        with _configured(LOOP_VECTORIZE=1):  # `compile_notice` switches it off
            return compile_(signature)

    dispatcher.compile = compile_with_vectors  # also called when a caller is compiled
    return cast(Function, dispatcher)


def _compile(function: Function, is_inlined: bool, can_allocate: bool = False) -> Function:
    if is_interpreted():
        return function
    import numba

    plain = cast(FunctionType, function)
    home = Path(plain.__code__.co_filename).parent
    folder = _folder(home, *plain.__globals__.get("COMPILED_WITH", ()))
    # Functions that do not allocate need no reference counting (_nrt). Without it rules run twice as fast.
    options: dict[str, Any] = {"error_model": "numpy", "nogil": True, "_nrt": can_allocate, "forceinline": is_inlined}
    with _deciding, _configured(CACHE_DIR=str(folder)):
        return cast(Function, numba.njit(cache=True, **options)(function))


def instantiate(template: Path, name: str, parts: Mapping[str, Any], made_with: Path) -> ModuleType:
    """Execute a source file as a new module, with the given parts as its globals.

    This compiles one loop over "the rules" for each game. Numba would compile a closure over the rules again in every
    process, but caches a module. `made_with` is the folder of the parts.
    """
    spec = importlib.util.spec_from_file_location(name, template)
    if spec is None or spec.loader is None:
        raise ImportError(f"{template} is not a Python source file")
    module = importlib.util.module_from_spec(spec)
    vars(module).update(parts, COMPILED_WITH=(made_with,))
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def compile_notice(names: Mapping[str, str], part: str = "rules") -> Iterator[None]:
    """Print a notice on standard error if the code inside compiles for more than a second.

    Loading from the cache prints nothing. Of nested notices only the outermost one prints.
    """
    notice = _Notice(names, part)
    try:
        # Our loops are too short for vectors; without them the code is smaller and faster.
        with _configured(LOOP_VECTORIZE=0), notice.listening():
            yield
    finally:
        notice.end()


class _Notice:
    """Prints once compilation has taken a second."""

    current: _Notice | None = None

    def __init__(self, names: Mapping[str, str], part: str) -> None:
        self._names = names
        self._part = part
        self._began = time.perf_counter()
        self._has_printed = False
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

        class Compilations(event.Listener):
            on_start = self._compiling
            on_end = self._compiling

        _Notice.current = self
        self._timer.start()
        # Numba sends this event when it compiles, not when it loads from its cache.
        with event.install_listener("numba:compile", Compilations()):
            yield

    def end(self) -> None:
        if self._is_outermost:
            self._timer.cancel()
            _Notice.current = None
        if self._has_printed:
            self._print("compiling.ready", time.perf_counter() - self._began)

    def _late(self) -> None:
        self._is_late = True
        self._print_once()

    def _compiling(self, _event: Any) -> None:
        self._is_compiling = True
        self._print_once()

    def _print_once(self) -> None:
        if self._is_late and self._is_compiling and not self._has_printed:
            self._has_printed = True
            self._print("compiling.begun")

    def _print(self, key: str, seconds: float = 0.0) -> None:
        words = Words.load(WORDS, spoken())
        what = words.say(f"compiling.{self._part}", game=self._names[words.language])
        print(words.say(key, what=what, seconds=words.number(seconds, ".1f")), file=sys.stderr, flush=True)


@contextmanager
def _configured(**settings: Any) -> Iterator[None]:
    """Change Numba's global settings for a moment."""
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
    """The folder of compiled code: CABOTAGE_CACHE, or the user's cache folder."""
    return Path(os.environ.get("CABOTAGE_CACHE") or user_cache_dir("cabotage", appauthor=False, opinion=False))


def keep_nothing() -> None:
    """Read the cache if possible, but write nothing from now on. Numba has no setting for this, and would fail."""
    if is_interpreted():
        return
    from numba.core import caching

    numba_cache: Any = caching.Cache
    locator: Any = caching._CacheLocator
    load = numba_cache.load_overload

    def load_if_readable(cache: Any, *wanted: Any) -> Any:
        try:
            return load(cache, *wanted)
        except OSError:
            return None

    numba_cache.load_overload = load_if_readable
    numba_cache.save_overload = lambda *_: None
    locator.ensure_cache_path = lambda _: None


def receipt(*homes: Path) -> Path:
    """The marker file of fully compiled sources; it depends on the sources, Numba and the processor."""
    import llvmlite.binding
    import numba

    return _folder(*homes) / f"all-{numba.__version__}-{llvmlite.binding.get_host_cpu_name()}"


@cache
def _folder(*homes: Path) -> Path:
    """The cache folder for functions compiled from the core and these folders. Creates it and deletes old ones."""
    folder = _writable(cache_root()) / f"{homes[-1].name}-{_key(CORE, *homes)}"
    with suppress(OSError):  # a bot may not write there
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _sweep(folder.parent)
    return folder


@cache
def _key(*homes: Path) -> str:
    """A hash of all sources in these folders."""
    digest = hashlib.sha256()
    for home in sorted(set(homes)):
        for source in sorted(home.glob("*.py")):
            if not source.name.startswith("test_"):
                digest.update(f"{home.name}/{source.name}\0".encode() + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def _writable(root: Path) -> Path:
    """This folder, or a temporary one if it is not writable (a read-only home, a container)."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cabotage-"))


def _sweep(root: Path) -> None:
    """Delete caches that were not used for a month."""
    stale = time.time() - UNUSED_DAYS * 24 * 3600
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < stale:
            shutil.rmtree(folder, ignore_errors=True)
