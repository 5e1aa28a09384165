"""A server whose database is full, deleted or replaced says so, and acknowledges nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cabotage.server import readiness
from cabotage.server.errors import DatabaseTaken
from cabotage.server.lock import Lock
from cabotage.tables import database
from cabotage.tables.clock import SteadyClock
from cabotage.tables.errors import DatabaseFull, DatabaseLost
from cabotage.tables.failure import failure_of
from tests.server.fixtures import Harbour, Visitor, harbour
from tests.server.test_serve import serve, start


class Usage(NamedTuple):
    """Of a disk."""

    total: int
    used: int
    free: int


def move(anna: Visitor, table: str, view: dict[str, Any]) -> tuple[int, str]:
    """Status and error code of a choice."""
    body = {"seq": view["seq"], "choice": view["choices"][0]["id"], "seat": view["viewer"]}
    answer = anna.client.post(f"/api/tables/{table}/choices", json=body)
    return answer.status_code, answer.json().get("error", {}).get("code", "")


def readiness_of(anna: Visitor) -> tuple[int, str]:
    time.sleep(readiness.KEPT_SECONDS)
    answer = anna.client.get("/readyz")
    return answer.status_code, answer.json().get("error", {}).get("code", "")


def test_a_healthy_server_is_alive_and_ready(anna: Visitor) -> None:
    assert [anna.client.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]
    assert anna.client.head("/readyz").status_code == 200


@pytest.mark.parametrize("loss", ["deleted", "moved", "replaced", "log deleted"])
def test_moves_into_a_lost_file_are_refused(tmp_path: Path, loss: str) -> None:
    path = tmp_path / "t.db"
    with harbour(f"sqlite:///{path}") as port, port.visitor() as anna:
        table = anna.open("smugglers")["table"]
        view = anna.choose(table, anna.view(table))
        view = anna.view(table, seat=view["to_act"])
        if loss == "log deleted":
            (tmp_path / "t.db-wal").unlink()
        elif loss == "replaced":
            shutil.copy(path, tmp_path / "copy.db")
            (tmp_path / "copy.db").replace(path)
        elif loss == "moved":
            path.rename(tmp_path / "elsewhere.db")
        else:
            path.unlink()
        assert move(anna, table, view) == (503, "database/lost")
        with anna.live(table) as wire:
            wire.hear()
            wire.say(type="choose", seq=view["seq"], seat=view["viewer"], choice=view["choices"][0]["id"])
            assert wire.hear("error")["code"] == "database/lost"
        assert anna.view(table)["seq"] == view["seq"]
        assert (
            anna.refused("POST", "/api/tables", 503, {"game": "smugglers", "seats": ["me", "here"]}) == "database/lost"
        )
        assert readiness_of(anna) == (503, "database/lost")
        assert anna.ask("GET", "/healthz")["status"] == "ok"
        if loss == "moved":
            (tmp_path / "elsewhere.db").rename(path)
            assert readiness_of(anna) == (200, "")
            assert move(anna, table, view) == (200, "")


def fill(port: Harbour, pages: int) -> None:
    """Let the database grow no further than to so many pages: SQLite then says that the disk is full."""
    found: Any = port.app.state.services.tables.log.database
    found._connection.execute(f"PRAGMA max_page_count = {pages}")


def test_moves_on_a_full_disk_are_refused_until_there_is_room(tmp_path: Path) -> None:
    with harbour(f"sqlite:///{tmp_path / 't.db'}") as port, port.visitor() as anna:
        table = anna.open("smugglers")["table"]
        anna.choose(table, anna.view(table))
        fill(port, 1)
        seq, code = 0, (200, "")
        while code == (200, ""):  # the pages that are there have some room
            view = anna.view(table, seat=anna.view(table)["to_act"])
            seq, code = view["seq"], move(anna, table, view)
            assert seq < 2_000
        assert code == (503, "database/full")
        assert anna.view(table)["seq"] == seq
        with sqlite3.connect(tmp_path / "t.db") as other:
            assert other.execute("SELECT max(seq) FROM events").fetchone() == (seq,)
        fill(port, 1_000_000)
        assert move(anna, table, view) == (200, "")


def test_a_server_is_not_ready_when_the_disk_has_little_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with harbour(f"sqlite:///{tmp_path / 't.db'}", disk_reserve_mb=50) as port, port.visitor() as anna:
        assert anna.client.get("/readyz").status_code == 200
        monkeypatch.setattr("cabotage.server.readiness.shutil.disk_usage", lambda _: Usage(100, 100, 49_999_999))
        assert readiness_of(anna) == (503, "database/full")
        monkeypatch.setattr("cabotage.server.readiness.shutil.disk_usage", lambda _: Usage(100, 100, 50_000_000))
        assert readiness_of(anna) == (200, "")


def test_a_database_that_does_not_answer_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "WAIT_SECONDS", 0.3)
    monkeypatch.setattr(database, "LOCK_SECONDS", 1)
    with harbour(f"sqlite:///{tmp_path / 't.db'}") as port, port.visitor() as anna:
        with sqlite3.connect(tmp_path / "t.db", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            assert readiness_of(anna) == (503, "database/lost")
            other.execute("ROLLBACK")
        other.close()
        time.sleep(1)
        assert readiness_of(anna) == (200, "")


def test_a_postgresql_that_is_gone_is_lost(postgres_url: str) -> None:
    class OperationalError(Exception):
        def __init__(self, sqlstate: str | None) -> None:
            self.sqlstate = sqlstate

    for state in (None, "08006", "57P01", "57P03", "25006"):
        assert isinstance(failure_of(OperationalError(state)), DatabaseLost)
    assert isinstance(failure_of(OperationalError("53100")), DatabaseFull)
    assert failure_of(OperationalError("40001")) is None
    with harbour(postgres_url) as port, port.visitor() as anna:
        assert anna.client.get("/readyz").status_code == 200


def test_a_second_server_is_refused_through_a_hard_link(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = start("--language", "en", "--database", f"sqlite:///{tmp_path / 'a' / 't.db'}")
    with first:
        try:
            assert first.stdout is not None
            assert first.stdout.readline().startswith("Cabotage is running at ")
            os.link(tmp_path / "a" / "t.db", tmp_path / "b" / "other.db")
            done = serve("--port", "0", "--language", "en", "--database", f"sqlite:///{tmp_path / 'b' / 'other.db'}")
            assert done.returncode == 2
            assert "is already in use by another server" in done.stderr
        finally:
            first.kill()


def test_a_lock_holds_by_every_name_of_the_file_and_while_sqlite_works(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    path, hard, soft = tmp_path / "a" / "t.db", tmp_path / "b" / "hard.db", tmp_path / "b" / "soft.db"
    path.touch()
    os.link(path, hard)
    soft.symlink_to(path)
    held = Lock(path)
    for _ in range(2):
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE IF NOT EXISTS t (x)")
            other.execute("INSERT INTO t VALUES (1)")
        other.close()  # would free a lock of the process
        for name in (path, hard, soft):
            program = f"from cabotage.server.lock import Lock; from pathlib import Path; Lock(Path({str(name)!r}))"
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
            assert b"DatabaseTaken" in done.stderr, name
            with pytest.raises(DatabaseTaken):
                Lock(name)
    held.release()
    Lock(hard).release()


def test_setting_the_clock_back_does_not_make_a_turn_longer(tmp_path: Path) -> None:
    wall_ms, steady_ms = 1_700_000_000_000, 1_000
    clock = SteadyClock(lambda: wall_ms, lambda: steady_ms)
    with harbour(f"sqlite:///{tmp_path / 't.db'}", clock) as port, port.visitor() as anna:
        table = anna.open("smugglers", clock={"kind": "turn", "seconds": 60})["table"]
        wall_ms -= 86_400_000
        assert anna.view(table)["clock"]["seconds_left"] == 60
    clock = SteadyClock(lambda: wall_ms, lambda: steady_ms)  # a restart
    with harbour(f"sqlite:///{tmp_path / 't.db'}", clock) as port, port.visitor() as anna:
        assert anna.view(table)["clock"]["seconds_left"] == 60
        steady_ms += 61_000
        wall_ms += 61_000
        with anna.live(table) as wire:
            view = wire.hear()
            while view["to_act"] != 1:
                view = wire.hear()
