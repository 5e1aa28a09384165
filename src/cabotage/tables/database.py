"""Connecting: a file of SQLite or a PostgreSQL by its address, durable, with its tables as this version wants them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic import command
from alembic.config import Config
from sqlalchemy import event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine

from cabotage.tables.errors import DatabaseError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

MIGRATIONS = Path(__file__).with_name("migrations")
PATIENCE_SECONDS = 30  # while another process writes to the same file
MIGRATION_LOCK = 0xCAB07A6E  # any number that nobody else on this server takes


def is_postgres(url: str) -> bool:
    return _url(url).get_backend_name() == "postgresql"


def connect(url: str) -> AsyncEngine:
    """An engine for this address: sqlite:///file or postgresql://user@host/name."""
    parsed = _url(url)
    if is_postgres(url):
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise DatabaseError("database.driver") from None
        return create_async_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if not parsed.database or parsed.database == ":memory:":
        raise DatabaseError("database.file")
    folder = Path(parsed.database).absolute().parent
    if not folder.is_dir():
        raise DatabaseError("database.folder", folder=folder)
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": PATIENCE_SECONDS})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database's tables up to date; of several workers that start at once, one does it."""
    async with engine.connect() as connection:
        await connection.execution_options(writes=True)
        async with connection.begin():
            await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _url(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseError("database.address", url=repr(url)) from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatabaseError("database.address", url=repr(parsed.render_as_string(hide_password=True)))
    return parsed


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # the driver begins no transactions by itself; _begin_sqlite does
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer says so at once: one that reads first and writes later would be refused if another wrote meanwhile.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
