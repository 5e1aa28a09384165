"""Servers killed under load, again and again: a server on SQLite, and workers on PostgreSQL."""

from __future__ import annotations

import os
import random
import signal
import time
from functools import partial
from pathlib import Path

import psycopg
import pytest

from tests.server.supervisor import supervised, until
from tests.soak.conftest import Report
from tests.soak.crowd import Crowd
from tests.soak.forks import forks
from tests.soak.scale import SEED, scaled

KILLS_OF_A_SERVER = 900
KILLS_OF_A_WORKER = 100
PLAYERS = 5
MOST_MOVES = 20  # before a kill
START_SECONDS = 300.0  # of a worker, on a busy machine
# A worker that has died often waits up to 30 seconds; here they have to die more often.
SOON = "from cabotage.server import workers; workers.MOST_RESTART_SECONDS = 1.0"

pytestmark = pytest.mark.soak


def test_a_killed_server_on_sqlite(sqlite_url: str, report: Report) -> None:
    rng, kills = random.Random(f"kill a server {SEED}"), scaled(KILLS_OF_A_SERVER)
    with forks() as running:
        running.start(sqlite_url)
        crowd = Crowd(running.address, PLAYERS)
        with crowd.playing():
            for _ in range(kills):
                crowd.await_moves(rng.randint(1, MOST_MOVES))
                time.sleep(rng.uniform(0.0, 0.02))
                running.kill()
                running.start(sqlite_url)
            crowd.await_moves(1)
        running.kill()
    figures = crowd.audit(sqlite_url)
    assert crowd.lost_connections >= kills
    report(kills=kills, **figures, lost_connections=crowd.lost_connections)


def has_started(url: str, count: int) -> bool:
    """So many servers have been ready so far: each has a row, which is kept for an hour after its death."""
    with psycopg.connect(url) as connection:
        row = connection.execute(b"SELECT count(*) FROM servers").fetchone()
        assert row is not None
        return int(row[0]) >= count


def test_a_killed_worker_on_postgresql(postgres_url: str, tmp_path: Path, report: Report) -> None:
    rng, kills = random.Random(f"kill a worker {SEED}"), scaled(KILLS_OF_A_WORKER)
    with supervised(postgres_url, 2, tmp_path, "--no-limits", before=SOON) as running:
        crowd = Crowd(running.address, PLAYERS)
        with crowd.playing():
            for killed in range(1, kills + 1):
                crowd.await_moves(rng.randint(1, MOST_MOVES))
                os.kill(rng.choice(sorted(running.workers)), signal.SIGKILL)
                until("replaced", partial(has_started, postgres_url, killed + 2), START_SECONDS)
            crowd.await_moves(1)
    figures = crowd.audit(postgres_url)
    assert running.events().count("worker_died") >= kills
    report(kills=kills, **figures, lost_connections=crowd.lost_connections)
