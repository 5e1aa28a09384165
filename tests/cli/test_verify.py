"""`cabotage verify`: one sentence if the dice were fair, and the first wrong event if not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from cabotage.tables import Log, Tables
from tests.cli.terminal import Terminal
from tests.tables.fixtures import play_on


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game of Calypso, played at a table."""

    async def play() -> str:
        tables = Tables(await Log.open(f"sqlite:///{tmp_path / 'tables.db'}"))
        table = await play_on(await tables.open("calypso", ["me", "here"], "anna", nonce="salt", order="lot"))
        await tables.close()
        return table.record()

    path = tmp_path / "game.json"
    path.write_text(asyncio.run(play()))
    return path


def test_an_honest_record_is_verified(terminal: Terminal, record: Path) -> None:
    events = json.loads(record.read_text())["events"]
    draws = sum("drawn" in event for event in events)
    assert terminal.run("verify", str(record)) == 0
    said = " ".join(terminal.out.split())
    assert f"Calypso, {len(events)} events; all {draws} draws match the commitment." in said
    assert "Digest of the whole game: " in said


def test_an_altered_record_is_refused_with_its_first_wrong_event(terminal: Terminal, record: Path) -> None:
    written = json.loads(record.read_text())
    del written["events"][20]
    record.write_text(json.dumps(written))
    assert terminal.run("verify", str(record)) == 2
    assert f"cabotage: {record}: event 20: " in terminal.err
    assert terminal.err.endswith("[record/altered]\n")


def test_the_lot_is_verified_and_another_one_is_refused(terminal: Terminal, record: Path) -> None:
    written = json.loads(record.read_text())
    shown = " ".join(str(seat + 1) for seat in written["lot"])
    assert terminal.run("verify", str(record)) == 0
    assert f"So does the order of the seats, drawn by lot: {shown} of the list." in " ".join(terminal.out.split())
    written["lot"].reverse()
    record.write_text(json.dumps(written))
    assert terminal.run("verify", str(record)) == 2
    assert terminal.err.endswith(f" {shown} of the list, not {shown[::-1]} [record/lot]\n")


def test_it_is_said_in_french_too(terminal: Terminal, record: Path) -> None:
    written = json.loads(record.read_text())
    written["dice"]["seed"] = "00" * 32
    record.write_text(json.dumps(written))
    assert terminal.run("verify", str(record), "--language", "fr") == 2
    assert terminal.err == (
        f"cabotage: {record} : la graine ne correspond pas à l’engagement pris avant le premier tirage [record/seed]\n"
    )


def test_a_record_of_the_terminal_has_nothing_to_verify(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "terminal.json"
    terminal.run("play", "calypso", "--seed", "3", "--people", "0", "--save", str(path))
    assert terminal.run("verify", str(path)) == 2
    assert terminal.err == (
        f"cabotage: {path}: this record has no dice data, so there is nothing to verify [record/no_dice]\n"
    )


@pytest.mark.parametrize(
    ("change", "ending"),
    [
        ({"game": "chess"}, "unknown game 'chess'; choose one of "),
        ({"seats": 9, "lot": None}, "calypso needs 2 to 6 seats"),
        ({"options": {"colour": 1}}, "calypso has no option 'colour'"),
        (
            {"rules_version": 99},
            "played with rules version 99 of calypso; this program has version 1 [record/invalid]\n",
        ),
    ],
)
def test_whatever_is_wrong_the_file_is_named(
    terminal: Terminal, record: Path, change: dict[str, object], ending: str
) -> None:
    record.write_text(json.dumps(json.loads(record.read_text()) | change))
    assert terminal.run("verify", str(record)) == 2
    assert f"cabotage: {record}: {ending}" in terminal.err


def test_a_file_that_is_not_there_is_named(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("verify", str(tmp_path / "nothing.json")) == 2
    assert "nothing.json" in terminal.err
