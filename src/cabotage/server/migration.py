"""Brings the server's own tables of the database up to date, as tables/database.py does with the log's."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cabotage.tables import database

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(connection: Connection) -> None:
    database.upgrade(connection, MIGRATIONS)
