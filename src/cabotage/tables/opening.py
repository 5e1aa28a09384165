"""What is fixed when a table is opened: the value of its first row."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cabotage.core.box import Box
from cabotage.core.game import Game
from cabotage.tables.clock import Clock
from cabotage.tables.errors import OtherRules
from cabotage.tables.view import Source

Games = Callable[[str], Game]  # the registry's `find`, or a test's own

LOT, LISTED = ORDERS = ("lot", "listed")  # seats are drawn when the game starts, or stay as they are listed

CACHED_BOXES = 256  # most tables have the same few options


@dataclass(frozen=True)
class Opening:
    """Game, rules version, options with their boards, seats, clock, and the commitment of the dice."""

    game: str
    rules_version: int
    options: Mapping[str, Any]  # as in a record: a board is there in full
    seats: tuple[str, ...]
    clock: Clock
    commitment: str
    history: tuple[int, ...] = ()  # a fork starts after these choices and draws of another game
    forked: Source | None = None  # {"table": ..., "at": ...}, if that game was a table here
    kept: Mapping[str, Any] | None = None  # an uploaded record, unchanged: the table only replays it
    order: str = LISTED
    has_chances: bool = False  # spectators see every seat's chances, from what is public

    @staticmethod
    def of(
        box: Box,
        seats: Sequence[str],
        clock: Clock,
        commitment: str,
        history: Sequence[int] = (),
        forked: Source | None = None,
        kept: Mapping[str, Any] | None = None,
        order: str = LISTED,
        has_chances: bool = False,
    ) -> Opening:
        return Opening(
            box.game.id,
            box.game.version,
            json.loads(json.dumps(box.written_options)),  # as it will be when read from the log
            tuple(seats),
            clock,
            commitment,
            tuple(history),
            forked,
            kept,
            order,
            has_chances,
        )

    @staticmethod
    def read(value: Mapping[str, Any]) -> Opening:
        return Opening(
            value["game"],
            value["rules_version"],
            value["options"],
            tuple(value["seats"]),
            Clock.read(value["clock"]),
            value["commitment"],
            tuple(value.get("history", ())),
            value.get("forked"),
            value.get("kept"),
            value.get("order", LISTED),
            value.get("chances", False),
        )

    def written(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules_version": self.rules_version,
            "options": self.options,
            "seats": list(self.seats),
            "clock": self.clock.written(),
            "commitment": self.commitment,
            **({"history": list(self.history)} if self.history else {}),
            **({"forked": self.forked} if self.forked else {}),
            **({"kept": self.kept} if self.kept else {}),
            **({"order": self.order} if self.order != LISTED else {}),
            **({"chances": True} if self.has_chances else {}),
        }

    def box(self, games: Games) -> Box:
        """The box for the rules version the table was opened with; an error if it no longer exists."""
        game = games(self.game)
        played = game.at(self.rules_version)
        if played is None or any(option.name not in self.options for option in played.options):
            raise OtherRules("table.rules", game=self.game, written=self.rules_version, version=game.version)
        return _box(played, len(self.seats), json.dumps(self.options, sort_keys=True))


@lru_cache(CACHED_BOXES)
def _box(game: Game, seats: int, options: str) -> Box:
    return Box(game, seats, json.loads(options))


def fixed(
    game: str,
    rules_version: int,
    seats: int,
    options: Mapping[str, Any],
    commitment: str,
    nonces: Sequence[Any],
    since: int,
) -> dict[str, Any]:
    """Everything that the first digest of the fair dice covers; the same in a record."""
    return {
        "game": game,
        "rules_version": rules_version,
        "seats": seats,
        "options": options,
        "commitment": commitment,
        "nonces": list(nonces),
        "from": since,
    }
