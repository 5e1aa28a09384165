"""What all tests share: two options of the command line, and chance that repeats."""

from __future__ import annotations

import random

import pytest

from cabotage.core import chance


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="rewrite the golden games in games/<game>/playthroughs/; read the diff before committing it",
    )
    parser.addoption(
        "--chance",
        default="",
        help="any word: changes all dice that have no seed, to find tests that pass by luck",
    )


@pytest.fixture
def is_updating(request: pytest.FixtureRequest) -> bool:
    """Whether golden games are to be written instead of compared."""
    return bool(request.config.getoption("--update-playthroughs"))


@pytest.fixture(autouse=True)
def _chance_repeats(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that names no seed rolls the same in every run: a failure is there again the next time."""
    entropy = random.Random(request.node.nodeid + request.config.getoption("--chance"))
    monkeypatch.setattr(chance, "entropy", lambda: entropy.getrandbits(63))
