"""Tournaments of bots: fair seats, the same draws for all, ratings and a report. Start with `Tournament(box, bots)`."""

from __future__ import annotations

from cabotage.arena.errors import ArenaError
from cabotage.arena.tournament import Results, Tournament

__all__ = ["ArenaError", "Results", "Tournament"]
