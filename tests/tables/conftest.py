"""Tables of the toy and of the games, on each database, with a clock that stands until it is moved."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cabotage.tables import Log, Tables
from tests.tables.fixtures import Hands, any_game


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def tables(url: str, hands: Hands) -> AsyncIterator[Tables]:
    opened = Tables(await Log.open(url), now=hands, games=any_game)
    yield opened
    await opened.close()


@pytest.fixture
async def here(sqlite_url: str, hands: Hands) -> AsyncIterator[Tables]:
    """Tables on SQLite only, for what has nothing to do with the database."""
    opened = Tables(await Log.open(sqlite_url), now=hands, games=any_game)
    yield opened
    await opened.close()
