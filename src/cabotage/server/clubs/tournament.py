"""A tournament of a club: its settings, players and rounds, as stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from cabotage.games import find as find_game
from cabotage.server.clubs.pairing import Round, Rules, System
from cabotage.server.clubs.schema import CLUB_TABLES, TOURNAMENT_PLAYERS, TOURNAMENT_ROUNDS, TOURNAMENTS
from cabotage.server.errors import UnknownTournament

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.core.game import Value


MOST_ROUNDS = 20


@dataclass(frozen=True)
class Plan:
    """What the organiser has chosen; it does not change afterwards."""

    game: str
    options: Mapping[str, Value]
    seats: int
    system: System
    rounds: int
    has_bots: bool
    rank: str  # of bots that fill tables or play for people who are absent
    clock_seconds: int | None

    @property
    def rules(self) -> Rules:
        game = find_game(self.game)
        _, options = game.choose(self.seats, self.options)
        return Rules(self.system, self.seats, game.seats_for(options)[0], self.has_bots)

    def stored(self) -> str:
        return json.dumps(asdict(self))


@dataclass(frozen=True)
class Tournament:
    """Everything but the results. Tables are known by round and place in it, both from 0."""

    id: str
    name: str
    plan: Plan
    made_ms: int
    ended_ms: int | None
    players: tuple[int, ...]
    absent: frozenset[int]
    rounds: tuple[Round, ...]
    tables: Mapping[tuple[int, int], str]

    @property
    def is_over(self) -> bool:
        return self.ended_ms is not None

    @property
    def missing(self) -> list[int]:
        """Tables of the last round that are not open yet: a server may have stopped in between."""
        last = len(self.rounds) - 1
        return (
            [at for at in range(len(self.rounds[last].tables)) if (last, at) not in self.tables] if self.rounds else []
        )


def stored_round(one: Round) -> str:
    return json.dumps({"tables": one.tables, "byes": one.byes})


def load(connection: Connection, club: str, tournament: str) -> Tournament:
    """The tournament of this club with this id."""
    row = connection.execute(
        select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament, TOURNAMENTS.c.club == club)
    ).one_or_none()
    if row is None:
        raise UnknownTournament("club.no_tournament")
    players = connection.execute(
        select(TOURNAMENT_PLAYERS)
        .where(TOURNAMENT_PLAYERS.c.tournament == tournament)
        .order_by(TOURNAMENT_PLAYERS.c.number)
    ).all()
    rounds = connection.execute(
        select(TOURNAMENT_ROUNDS.c.pairing)
        .where(TOURNAMENT_ROUNDS.c.tournament == tournament)
        .order_by(TOURNAMENT_ROUNDS.c.round)
    ).scalars()
    tables = connection.execute(select(CLUB_TABLES).where(CLUB_TABLES.c.tournament == tournament))
    return Tournament(
        row.id,
        row.name,
        Plan(**json.loads(row.settings)),
        row.made_ms,
        row.ended_ms,
        tuple(each.number for each in players),
        frozenset(each.number for each in players if each.is_absent),
        tuple(_round(json.loads(text)) for text in rounds),
        {(each.round, each.at): each.table_id for each in tables},
    )


def _round(value: dict[str, Any]) -> Round:
    return Round(tuple(tuple(table) for table in value["tables"]), tuple(value["byes"]))
