"""Disks that are full or read-only under load: nothing is acknowledged, and with room again play goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.server import Killable
from tests.soak.conftest import Report
from tests.soak.crowd import Crowd
from tests.soak.disk import filled, immutable, small_disk
from tests.soak.scale import scaled
from tests.soak.test_postgres import start_again

FAILURES = 20  # of each kind
PLAYERS = 4
MOVES = 20  # between two failures
SILENT_SECONDS = 0.5
PATIENCE_SECONDS = 180.0  # a busy machine needs long to fill what is there already
FILE_MEGABYTES = 8
POSTGRES_MEGABYTES = 400

pytestmark = pytest.mark.soak


def fail_and_recover(
    url: str, codes: Sequence[str], failure: Callable[[], AbstractContextManager[None]], count: int
) -> dict[str, int]:
    """Play, let the disk fail until nobody can move, let it recover, play; figures for the report."""
    server = Killable(url)
    try:
        crowd = Crowd(server.address, PLAYERS)
        with crowd.playing():
            for _ in range(count):
                crowd.await_moves(MOVES)
                with failure():
                    await_silence(crowd, codes)
            crowd.await_moves(MOVES)
    finally:
        server.kill()
    return {"failures": count, **crowd.audit(url), "refusals": crowd.refusals(*codes)}


def await_silence(crowd: Crowd, codes: Sequence[str]) -> None:
    """Until all moves are refused: what is there already may have some room."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        moves, refusals = crowd.moves, crowd.refusals(*codes)
        time.sleep(SILENT_SECONDS)
        crowd.check()
        if crowd.moves == moves and crowd.refusals(*codes) >= refusals + PLAYERS:
            return
        assert time.monotonic() < until, f"after {crowd.refusals(*codes)} refusals moves are still made"


def test_a_full_disk_with_sqlite(tmp_path: Path, report: Report) -> None:
    with small_disk(tmp_path / "disk", FILE_MEGABYTES) as folder:
        url = f"sqlite:///{folder / 'tables.db'}"
        report(**fail_and_recover(url, ["database/full"], lambda: filled(folder), scaled(FAILURES)))


def test_a_read_only_file_with_sqlite(tmp_path: Path, report: Report) -> None:
    files = [tmp_path / name for name in ("tables.db", "tables.db-wal")]
    url = f"sqlite:///{files[0]}"
    report(**fail_and_recover(url, ["database/lost"], lambda: immutable(*files), scaled(FAILURES)))


def test_a_full_disk_with_postgresql(tmp_path: Path, report: Report) -> None:
    """Without room for its own log PostgreSQL stops by itself; a host's service starts it again, as is done here."""
    restarts = 0
    with small_disk(Path("/tmp/cabotage-soak-pg"), POSTGRES_MEGABYTES) as folder:
        server = postgres.Server(folder)
        server.start()

        @contextmanager
        def full() -> Iterator[None]:
            nonlocal restarts
            with filled(folder):
                yield
            if server.process.poll() is not None:
                restarts += 1
                start_again(server)

        try:
            with postgres.database(server.address, "soak") as url:
                figures = fail_and_recover(url, ["database/full", "database/lost"], full, scaled(FAILURES))
        finally:
            server.stop()
    report(**figures, restarts=restarts)
