"""`cabotage serve --workers N`: one port, several processes that are replaced when they die and stop together."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg
import pytest

from tests import postgres
from tests.server.fixtures import PLAIN, Visitor
from tests.server.supervisor import SERVE, Supervisor, is_running, supervised, until

STOP_SECONDS = 30.0  # five are enough on a machine that is not busy


def servers(url: str) -> int:
    """Those that live, as the database knows them."""
    query = b"SELECT count(*) FROM servers WHERE until_ms > extract(epoch FROM clock_timestamp()) * 1000"
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])


def test_several_workers_on_sqlite_are_refused(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--workers", "2", "--language", "en"]
    database = f"sqlite:///{tmp_path / 't.db'}"
    done = subprocess.run([*command, "--database", database], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cabotage: 2 workers need PostgreSQL: an SQLite file belongs to one process; "
        "omit --workers, or give a postgresql:// address with --database [server/workers]\n"
    )


def test_a_database_that_does_not_answer_is_one_line() -> None:
    command = [*SERVE, "--port", "0", "--workers", "2", "--language", "en"]
    database = "postgresql://anna@127.0.0.1:1/games"
    done = subprocess.run([*command, "--database", database], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cabotage: postgresql://anna@127.0.0.1:1/games: this PostgreSQL database cannot be")
    assert done.stderr.count("\n") == 1


class Crew(NamedTuple):
    """Two workers and their database."""

    running: Supervisor
    database: str


@pytest.fixture(scope="module")
def crew(postgres_address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crew]:
    """For all tests after which it still runs."""
    with (
        postgres.database(postgres_address, f"crew_{secrets.token_hex(4)}") as database,
        supervised(database, 2, tmp_path_factory.mktemp("crew")) as running,
    ):
        yield Crew(running, database)


def test_ready_means_that_all_workers_are(crew: Crew) -> None:
    assert servers(crew.database) == len(crew.running.workers) == 2


def test_connections_are_shared_out_among_the_workers(crew: Crew) -> None:
    running = crew.running
    with contextlib.ExitStack() as stack:
        before = {pid: open_sockets(pid) for pid in running.workers}
        for _ in range(60):
            client = stack.enter_context(httpx.Client(base_url=running.address, timeout=60, verify=PLAIN))
            client.get("/healthz")
        counts = [open_sockets(pid) - before[pid] for pid in running.workers]
        assert min(counts) > sum(counts) / 10 > 0, counts  # idle ones may have been closed already


def test_metrics_are_those_of_all_workers(crew: Crew) -> None:
    """New connections land at either worker; none of them may be missing from the count."""

    def answered() -> int:
        text = httpx.get(f"{crew.running.address}/metrics", timeout=60, verify=PLAIN).text
        found = re.findall(r'^cabotage_requests_total\{.*route="/api/games",.*\} (\S+)$', text, re.MULTILINE)
        return int(sum(map(float, found)))

    before = answered()
    for _ in range(20):
        httpx.get(f"{crew.running.address}/api/games", timeout=60, verify=PLAIN)
    until("counted", lambda: answered() == before + 20)


def test_all_workers_answer_at_one_address_and_one_that_dies_is_replaced(crew: Crew) -> None:
    running = crew.running
    with httpx.Client(base_url=running.address, timeout=60, verify=PLAIN) as client:
        table = Visitor(running.address, client).open("smugglers")["table"]
    victim = min(running.workers)
    os.kill(victim, signal.SIGKILL)
    until("replaced", lambda: len(running.workers) == 2 and victim not in running.workers)
    until("known", lambda: servers(crew.database) == 2)
    for _ in range(20):  # new connections, at either worker
        answer = httpx.get(f"{running.address}/api/tables/{table}", timeout=60, verify=PLAIN)
        assert answer.json()["seq"] == 4
    assert "worker_died" in running.events()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_all_workers(postgres_url: str, tmp_path: Path, number: signal.Signals) -> None:
    with supervised(postgres_url, 2, tmp_path) as running:
        workers = running.workers
        with httpx.Client(base_url=running.address, verify=PLAIN) as client:
            client.get("/healthz")  # a connection that stays open
            os.kill(running.process.pid, number)
            assert running.process.wait(STOP_SECONDS) == 0
        assert not any(map(is_running, workers))
        assert servers(postgres_url) == 0  # they ended their leases


def test_workers_do_not_outlive_their_supervisor(postgres_url: str, tmp_path: Path) -> None:
    with supervised(postgres_url, 2, tmp_path) as running:
        workers = running.workers
        running.process.kill()
        until("gone", lambda: not any(map(is_running, workers)), STOP_SECONDS)


def open_sockets(pid: int) -> int:
    links = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            links.append(str(link.readlink()))
    return sum(link.startswith("socket:") for link in links)
