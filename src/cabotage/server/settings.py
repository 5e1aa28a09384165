"""The settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The defaults suit one household on one machine."""

    database: str  # sqlite:///file or postgresql://user@host/name
    pause_seconds: float = 0.7  # between a bot's thought and its move, so that people can follow
    thinkers: int = max(1, (os.cpu_count() or 2) - 1)  # processes for bots; one core is left for people's moves
    hint_iterations: int = 0  # as many as the captain's; a number and not seconds: the same position gets the same hint
    requests_per_second: float = 200.0  # for one identity, and thrice that for one address
    tables_per_minute: float = 120.0
    greetings_per_minute: float = 20.0
    away_seconds: float = 20.0  # without a connection, before a bot may take over
    disk_reserve_mb: int = 100  # with less room on the disk of an SQLite file, the server is not ready
    origins: tuple[str, ...] = ()  # pages elsewhere that may connect; our own always may
    has_limits: bool = True
    is_warming: bool = True  # compile the rules at the start, in a process of its own
