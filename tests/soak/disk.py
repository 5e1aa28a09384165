"""Disks that fill up or become read-only: a small file system in memory, and files that cannot be changed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CHUNK = bytes(4096)


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of this size in this folder. Only root can mount one."""
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        folder.rmdir()


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Nothing more can be written to the disk of this folder."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(CHUNK)
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def immutable(*files: Path) -> Iterator[None]:
    """Writing to these files fails, also for processes that have opened them. Only root can do that, on ext4 or xfs."""
    subprocess.run(["chattr", "+i", *files], check=True)
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", *files], check=True)
