"""A backup that is made while people play can be restored, and every table in it replays."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from cabotage.tables import Log, Tables
from tests import postgres
from tests.tables.fixtures import any_game, choose_one, play_on

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "backup.py"


def run(database: str, *arguments: object, status: int = 0) -> str:
    path = os.pathsep.join([str(postgres.client_programs()), os.environ["PATH"]])
    environment = {**os.environ, "CABOTAGE_DATABASE": database, "PATH": path}
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return (done.stdout + done.stderr).strip()


async def restored_is_the_same(database: str, other: str, folder: Path) -> None:
    tables = Tables(await Log.open(database), games=any_game)
    over = await play_on(await tables.open("toy", ["me", "here", "here"], "anna"))
    running = await tables.open("toy", ["me", "here", "here"], "anna")
    saved = Path(run(database, "save", folder))
    assert saved.stat().st_mode & 0o077 == 0
    expected = {over.id: list(over.rows), running.id: list(running.rows)}
    await choose_one(running, random.Random(0))  # after the backup
    run(other, "restore", saved)
    again = Tables(await Log.open(other), games=any_game)
    for table, rows in expected.items():
        assert (await again.find(table)).rows == rows
    assert (await again.find(running.id)).seq < running.seq
    await choose_one(await again.find(running.id), random.Random(1))  # the game goes on
    await again.close()
    await tables.close()


async def test_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    await restored_is_the_same(url, f"sqlite:///{tmp_path / 'restored.db'}", tmp_path / "backups")
    assert "move it away first" in run(url, "restore", next((tmp_path / "backups").iterdir()), status=1)


async def test_postgresql(postgres_address: str, postgres_url: str, tmp_path: Path) -> None:
    with postgres.database(postgres_address, "restored") as other:
        await restored_is_the_same(postgres_url, other, tmp_path)


def test_only_the_newest_backups_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"cabotage-2026010{day}-030000.db").touch()
    (tmp_path / "t.db").touch()
    newest = run(f"sqlite:///{tmp_path / 't.db'}", "save", folder, "--keep", 3)
    kept = sorted(path.name for path in folder.iterdir())
    assert kept == ["cabotage-20260104-030000.db", "cabotage-20260105-030000.db", Path(newest).name]


@pytest.mark.parametrize("database", ["", "mysql://somewhere"])
def test_an_unknown_database_is_named(database: str, tmp_path: Path) -> None:
    assert "CABOTAGE_DATABASE" in run(database, "save", tmp_path, status=1)


@pytest.mark.parametrize(
    ("database", "address", "password"),
    [
        (
            "postgresql://anna:p%40ss%2F1@db.example.org:5433/games",
            "postgresql://anna@db.example.org:5433/games",
            "p@ss/1",
        ),
        ("postgres://anna@/games?host=/run&password=secret", "postgresql://anna@/games?host=%2Frun", "secret"),
        ("postgresql+psycopg://db.example.org/games", "postgresql://db.example.org/games", None),
    ],
)
@pytest.mark.parametrize("command", ["save", "restore"])
def test_a_password_is_never_on_a_command_line(
    command: str, database: str, address: str, password: str | None, tmp_path: Path
) -> None:
    """PostgreSQL's programs are replaced by one that tells how it was called."""
    for name in ("pg_dump", "pg_restore"):
        program = tmp_path / name
        program.write_text('#!/bin/sh\necho "$*|${PGPASSWORD-none}"\n')
        program.chmod(0o755)
    (tmp_path / "copy.dump").touch()
    environment = {**os.environ, "CABOTAGE_DATABASE": database, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    target = tmp_path / "copies" if command == "save" else tmp_path / "copy.dump"
    done = subprocess.run(
        [sys.executable, str(SCRIPT), command, str(target)], env=environment, capture_output=True, text=True, check=True
    )
    arguments, _, told = done.stdout.splitlines()[0].partition("|")
    assert told == (password or "none")
    assert address in arguments
    assert not {"p@ss", "p%40ss", "secret"} & set(arguments.replace(":", " ").replace("=", " ").split())


def test_leftovers_of_another_database_are_not_mixed_with_a_copy(tmp_path: Path) -> None:
    (tmp_path / "t.db").touch()
    copy = run(f"sqlite:///{tmp_path / 't.db'}", "save", tmp_path / "copies")
    (tmp_path / "new.db-wal").touch()
    said = run(f"sqlite:///{tmp_path / 'new.db'}", "restore", copy, status=1)
    assert "new.db-wal exists; move it away first" in said
    assert not (tmp_path / "new.db").exists()
