"""Calypso in C, compiled by the machine's compiler and called from Python."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.chance import generator
from cabotage.core.contract import batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box

SOURCE = Path(__file__).with_name("calypso.c")
OPTIONS = ("-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wno-address-of-packed-member")
STYLES = ("games_with_lists", "games")


def compiler() -> list[str]:
    """The command of a C compiler: CC, gcc, clang or cc; else the one in the Python package `ziglang`."""
    named = os.environ.get("CC")
    for name in [named] if named else ["gcc", "clang", "cc"]:
        if shutil.which(name):
            return [name]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise SystemExit("No C compiler found. Install gcc, or the Python package ziglang, or set CC.")


def version() -> str:
    """What the compiler calls itself."""
    told = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=True).stdout
    return told.splitlines()[0].strip()


@cache
def library() -> ctypes.CDLL:
    """The compiled library; made anew in every process, which takes about a second."""
    with tempfile.TemporaryDirectory(prefix="cabotage-c-") as folder:
        made = Path(folder) / "calypso.so"
        subprocess.run([*compiler(), *OPTIONS, str(SOURCE), "-o", str(made)], check=True)
        loaded = ctypes.CDLL(str(made))
    for style in STYLES:
        play = getattr(loaded, style)
        play.restype = ctypes.c_int64
        play.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64]
    return loaded


def play(box: Box, style: str, games: int, seed: int, room: int = 0) -> tuple[int, NDArray[np.int32], NDArray[Any]]:
    """Play random games; the number of steps, the first numbers chosen and drawn, and the last state."""
    numbers, states, rng = np.zeros(room, np.int32), batch(box.schema.dtype), generator(seed)
    pointers = (box.constants.ctypes.data, states.ctypes.data, rng.ctypes.data)
    steps = getattr(library(), style)(*pointers, games, numbers.ctypes.data, room)
    return int(steps), numbers[:steps], states
