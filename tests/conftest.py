"""Databases for the tests that keep tables: every such test runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    with postgres.cluster() as address:
        yield address


@pytest.fixture
def postgres_url(postgres_address: str) -> Iterator[str]:
    """An empty database of PostgreSQL."""
    with postgres.database(postgres_address, f"test_{secrets.token_hex(4)}") as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A file of SQLite that is not there yet."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))
