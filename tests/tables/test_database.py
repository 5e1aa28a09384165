"""A database that cannot be used is refused in one sentence that says why; nothing in its place is touched."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from cabotage.tables.database import Database
from cabotage.tables.errors import DatabaseError


async def refused(url: str) -> str:
    with pytest.raises(DatabaseError) as refusal:
        await Database.open(url)
    assert refusal.value.code == "table/database"
    assert refusal.value.sentence("fr") != str(refusal.value)
    return str(refusal.value)


@pytest.mark.parametrize("url", ["mysql://anna@host/games", "tables.db", "", "http://", "postgresql://host:port/x"])
async def test_an_address_of_another_kind_is_refused(url: str) -> None:
    expected = f"the database must be sqlite:///file or postgresql://user@host/name, not {url!r}"
    assert await refused(url) == expected


async def test_a_password_is_not_repeated() -> None:
    assert "secret" not in await refused("mysql://anna:secret@host/games")
    assert "secret" not in await refused("postgresql://anna:secret@127.0.0.1:1/games")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite://tables.db", "sqlite:///:memory:"])
async def test_tables_are_kept_in_a_file(url: str) -> None:
    assert (await refused(url)).startswith("the database must be a file: sqlite:///tables.db")


async def test_a_folder_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    folder = tmp_path / "missing"
    sentence = await refused(f"sqlite:///{folder / 'tables.db'}")
    assert sentence == f"{folder}: the folder for the database does not exist; create it first, or choose another"
    assert not folder.exists()


async def test_a_file_that_is_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna, " * 100)
    sentence = await refused(f"sqlite:///{file}")
    assert sentence == f"{file}: this is not an SQLite database; the file was left unchanged"
    assert file.read_text() == "Dear Anna, " * 100
    assert [one.name for one in tmp_path.iterdir()] == ["letter.txt"]


async def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    sentence = await refused(f"sqlite:///{tmp_path}")
    assert sentence == f"{tmp_path}: this database cannot be opened for writing (unable to open database file)"


async def test_a_postgresql_that_does_not_answer_is_named() -> None:
    sentence = await refused("postgresql://anna@127.0.0.1:1/games")
    assert sentence.startswith("postgresql://anna@127.0.0.1:1/games: this PostgreSQL database cannot be used (")
    assert "refused" in sentence


async def test_a_database_that_postgresql_does_not_have_is_named(postgres_url: str) -> None:
    sentence = await refused(postgres_url.replace("/test_", "/missing_"))
    assert "does not exist" in sentence


async def test_the_short_name_of_postgresql_will_do(postgres_url: str) -> None:
    database = await Database.open(postgres_url.replace("postgresql://", "postgres://"))
    assert await database.read(lambda connection: connection.execute(text("SELECT 1")).scalar()) == 1
    await database.close()


async def upgraded(url: str, oldest: str) -> None:
    """A newer program has been here, and allows programs from this version of the schema on."""
    database = await Database.open(url)
    for change in (
        "UPDATE alembic_version SET version_num = '9999'",
        f"UPDATE compatibility SET oldest = '{oldest}' WHERE part = 'tables'",
    ):
        await database.write(lambda connection, change=change: connection.execute(text(change)))  # type: ignore[misc]
    await database.close()


async def test_a_database_of_a_newer_program_that_only_added_is_used(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await upgraded(url, oldest="0003")
    database = await Database.open(url)
    await database.write(lambda connection: connection.execute(text("DELETE FROM snapshots")))
    await database.close()
    assert "a newer version of Cabotage, which still allows this one" in caplog.text


async def test_a_database_of_a_newer_program_is_left_alone(url: str) -> None:
    await upgraded(url, oldest="9998")
    assert (
        await refused(url)
        == "this database has been used by a newer version of Cabotage; use that version, or restore an earlier backup"
    )
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as kept:
            assert kept.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
        kept.close()
    else:
        with psycopg.connect(url) as there:
            assert there.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
