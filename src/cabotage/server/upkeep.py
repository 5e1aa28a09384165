"""Brings the server's own tables of the database up to date, as tables/database.py does with the log's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from sqlalchemy import text

from cabotage.tables.database import MIGRATION_LOCK

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(connection: Connection) -> None:
    """Of several workers that start at once, one does it, and the others wait."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
