"""Cabotage: five sea-faring board games on one engine. Begin with `cabotage.load("calypso", seats=3).start()`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.core import opponents
from cabotage.core.errors import CabotageError, OptionError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.position import Position
    from cabotage.core.record import Record

__version__ = "0.1.0"
__all__ = ["CabotageError", "load", "replay"]


def load(game: str, seats: int | None = None, **options: Any) -> Box:
    """A game by its id, with its number of seats and its options; start or set up positions from it."""
    from cabotage.games import find

    found = find(game)
    from cabotage.core.box import Box

    return Box(found, seats, options)


def replay(record: Record | Path | str) -> Position:
    """The last position of a record, or of the record in a file."""
    from cabotage.core.record import Record
    from cabotage.games import find

    written = record if isinstance(record, Record) else Record.load(record)
    return written.replay(find(written.game))


def _bot(name: str, box: Box, seed: int) -> opponents.Opponent:
    from cabotage.bots import BOTS, make_bot

    if ":" in name:  # a vector makes a bot for each game: too often for one that is a process
        raise OptionError("bot.unknown", name=repr(name), known=", ".join(BOTS))
    return make_bot(name, box, seed)


opponents.provide(_bot)
