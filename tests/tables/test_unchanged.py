"""A database and records written by an earlier version are read, and would be written again, byte for byte.

`unchanged/` holds what commit 356cd88 wrote while it played `scenario` below. Never write these files again: they stand
for the databases and records that people have.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cabotage.core.record import Record
from cabotage.games import GAMES, find
from cabotage.tables import Clock, Log, Table, Tables, dice
from cabotage.tables.verify import verify
from tests.tables.fixtures import Hands, choose_one, play_on

FOLDER = Path(__file__).with_name("unchanged")
ROWS = {
    "tables": "SELECT id, seed, game, status, opened_ms, changed_ms, deadline_ms FROM tables ORDER BY id",
    "events": "SELECT table_id, seq, kind, seat, value, at_ms FROM events ORDER BY table_id, seq",
    "snapshots": "SELECT table_id, seq, packed FROM snapshots ORDER BY table_id",
}


def inject(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids and seeds by number, and a snapshot after fewer rows."""
    entropy = random.Random("unchanged")
    numbers = iter(range(100))
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: f"table-{next(numbers):02}")
    monkeypatch.setattr(dice, "new_seed", lambda: entropy.randbytes(dice.SEED_BYTES))
    monkeypatch.setattr("cabotage.tables.table.SNAPSHOT_ROWS", 40)


async def scenario(tables: Tables, hands: Hands) -> None:
    """Tables of all games: finished, running, waiting, undone, taken over, timed out, forked, uploaded."""
    finished = {}
    for name in sorted(GAMES):
        table = await tables.open(name, people(find(name).default_seats), "anna", name="Anna", nonce="a pebble")
        finished[name] = await play_on(table, seed=len(name))
        hands.forward(2)
    await undo_where_possible(await tables.open("treasure_boots", ["me", "here", "here"], "anna", names={2: "Ännä ☠"}))
    await undo_where_possible(await tables.open("smugglers", ["me", "here"], "anna", clock=Clock("days", 2)))
    await come_and_go(await tables.open("cape_horn", ["me", "friend", "friend"], "anna"), hands)
    absent = await tables.open("smugglers", ["me", "here"], "anna", clock=Clock("seconds", 30))
    helped = await tables.open("captn_clever", ["me", "here", "here"], "anna", clock=Clock("seconds", 60, "bot:sailor"))
    for table in (absent, helped):
        for step in range(6):
            hands.forward(90)
            while await table.expire() is not None:
                pass
            if table.bot_to_act is None:
                await choose_one(table, random.Random(step))
    await tables.open("calypso", ["me", "friend"], "anna", {"memory_help": True})
    source = finished["smugglers"]
    await play_on(await tables.fork(source.id, source.seq - 9, people(source.state.box.seats), "ben", "Ben"), most=2)
    record = Record.parse(finished["captn_clever"].record())
    await tables.keep(record, "carla")
    await play_on(await tables.fork_record(record, 20, people(record.seats), "carla"), most=3)


def people(count: int) -> list[str]:
    return ["me", *["here"] * (count - 1)]


async def undo_where_possible(table: Table) -> None:
    rng = random.Random(table.id)
    for _ in range(25):
        seat = table.to_act
        assert seat is not None
        await choose_one(table, rng)
        if table.can_undo(seat) and rng.random() < 0.7:
            await table.undo(seat, table.seq)


async def come_and_go(table: Table, hands: Hands) -> None:
    await table.sit(1, "ben", "Ben", "salt")
    await table.take_over(2, "mate")
    for step in range(12):
        hands.forward(1)
        if step % 4 == 1:
            await table.leave(1)
            await table.take_over(1, "cabin_boy")
        if step % 4 == 3:
            await table.come_back(1)
        await choose_one(table, random.Random(step))


def facts(table: Table) -> dict[str, Any]:
    """What the rows of a table add up to."""
    state = table.state
    position = state.position
    return {
        "game": state.opening.game,
        "status": table.status,
        "seq": [table.seq, state.turn_seq, state.move_seq],
        "to_act": table.to_act,
        "deadline_ms": table.deadline_ms,
        "seats": [[one.kind, one.holder, one.name, one.is_present, one.bot, one.back_ms] for one in state.seats],
        "nonces": state.nonces,
        "digest": state.digest.hex(),
        "state": hashlib.sha256(position.states.tobytes()).hexdigest(),
        "history": hashlib.sha256(json.dumps(position.history).encode()).hexdigest(),
        "legal": [int(number) for number in position.legal.numbers],
        "score": None if position.score is None else list(map(str, position.score)),
        "places": list(position.places),
        "can_undo": [table.can_undo(seat) for seat in range(len(state.seats))],
        "records": [
            hashlib.sha256(table.record(viewer).encode()).hexdigest() for viewer in range(-1, len(state.seats))
        ],
    }


def rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a database, as they are stored."""
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(query).fetchall() for name, query in ROWS.items()}


def restore(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(gzip.decompress((FOLDER / "tables.sql.gz").read_bytes()).decode())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The database of the old commit."""
    path = tmp_path / "old.db"
    restore(path)
    return path


def expected() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
    return found


def records() -> list[Path]:
    return sorted(FOLDER.glob("*.record.json.gz"))


async def test_every_table_of_an_old_database_adds_up_to_the_same(old: Path) -> None:
    before = rows(old)
    tables = Tables(await Log.open(f"sqlite:///{old}"))
    found = {summary.id: facts(await tables.find(summary.id)) for summary in await tables.log.summaries()}
    await tables.close()
    assert found == expected()
    assert rows(old) == before  # looking writes nothing


async def test_an_old_table_goes_on(old: Path) -> None:
    tables = Tables(await Log.open(f"sqlite:///{old}"))
    running = [await tables.find(name) for name, one in expected().items() if one["to_act"] is not None]
    assert len({table.state.opening.game for table in running}) >= 4
    for table in running:
        seq = table.seq
        await choose_one(table, random.Random(0))
        assert table.seq > seq
    await tables.close()


async def test_the_same_choices_write_the_same_rows(
    old: Path, tmp_path: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    inject(monkeypatch)
    path = tmp_path / "new.db"
    tables = Tables(await Log.open(f"sqlite:///{path}"), now=hands)
    await scenario(tables, hands)
    await tables.close()
    written, before = rows(path), rows(old)
    for name in ROWS:
        assert written[name] == before[name], name


def game_of(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.mark.parametrize("path", records(), ids=game_of)
def test_an_old_record_is_read_and_written_the_same(path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    record = Record.parse(text)
    game = find(record.game)
    assert record.text() == text
    assert verify(record, game).events == len(record.entries)
    replayed = record.replay(game)
    assert replayed.is_over
    again = json.loads(replayed.record().text())
    old_record = json.loads(text)
    assert again["result"] == old_record["result"]
    plain = [{key: value for key, value in event.items() if key != "digest"} for event in old_record["events"]]
    assert again["events"] == plain


def test_there_is_a_record_of_every_game() -> None:
    assert [game_of(path) for path in records()] == sorted(GAMES)
