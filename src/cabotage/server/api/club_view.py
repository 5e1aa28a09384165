"""A club, its ladder and its tournaments as their members see them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from cabotage.games import GAMES
from cabotage.server.api.tables import cards
from cabotage.server.clubs import tournaments
from cabotage.server.clubs.club_tables import outcomes_of, recent
from cabotage.server.clubs.schema import TOURNAMENT_ROUNDS, TOURNAMENTS
from cabotage.tables.clock import timestamp
from cabotage.tables.errors import NewerTable, OtherRules, UnknownTable
from cabotage.tables.projection import rank_name

if TYPE_CHECKING:
    from cabotage.server.clubs.clubs import Club
    from cabotage.server.clubs.ladder import Step
    from cabotage.server.clubs.outcome import Outcome
    from cabotage.server.clubs.tournament import Tournament
    from cabotage.server.people.caller import Caller
    from cabotage.server.services import Services
    from cabotage.tables import Table

SHOWN = 50  # tournaments, the newest


async def club_view(services: Services, club: Club, caller: Caller) -> dict[str, Any]:
    listed = await services.lobby.listed(await recent(services, club))
    return {
        "club": club.id,
        "name": club.name,
        "is_organiser": club.is_mine,
        "members": [
            {
                "number": member.number,
                "name": member.name,
                "is_organiser": member.identity == club.organiser,
                "is_me": member is club.me,
            }
            for member in club.members
        ],
        "tables": [
            {**card, "can_sit": _can_sit(card), "tournament": None} for card in await cards(services, caller, listed)
        ],
        "tournaments": await _tournament_cards(services, club, caller.language),
    }


def _can_sit(card: dict[str, Any]) -> bool:
    return any(seat["kind"] == "open" for seat in card["seats"]) and not any(seat["is_mine"] for seat in card["seats"])


async def _tournament_cards(services: Services, club: Club, language: str) -> list[dict[str, Any]]:
    count = (
        select(func.count()).select_from(TOURNAMENT_ROUNDS).where(TOURNAMENT_ROUNDS.c.tournament == TOURNAMENTS.c.id)
    )
    query = select(TOURNAMENTS, count.scalar_subquery().label("rounds")).where(TOURNAMENTS.c.club == club.id)
    query = query.order_by(TOURNAMENTS.c.made_ms.desc()).limit(SHOWN)
    rows = await services.tables.log.database.read(lambda connection: connection.execute(query).all())
    return [
        {
            "tournament": row.id,
            "name": row.name,
            "game": plan["game"],
            "game_name": GAMES[plan["game"]].names[language],
            "system": plan["system"],
            "made_at": timestamp(row.made_ms),
            "rounds": row.rounds,
            "is_over": row.ended_ms is not None,
        }
        for row, plan in ((row, json.loads(row.settings)) for row in rows)
    ]


def ladder_view(club: Club, steps: Sequence[Step], games: int, language: str) -> dict[str, Any]:
    names = club.names()
    shown = [step for step in steps if step.number is None or step.number in names]  # not those who have left
    return {
        "games": games,
        "steps": [
            {
                "place": place,
                "number": step.number,
                "rank": step.rank,
                "name": names[step.number] if step.number is not None else rank_name(step.rank or "", language),
                "rating": round(step.rating.mu, 1),
                "low": round(step.rating.interval[0], 1),
                "high": round(step.rating.interval[1], 1),
                "played": step.played,
                "won": round(step.won, 2),
            }
            for place, step in enumerate(shown, 1)
        ],
    }


async def tournament_view(services: Services, club: Club, tournament: str, caller: Caller) -> dict[str, Any]:
    found = await tournaments.find(services, club, tournament)
    outcomes = await outcomes_of(services, club, list(found.tables.values()))
    names, plan = club.names(), found.plan
    open_tables = await _tables(services, found, outcomes)
    last = [outcomes.get(table) for (index, _), table in found.tables.items() if index == len(found.rounds) - 1]
    can_open = len(found.rounds) < plan.rounds and None not in last
    return {
        "tournament": found.id,
        "club": club.id,
        "name": found.name,
        "game": plan.game,
        "game_name": GAMES[plan.game].names[caller.language],
        "options": plan.options,
        "seats": plan.seats,
        "system": plan.system,
        "planned_rounds": plan.rounds,
        "has_bots": plan.has_bots,
        "rank": plan.rank,
        "is_organiser": club.is_mine,
        "is_over": found.is_over,
        "can_open_round": not found.is_over and (can_open or bool(found.missing)),
        "standings": [
            {
                "place": each.place,
                "number": each.player,
                "name": names.get(each.player),
                "points": round(each.points, 3),
                "opponents": round(each.opponents, 3),
                "won": each.won,
                "played": each.played,
                "byes": each.byes,
                "is_absent": each.player in found.absent,
            }
            for each in await tournaments.standing(services, club, found)
        ],
        "rounds": [
            {
                "round": index + 1,
                "tables": [
                    _paired(club, found.tables.get((index, at)), places, open_tables, outcomes)
                    for at, places in enumerate(one.tables)
                ],
                "byes": one.byes,
            }
            for index, one in enumerate(found.rounds)
        ],
    }


async def _tables(
    services: Services, found: Tournament, outcomes: dict[str, Outcome | None]
) -> dict[str, Table | None]:
    """The tables that are not over; None if one cannot be read."""
    read: dict[str, Table | None] = {}
    for table in found.tables.values():
        if outcomes.get(table) is None:
            try:
                read[table] = await services.tables.find(table)
            except (UnknownTable, OtherRules, NewerTable):
                read[table] = None
    return read


def _paired(
    club: Club,
    name: str | None,
    places: Sequence[int | None],
    tables: dict[str, Table | None],
    outcomes: dict[str, Outcome | None],
) -> dict[str, Any]:
    names, me = club.names(), club.me
    outcome = outcomes.get(name or "")
    table = tables.get(name or "")
    seats: list[dict[str, Any]] = []
    for index, number in enumerate(places):
        is_seated, share = False, None
        if outcome is not None:
            is_seated, share = outcome["seats"][index]["number"] == number, outcome["seats"][index]["share"]
        elif table is not None:
            is_seated = not table.state.seats[index].is_open
        seats.append({"number": number, "name": names.get(number or 0), "is_seated": is_seated, "share": share})
    can_sit = table is not None and any(
        number == me.number and table.state.seats[index].is_open for index, number in enumerate(places)
    )
    status = "over" if outcome is not None else "gone" if name in tables and table is None else "waiting"
    if table is not None:
        status = table.status
    return {"table": name, "status": status, "can_sit": can_sit, "seats": seats}
