"""What all tests share: one option of the command line."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="write the golden games of games/<game>/playthroughs/ anew; read the difference before committing it",
    )


@pytest.fixture
def is_updating(request: pytest.FixtureRequest) -> bool:
    """Whether golden games are to be written instead of compared."""
    return bool(request.config.getoption("--update-playthroughs"))
