"""The database: an SQLite file or PostgreSQL, by URL. Commits are durable, and opening it migrates it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine, event, select, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from cabotage.tables.commit import Conflict, GroupCommit, Statement
from cabotage.tables.errors import DatabaseError, DatabaseFailure, DatabaseLost
from cabotage.tables.failure import OpenedFile, failure_of, reported
from cabotage.tables.schema import COMPATIBILITY

if TYPE_CHECKING:
    import psycopg

Answer = TypeVar("Answer")
Work = Callable[[Connection], Answer]

MIGRATIONS = Path(__file__).with_name("migrations")
LOCK_SECONDS = 30  # how long to wait while another process writes to the same file
CONNECT_SECONDS = 10  # timeout for PostgreSQL
ANSWER_SECONDS = 30  # for a group of moves; then PostgreSQL counts as lost
# Takes the write lock at once: upgrading a read transaction would fail if another process wrote meanwhile.
BEGIN_WRITING = "BEGIN IMMEDIATE"
NOT_SQLITE = "file is not a database"  # SQLite's own words
READERS = 4
MIGRATION_LOCK = 0xCAB07A6E  # any number that nothing else on this server uses

logger = logging.getLogger(__name__)


class Database(ABC):
    """Work is a function of a connection; it runs in one transaction, outside the event loop."""

    is_shared: bool  # whether other processes may write to it too
    commits: GroupCommit

    @staticmethod
    async def open(url: str) -> Database:
        """Connect and migrate: sqlite:///file or postgresql://user@host/name."""
        parsed = address(url)
        database = PostgreSQL(parsed) if parsed.get_backend_name() == "postgresql" else SQLite(parsed)
        try:
            await database.write(lambda connection: upgrade(connection, MIGRATIONS))
        except (DBAPIError, DatabaseFailure) as error:
            await database.close()
            cause = error if isinstance(error, DBAPIError) else error.__cause__
            raise database.refusal(" ".join(str(getattr(cause, "orig", cause)).split())) from None
        except BaseException:
            await database.close()
            raise
        return database

    @abstractmethod
    async def read(self, work: Work[Answer]) -> Answer: ...

    @abstractmethod
    async def write(self, work: Work[Answer]) -> Answer:
        """When this returns, the data is on the disk."""

    @abstractmethod
    async def append(self, table: str, statements: Sequence[Statement]) -> None:
        """Like `write`, for what happens at every move. What many tables append at once shares one transaction.

        Raises Conflict if a row exists already; the others of the transaction are not affected.
        """

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    def refusal(self, reason: str) -> DatabaseError:
        """The error for a database that cannot be opened; the reason is the driver's."""


class SQLite(Database):
    """One thread writes: SQLite allows one writer, and this way a transaction needs one thread switch."""

    is_shared = False

    def __init__(self, url: URL) -> None:
        if not url.database or url.database == ":memory:":
            raise DatabaseError("database.file")
        self.path = Path(url.database).absolute()
        if not self.path.parent.is_dir():
            raise DatabaseError("database.folder", folder=self.path.parent)
        with suppress(OSError):  # only the owner may read it, since it holds seeds; errors are reported on connecting
            self.path.touch(mode=0o600)
        self._engine = create_engine(
            url.set(drivername="sqlite"), connect_args={"timeout": LOCK_SECONDS, "check_same_thread": False}
        )
        event.listen(self._engine, "connect", _prepare_sqlite)
        event.listen(self._engine, "begin", _begin_sqlite)
        self._file = OpenedFile(self.path)
        self._writer = ThreadPoolExecutor(1, "cabotage-write")
        self._connection: sqlite3.Connection | None = None  # of the writing thread, for `append`
        self.commits = GroupCommit(self._append_group)
        self._readers = ThreadPoolExecutor(READERS, "cabotage-read")

    async def read(self, work: Work[Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._run, work, False)

    async def write(self, work: Work[Answer]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._run, work, True)

    async def append(self, table: str, statements: Sequence[Statement]) -> None:
        await self.commits.append(table, statements)

    async def _append_group(self, statements: Sequence[Statement]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writer, self._execute, statements)

    async def close(self) -> None:
        await self.commits.close()
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    def refusal(self, reason: str) -> DatabaseError:
        if reason == NOT_SQLITE:
            return DatabaseError("database.not_sqlite", path=self.path)
        return DatabaseError("database.unusable", path=self.path, reason=reason)

    def _run(self, work: Work[Answer], writes: bool) -> Answer:
        with reported():
            self._file.check()
            with self._engine.connect() as connection:
                connection.execution_options(writes=writes)
                with connection.begin():
                    answer = work(connection)
            self._file.check()
            return answer

    def _execute(self, statements: Sequence[Statement]) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self.path, timeout=LOCK_SECONDS, check_same_thread=False)
            _prepare_sqlite(self._connection, None)
        connection = self._connection
        with reported():
            self._file.check()
            try:
                connection.execute(BEGIN_WRITING)
                for statement in statements:
                    for sql, values in statement.prepared():
                        connection.execute(sql, values)
                connection.execute("COMMIT")
            except BaseException as error:
                connection.rollback()
                if isinstance(error, sqlite3.IntegrityError):
                    raise Conflict from error
                raise
            self._file.check()  # what was committed to a deleted file is not acknowledged


