"""The check of a whole log: rows without a gap, every table replays, the dice of finished games are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.record import Record
from cabotage.tables import Log, Tables
from cabotage.tables.state import TableState
from cabotage.tables.verify import verify

if TYPE_CHECKING:
    from cabotage.tables.opening import Games
    from cabotage.tables.row import Row

MOST_TABLES = 1_000_000


async def sound_rows(url: str, games: Games) -> tuple[dict[str, list[Row]], int]:
    """The rows of every table, all of which are sound; and the number of finished games, whose draws were verified."""
    log = await Log.open(url)
    tables = Tables(log, games=games)
    found: dict[str, list[Row]] = {}
    finished = 0
    try:
        for summary in await log.summaries(limit=MOST_TABLES):
            rows = found[summary.id] = await log.rows(summary.id)
            assert [row.seq for row in rows] == list(range(len(rows)))
            state = TableState.of(rows, games)
            replayed = Record.of(state.position).replay(games(summary.game))  # checks every choice and draw
            assert replayed == state.position
            # A move is there with all its draws or not at all; a table that waits for people has not drawn yet.
            assert summary.status == "waiting" or not state.position.is_chance
            assert state.status == summary.status
            if summary.status == "over":
                verify(Record.parse((await tables.find(summary.id)).record()), games(summary.game))
                finished += 1
    finally:
        await tables.close()
    return found, finished
