"""One server for one SQLite file: a second server would not hear of the moves of the first, so it is rejected."""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from pathlib import Path
from typing import IO

from cabotage.server.errors import DatabaseTaken

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

SET_OPEN_FILE_LOCK = None if sys.platform == "win32" else getattr(fcntl, "F_OFD_SETLK", None)
FLOCK = "hhqqi4x"  # struct flock: type, whence, start, length, process
FAR_BYTE = 2**62  # SQLite's own locks are at 2**30


class Lock:
    """Locks a file next to the database, and on Linux also a byte of the database itself.

    The byte is the same by whichever name the file is reached, also by a hard link elsewhere. The file next to it is
    for systems where locks of one file would disturb each other. The system frees both when the process ends.
    """

    def __init__(self, database: Path) -> None:
        real = database.resolve()
        self._files: list[IO[bytes]] = []
        try:
            _lock_file(self._open(real.with_name(f"{real.name}.lock"), "ab"))
            if SET_OPEN_FILE_LOCK is not None:
                _lock_byte(self._open(real, "r+b"))
        except OSError:
            self.release()
            raise DatabaseTaken("server.database", path=database) from None

    def release(self) -> None:
        """Only when SQLite has closed the database: closing a file drops all of a process's SQLite locks on it."""
        for file in self._files:
            with contextlib.suppress(OSError):
                file.close()

    def _open(self, path: Path, mode: str) -> IO[bytes]:
        file: IO[bytes] = path.open(mode)
        self._files.append(file)
        return file


def _lock_file(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_byte(file: IO[bytes]) -> None:
    """A lock of the open file, not of the process: SQLite closes files of its own, which would free the latter."""
    assert sys.platform != "win32"
    assert SET_OPEN_FILE_LOCK is not None
    fcntl.fcntl(file, SET_OPEN_FILE_LOCK, struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, FAR_BYTE, 1, 0))