class PostgreSQL(Database):
    """Shared by several workers."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        try:
            import psycopg  # noqa: F401
            from sqlalchemy.ext.asyncio import create_async_engine
        except ImportError:
            raise DatabaseError("database.driver") from None
        if "connect_timeout" not in url.query:
            url = url.update_query_dict({"connect_timeout": str(CONNECT_SECONDS)})
        self.address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._shown = url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)
        self._engine = create_async_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
        self._connection: psycopg.AsyncConnection[Any] | None = None  # for `append`
        self.commits = GroupCommit(self._append_group)
        self.waited: Callable[[float], None] = lambda seconds: None  # for a connection; for metrics

    async def read(self, work: Work[Answer]) -> Answer:
        return await self.write(work)

    async def write(self, work: Work[Answer]) -> Answer:
        began = time.perf_counter()
        with reported():
            async with self._engine.begin() as connection:
                self.waited(time.perf_counter() - began)
                return await connection.run_sync(work)

    async def append(self, table: str, statements: Sequence[Statement]) -> None:
        await self.commits.append(table, statements)

    async def _append_group(self, statements: Sequence[Statement]) -> None:
        """All statements go to the server together, on a connection of their own."""
        import psycopg

        try:
            if self._connection is None or self._connection.closed:
                self._connection = await psycopg.AsyncConnection.connect(self.address)
            connection = self._connection
            async with (
                asyncio.timeout(ANSWER_SECONDS),
                connection.transaction(),
                connection.pipeline(),
                connection.cursor() as cursor,
            ):
                for statement in statements:
                    for sql, values in statement.prepared():
                        await cursor.execute(sql.replace("?", "%s"), values)
        except psycopg.IntegrityError as error:
            raise Conflict from error
        except TimeoutError as error:
            await self._disconnect()
            raise DatabaseLost("database.silent") from error
        except psycopg.Error as error:
            await self._disconnect()  # it may look open, but stay in pipeline mode and refuse everything
            raise failure_of(error) or error from error

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def close(self) -> None:
        await self.commits.close()
        await self._disconnect()
        await self._engine.dispose()

    def refusal(self, reason: str) -> DatabaseError:
        return DatabaseError("database.unreachable", url=self._shown, reason=reason)


def upgrade(connection: Connection, migrations: Path) -> None:
    """Migrate. If several workers start at once, one does it and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:  # the database has a migration that this version does not know
        if not _is_compatible(connection, config, migrations.parent.name):
            raise DatabaseError("database.newer") from None
        logger.warning("this database has been upgraded by a newer version of Cabotage, which still allows this one")


def _is_compatible(connection: Connection, config: Config, part: str) -> bool:
    """Whether the newer version that upgraded the database has left everything that this version uses."""
    oldest = connection.execute(select(COMPATIBILITY.c.oldest).where(COMPATIBILITY.c.part == part)).scalar_one()
    return str(oldest) <= str(ScriptDirectory.from_config(config).get_current_head())


def address(url: str) -> URL:
    """The parsed URL; an error unless it is SQLite or PostgreSQL."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseError("database.address", url=repr(url)) from None
    if parsed.drivername == "postgres":  # as many hosting providers write it
        parsed = parsed.set(drivername="postgresql")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError("database.address", url=repr(parsed.render_as_string(hide_password=True)))
    return parsed


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver starts no transactions itself; _begin_sqlite does
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql(BEGIN_WRITING if writes else "BEGIN")
