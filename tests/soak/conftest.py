"""Every endurance test prints one line of figures, whether pytest captures its output or not."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

Report = Callable[..., None]


@pytest.fixture
def report(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Report:
    """Call it once, at the end of the test, with named figures."""
    began = time.monotonic()

    def write(**figures: object) -> None:
        figures["seconds"] = round(time.monotonic() - began)
        with capsys.disabled():
            print(f"\n{request.node.name}: {', '.join(f'{name} {value}' for name, value in figures.items())}")

    return write
