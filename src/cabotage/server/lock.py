"""One server for one SQLite file: a second would not hear of what the first one writes, so it is refused."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import IO

from cabotage.server.errors import DatabaseTaken

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Lock:
    """A locked file next to the database. The system unlocks it when the process ends, however that happens."""

    def __init__(self, database: Path) -> None:
        # Not the database itself: on some disks its lock would be mistaken for one of SQLite's own.
        real = database.resolve()  # by whichever name it is called
        self._file: IO[bytes] = real.with_name(f"{real.name}.lock").open("ab")
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise DatabaseTaken("server.database", path=database) from None

    def release(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()
