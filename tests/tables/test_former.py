"""Tables and records from before the first release are refused with a clear error, or continue unchanged."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cabotage.core.errors import OptionError, RecordError
from cabotage.core.record import Record
from cabotage.games import find
from cabotage.tables import Log, Tables
from cabotage.tables.errors import OtherRules

FOLDER = Path(__file__).with_name("former")
CHANGED = {"calypso", "captn_clever", "smugglers"}  # their options are others now


async def test_tables_with_options_of_former_rules_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "former.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(gzip.decompress((FOLDER / "tables.sql.gz").read_bytes()).decode())
    tables = Tables(await Log.open(f"sqlite:///{path}"))
    for summary in await tables.log.summaries():
        if summary.game in CHANGED:
            with pytest.raises(OtherRules, match="other rules"):
                await tables.find(summary.id)
        else:
            assert (await tables.find(summary.id)).state.opening.game == summary.game
    await tables.close()


def record(game: str) -> Record:
    return Record.parse(gzip.decompress((FOLDER / f"{game}.record.json.gz").read_bytes()).decode())


def test_a_record_with_an_option_of_former_rules_is_refused() -> None:
    with pytest.raises(OptionError, match="melimelo"):
        record("calypso").replay(find("calypso"))


def test_a_record_with_choices_of_former_rules_is_refused() -> None:
    with pytest.raises(RecordError, match="event"):
        record("smugglers").replay(find("smugglers"))


@pytest.mark.parametrize("game", ["captn_clever", "cape_horn", "treasure_boots"])
def test_a_record_with_the_same_rules_replays(game: str) -> None:
    assert record(game).replay(find(game)).is_over
