"""For the tests that keep tables: databases, SQLite and PostgreSQL, and fair dice that fall the same in every run."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabotage.server.bots import runner
from cabotage.tables import dice
from tests import postgres


@pytest.fixture(autouse=True)
def _seeds_repeat(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fair dice fall the same in every run of a test, as all other dice do."""
    entropy = random.Random(request.node.nodeid + request.config.getoption("--chance"))
    monkeypatch.setattr(dice, "new_seed", lambda: entropy.randbytes(dice.SEED_BYTES))


@pytest.fixture(scope="session", autouse=True)
def _bots_are_as_urgent_as_tests() -> Iterator[None]:
    """Tests use all cores: bots and hints with a low priority would hardly get on beside them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "BOT_NICENESS", 0)
        patch.setattr(runner, "HINT_NICENESS", 0)
        yield


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
