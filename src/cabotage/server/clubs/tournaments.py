"""Runs tournaments: pairs rounds, opens their tables, and gives seats to bots. Any server may do each step."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cabotage.bots import BOTS
from cabotage.server.clubs.club_tables import add_table, outcomes_of
from cabotage.server.clubs.pairing import pair, table_sizes
from cabotage.server.clubs.schema import TOURNAMENT_PLAYERS, TOURNAMENT_ROUNDS, TOURNAMENTS
from cabotage.server.clubs.standings import Standing, standings
from cabotage.server.clubs.tournament import Plan, Tournament, load, stored_round
from cabotage.server.errors import (
    RoundRunning,
    TooFewPlayers,
    TooManyTournaments,
    TournamentOver,
    TournamentStale,
    WrongTournament,
)
from cabotage.tables import Clock
from cabotage.tables.seat import check_rank

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from cabotage.server.clubs.clubs import Club
    from cabotage.server.services import Services

MOST_TOURNAMENTS = 200  # of one club
MOST_PLAYERS = 64
ID_BYTES = 12


async def make(services: Services, club: Club, name: str, plan: Plan, players: Sequence[int]) -> str:
    """A new tournament of these members; no round is open yet."""
    check_rank(plan.rank, BOTS)
    await services.compilation.ready(plan.game)
    box = await asyncio.to_thread(services.tables.check, plan.game, plan.seats, plan.options)
    if box.is_cooperative:
        raise WrongTournament("club.cooperative")
    chosen = sorted(set(players) & set(club.names()))
    if len(chosen) > MOST_PLAYERS:
        raise WrongTournament("club.players", most=MOST_PLAYERS)
    if not table_sizes(len(chosen), plan.rules):
        raise TooFewPlayers("club.too_few")
    tournament = secrets.token_urlsafe(ID_BYTES)
    row = {"id": tournament, "club": club.id, "name": name, "settings": plan.stored(), "made_ms": services.now()}
    count = select(func.count()).select_from(TOURNAMENTS).where(TOURNAMENTS.c.club == club.id)

    def work(connection: Connection) -> None:
        if connection.execute(count).scalar_one() >= MOST_TOURNAMENTS:
            raise TooManyTournaments("club.too_many_tournaments", most=MOST_TOURNAMENTS)
        connection.execute(insert(TOURNAMENTS), row)
        connection.execute(
            insert(TOURNAMENT_PLAYERS), [{"tournament": tournament, "number": number} for number in chosen]
        )

    await services.tables.log.database.write(work)
    return tournament


async def find(services: Services, club: Club, tournament: str) -> Tournament:
    return await services.tables.log.database.read(partial(load, club=club.id, tournament=tournament))


async def standing(services: Services, club: Club, found: Tournament) -> list[Standing]:
    """Live: tables that are not over count as not played yet."""
    outcomes = await outcomes_of(services, club, list(found.tables.values()))
    shares = {
        place: {seat["number"]: seat["share"] for seat in outcome["seats"] if seat["number"] is not None}
        for place, table in found.tables.items()
        if (outcome := outcomes.get(table)) is not None
    }
    return standings(found.players, found.rounds, shares, 1 / found.plan.seats)


async def open_round(services: Services, club: Club, found: Tournament, index: int, is_forced: bool) -> None:
    """Pair the next round and open its tables. Sent again, it opens those that are missing."""
    if found.is_over:
        raise TournamentOver("club.tournament_over")
    if index == len(found.rounds) - 1:
        await _open_tables(services, club, found)
        return
    if index != len(found.rounds):
        raise TournamentStale("club.stale")
    if index >= found.plan.rounds:
        raise TournamentOver("club.no_more_rounds", rounds=found.plan.rounds)
    last = [table for (one, _), table in found.tables.items() if one == index - 1]
    if not is_forced and None in (await outcomes_of(services, club, last)).values():
        raise RoundRunning("club.round_running")
    points = {each.player: each.points for each in await standing(services, club, found)}
    rules = found.plan.rules
    paired = await asyncio.to_thread(pair, rules, found.players, found.rounds, points, found.absent)
    if not paired.tables:
        raise TooFewPlayers("club.too_few")
    row = {"tournament": found.id, "round": index, "pairing": stored_round(paired), "opened_ms": services.now()}
    try:
        await services.tables.log.database.write(lambda connection: connection.execute(insert(TOURNAMENT_ROUNDS), row))
    except IntegrityError:
        raise TournamentStale("club.stale") from None
    await _open_tables(services, club, await find(services, club, found.id))


async def _open_tables(services: Services, club: Club, found: Tournament) -> None:
    plan, index = found.plan, len(found.rounds) - 1
    await services.compilation.ready(plan.game)
    clock = Clock() if plan.clock_seconds is None else Clock("seconds", plan.clock_seconds)
    for at in found.missing:
        places = found.rounds[index].tables[at]
        kinds = [f"bot:{plan.rank}" if player is None else "friend" for player in places]
        table = await services.tables.open(plan.game, kinds, club.organiser, plan.options, clock)
        await services.lobby.add(table.id, club.organiser, is_public=False)
        await services.lobby.hide(table.id, club.organiser)  # until they sit down there
        services.metrics.opened(plan.game)
        if not await add_table(services, club.id, table.id, found.id, index, at, places):
            await services.retention.delete([table.id])  # another server was faster


async def set_absent(services: Services, found: Tournament, number: int, is_absent: bool) -> None:
    """Absent players are left out when the next round is paired."""
    if number not in found.players:
        raise WrongTournament("club.no_player")
    change = update(TOURNAMENT_PLAYERS).where(
        TOURNAMENT_PLAYERS.c.tournament == found.id, TOURNAMENT_PLAYERS.c.number == number
    )
    await services.tables.log.database.write(lambda connection: connection.execute(change.values(is_absent=is_absent)))


async def end(services: Services, found: Tournament) -> None:
    change = update(TOURNAMENTS).where(TOURNAMENTS.c.id == found.id).values(ended_ms=services.now())
    await services.tables.log.database.write(lambda connection: connection.execute(change))
