"""One server for all tests of a run that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.fixtures import Harbour, Visitor, harbour


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    folder: Path = tmp_path_factory.mktemp("server")
    with harbour(f"sqlite:///{folder / 'tables.db'}") as running:
        yield running


@pytest.fixture
def anna(port: Harbour) -> Iterator[Visitor]:
    with port.visitor() as visitor:
        yield visitor


@pytest.fixture
def ben(port: Harbour) -> Iterator[Visitor]:
    with port.visitor() as visitor:
        yield visitor
