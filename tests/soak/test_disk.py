"""Disks that are full or read-only under load: nothing is acknowledged, and with room again play goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.server import Killable
from tests.soak.conftest import Report
from tests.soak.crowd import Crowd
from tests.soak.disk import filled, immutable, small_disk
from tests.soak.scale import scaled

FAILURES = 20  # of each kind
PLAYERS = 4
MOVES = 20  # between two failures
SILENT_SECONDS = 0.5
PATIENCE_SECONDS = 180.0  # a busy machine needs long to fill what is there already
FILE_MEGABYTES = 8
POSTGRES_MEGABYTES = 400

pytestmark = pytest.mark.soak


def fail_and_recover(
    url: str, code: str, failure: Callable[[], AbstractContextManager[None]], count: int
) -> dict[str, int]:
    """Play, let the disk fail until nobody can move, let it recover, play; figures for the report."""
    server = Killable(url)
    try:
        crowd = Crowd(server.address, PLAYERS)
        with crowd.playing():
            for _ in range(count):
                crowd.await_moves(MOVES)
                with failure():
                    await_silence(crowd, code)
            crowd.await_moves(MOVES)
    finally:
        server.kill()
    return {"failures": count, **crowd.audit(url), "refusals": crowd.refusals(code)}


def await_silence(crowd: Crowd, code: str) -> None:
    """Until all moves are refused: what is there already may have some room."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        moves, refusals = crowd.moves, crowd.refusals(code)
        time.sleep(SILENT_SECONDS)
        crowd.check()
        if crowd.moves == moves and crowd.refusals(code) >= refusals + PLAYERS:
            return
        assert time.monotonic() < until, f"after {crowd.refusals(code)} refusals moves are still made"


def test_a_full_disk_with_sqlite(tmp_path: Path, report: Report) -> None:
    with small_disk(tmp_path / "disk", FILE_MEGABYTES) as folder:
        url = f"sqlite:///{folder / 'tables.db'}"
        report(**fail_and_recover(url, "database/full", lambda: filled(folder), scaled(FAILURES)))


def test_a_read_only_file_with_sqlite(tmp_path: Path, report: Report) -> None:
    files = [tmp_path / name for name in ("tables.db", "tables.db-wal")]
    url = f"sqlite:///{files[0]}"
    report(**fail_and_recover(url, "database/lost", lambda: immutable(*files), scaled(FAILURES)))


def test_a_full_disk_with_postgresql(tmp_path: Path, report: Report) -> None:
    with small_disk(Path("/tmp/cabotage-soak-pg"), POSTGRES_MEGABYTES) as folder:
        server = postgres.Server(folder)
        server.start()
        try:
            with postgres.database(server.address, "soak") as url:
                report(**fail_and_recover(url, "database/full", lambda: filled(folder), scaled(FAILURES)))
        finally:
            server.stop()
