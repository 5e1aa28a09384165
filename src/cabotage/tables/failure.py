"""Failures of a database that was opened: no room left, or no longer there. Nothing is acknowledged then."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from cabotage.tables.errors import DatabaseFailure, DatabaseFull, DatabaseLost

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
# The low byte of SQLite's extended codes is the kind of error.
SQLITE_KIND = 0xFF
SQLITE_GONE = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
)
# SQLSTATE of PostgreSQL: no connection, shutting down, read-only.
POSTGRES_FULL = "53100"
POSTGRES_GONE = ("08", "57P", "25006")


@contextmanager
def reported() -> Iterator[None]:
    """Raise DatabaseFull or DatabaseLost for such an error of the driver; other errors pass."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as error:
        failure = failure_of(error)
        if failure is None:
            raise
        raise failure from error


def failure_of(error: BaseException | None) -> DatabaseFailure | None:
    """What an error of the driver means, if the database is full or lost."""
    if isinstance(error, DBAPIError):
        return failure_of(error.orig)
    if isinstance(error, sqlite3.Error):
        kind = getattr(error, "sqlite_errorcode", 0) & SQLITE_KIND
        if kind == sqlite3.SQLITE_FULL:
            return DatabaseFull("database.full")
        return DatabaseLost("database.lost") if kind in SQLITE_GONE else None
    if isinstance(error, OSError):
        return DatabaseFull("database.full") if error.errno in NO_ROOM else None
    return _of_postgresql(error)


def _of_postgresql(error: BaseException | None) -> DatabaseFailure | None:
    """Without a state, psycopg's OperationalError says that there is no connection."""
    state = getattr(error, "sqlstate", None)
    if state == POSTGRES_FULL:
        return DatabaseFull("database.full")
    is_gone = str(state).startswith(POSTGRES_GONE) or (state is None and type(error).__name__ == "OperationalError")
    return DatabaseLost("database.silent") if is_gone else None


class OpenedFile:
    """The file of an SQLite database, as it was when it was opened.

    SQLite goes on writing to a file that was deleted or replaced, and all of that is lost at the next start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._identity = self._found()
        self._has_log = False

    def check(self) -> None:
        """Raise DatabaseLost unless the path still leads to this file, and to its write-ahead log."""
        has_log = self._log.exists()
        if (self._has_log and not has_log) or (self._identity is not None and self._found() != self._identity):
            raise DatabaseLost("database.lost")
        self._has_log = has_log

    def _found(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
