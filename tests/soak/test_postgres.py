"""PostgreSQL killed or shut down at once under load, then started again: play goes on and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.server.supervisor import supervised
from tests.soak.conftest import Report
from tests.soak.crowd import Crowd
from tests.soak.scale import scaled

FAILURES = 100
MOST_MOVES = 40  # before a failure
START_SECONDS = 60.0
BACKEND = b"SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"

pytestmark = pytest.mark.soak


@contextmanager
def own_server() -> Iterator[postgres.Server]:
    """A PostgreSQL that nothing else uses."""
    with tempfile.TemporaryDirectory(prefix="cabotage-pg-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        server = postgres.Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def start_again(server: postgres.Server) -> None:
    """After a kill, processes of the old server may hold its memory for a moment."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            server.start()
        except RuntimeError:
            assert time.monotonic() < until
            time.sleep(0.1)
        else:
            return


def kill_a_connection(server: postgres.Server, rng: random.Random) -> None:
    """PostgreSQL then ends all other connections too, and recovers by itself."""
    with psycopg.connect(server.address) as connection:
        victims = [int(row[0]) for row in connection.execute(BACKEND)]
    if victims:
        os.kill(rng.choice(victims), signal.SIGKILL)


def test_a_database_that_fails_under_load(tmp_path: Path, report: Report) -> None:
    rng, failures = random.Random("PostgreSQL"), scaled(FAILURES)
    with own_server() as server, postgres.database(server.address, "soak") as url:
        with supervised(url, 2, tmp_path, "--no-limits") as running:
            crowds = [Crowd(running.address, 4), Crowd(running.address, 1, ("me", "bot:greedy"))]
            with crowds[0].playing(), crowds[1].playing():
                for number in range(failures):
                    crowds[0].await_moves(rng.randint(1, MOST_MOVES))
                    if number % 3 == 2:
                        kill_a_connection(server, rng)
                    else:
                        server.stop(signal.SIGKILL if number % 3 else signal.SIGQUIT)
                        time.sleep(rng.uniform(0.0, 0.5))
                        start_again(server)
                for crowd in crowds:
                    crowd.await_moves(5)
            assert "worker_died" not in running.events()
        figures = [crowd.audit(url) for crowd in crowds]
    refusals = sum(crowd.refusals("database/lost") for crowd in crowds)
    assert refusals >= failures // 3
    report(failures=failures, **figures[0], moves_against_a_bot=figures[1]["moves"], refusals=refusals)
