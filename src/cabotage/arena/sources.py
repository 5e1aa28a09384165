"""A hash of all sources that decide how bots play."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import cabotage
from cabotage.bots import is_foreign
from cabotage.bots.python_bot import source_of

if TYPE_CHECKING:
    from cabotage.core.box import Box

SOURCES = Path(cabotage.__file__).parent


def sources_of(box: Box, bots: Sequence[str]) -> str:
    """Of core, bots, this game, and the files of Python bots."""
    digest = hashlib.sha256()
    for home in (SOURCES / "core", SOURCES / "bots", box.game.folder):
        for source in sorted(chain(*map(home.rglob, ("*.py", "*.toml", "*.npz")))):
            if not source.name.startswith("test_") and source.parent.name != "words":
                digest.update(f"{source.relative_to(home).as_posix()}\0".encode() + source.read_bytes() + b"\0")
    for name in filter(is_foreign, dict.fromkeys(bots)):
        file = source_of(name)
        if file is not None and Path(file).is_file():
            digest.update(f"{name}\0".encode() + Path(file).read_bytes() + b"\0")
    return digest.hexdigest()[:16]
