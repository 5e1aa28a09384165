"""Clubs: found, join by link, leave; the ladder; tables and tournaments."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.club_responses import (
    ClubLink,
    ClubView,
    Ladder,
    MyClubs,
    NewTournamentId,
    TournamentView,
)
from cabotage.server.api.club_view import club_view, ladder_view, tournament_view
from cabotage.server.api.dependencies import REFUSALS, TableId, TheCaller, TheServices, eyes, seen
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import Absence, JoinClub, NewClub, NewTournament, NextRound, SitInClub
from cabotage.server.api.responses import View
from cabotage.server.clubs import tournaments
from cabotage.server.clubs.club_tables import all_outcomes, fill, sit
from cabotage.server.clubs.ladder import ladder
from cabotage.server.clubs.tournament import Plan
from cabotage.server.errors import NotTheOrganiser, WrongTournament
from cabotage.server.people.identities import clean

router = APIRouter(prefix="/api/clubs", tags=["clubs"], responses=REFUSALS, route_class=JsonRoute)

ClubId = Annotated[str, Path(min_length=1, max_length=64)]
TournamentId = Annotated[str, Path(min_length=1, max_length=64)]
MemberNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
COLUMNS = ("place", "name", "points", "opponents", "won", "played", "byes")
FORMULA = ("=", "+", "-", "@")  # a spreadsheet would compute what starts with these


def _title(text: str) -> str:
    name = clean(text)
    if name is None:
        raise WrongTournament("club.name")
    return name


@router.post("", response_model=ClubLink, status_code=201)
async def found(ask: NewClub, services: TheServices, caller: TheCaller) -> Response:
    """Found a club. The caller is its organiser; the link to join is shown only in this response."""
    name = _title(ask.name)
    club, text = await services.clubs.found(name, await caller.become(services))
    return caller.mark(answer(_link(club, text), 201))


def _link(club: str, text: str) -> dict[str, str]:
    return {"club": club, "path": f"/club/{club}#join={text}"}


@router.get("", response_model=MyClubs)
async def mine(services: TheServices, caller: TheCaller) -> Response:
    """The caller's clubs."""
    found = [] if caller.identity is None else await services.clubs.of(caller.identity)
    return answer({"clubs": [{"club": club, "name": name} for club, name in found]})


@router.get("/{club}", response_model=ClubView)
async def look(club: ClubId, services: TheServices, caller: TheCaller) -> Response:
    """Members, tables and tournaments. Only for members."""
    return answer(await club_view(services, await services.clubs.find(club, caller.identity), caller))


@router.put("/{club}", response_model=ClubView)
async def rename(club: ClubId, ask: NewClub, services: TheServices, caller: TheCaller) -> Response:
    """Give the club another name. Only for the organiser."""
    await services.clubs.organised(club, caller.identity)
    await services.clubs.rename(club, _title(ask.name))
    return await look(club, services, caller)


@router.delete("/{club}", status_code=204)
async def dissolve(club: ClubId, services: TheServices, caller: TheCaller) -> Response:
    """Delete the club with its tournaments; games stay with their players. Only for the organiser."""
    await services.clubs.organised(club, caller.identity)
    await services.clubs.dissolve(club)
    return Response(status_code=204)


@router.post("/{club}/link", response_model=ClubLink, status_code=201)
async def new_link(club: ClubId, services: TheServices, caller: TheCaller) -> Response:
    """A new link to join; the old one becomes void. Only for the organiser."""
    await services.clubs.organised(club, caller.identity)
    return answer(_link(club, await services.clubs.new_link(club)), 201)


@router.post("/{club}/members", response_model=ClubView)
async def join(club: ClubId, ask: JoinClub, services: TheServices, caller: TheCaller) -> Response:
    """Join by the link. Members see each other's names and results in the club."""
    await services.clubs.join(club, ask.link, await caller.become(services))
    return caller.mark(await look(club, services, caller))


@router.delete("/{club}/members/{number}", status_code=204)
async def leave(club: ClubId, number: MemberNumber, services: TheServices, caller: TheCaller) -> Response:
    """Leave the club; the organiser can remove others. An organiser who leaves is followed by the eldest member."""
    found = await services.clubs.find(club, caller.identity)
    if not found.is_mine and number != found.me.number:
        raise NotTheOrganiser("club.not_the_organiser")
    for member in found.members:
        if member.number == number:
            await services.clubs.leave(club, member.identity)
    return Response(status_code=204)


@router.get("/{club}/ladder", response_model=Ladder)
async def rated(
    club: ClubId,
    services: TheServices,
    caller: TheCaller,
    bots: Annotated[bool, Query(description="Rate bots too, and games against them.")] = False,
    game: Annotated[str | None, Query(max_length=40, description="Only this game.")] = None,
) -> Response:
    """Ratings from all finished tables that were opened for the club."""
    found = await services.clubs.find(club, caller.identity)
    outcomes = [one for one in await all_outcomes(services, found) if game in (None, one["game"])]
    steps = await asyncio.to_thread(ladder, outcomes, bots)
    return answer(ladder_view(found, steps, len(outcomes), caller.language))


@router.post("/{club}/tables/{table}/seat", response_model=View)
async def take_seat(club: ClubId, table: TableId, ask: SitInClub, services: TheServices, caller: TheCaller) -> Response:
    """Take my seat of a tournament, or any free one of another table of the club."""
    found = await services.clubs.find(club, caller.identity)
    sat = await sit(services, found, table, ask.nonce)
    return answer(await seen(services, sat, caller, eyes(sat, caller, None)))


@router.post("/{club}/tables/{table}/bots", status_code=204)
async def fill_seats(club: ClubId, table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """Let bots play for those who have not come. Only for the organiser."""
    await fill(services, await services.clubs.organised(club, caller.identity), table, "mate")
    return Response(status_code=204)


@router.post("/{club}/tournaments", response_model=NewTournamentId, status_code=201)
async def new_tournament(club: ClubId, ask: NewTournament, services: TheServices, caller: TheCaller) -> Response:
    """Plan a tournament. Only for the organiser."""
    found = await services.clubs.organised(club, caller.identity)
    plan = Plan(ask.game, ask.options, ask.seats, ask.system, ask.rounds, ask.has_bots, ask.rank, ask.clock_seconds)
    players = list(found.names()) if ask.players is None else ask.players
    made = await tournaments.make(services, found, _title(ask.name), plan, players)
    return answer({"tournament": made}, 201)


@router.get("/{club}/tournaments/{tournament}", response_model=TournamentView)
async def tournament(club: ClubId, tournament: TournamentId, services: TheServices, caller: TheCaller) -> Response:
    """Pairings and live standings."""
    found = await services.clubs.find(club, caller.identity)
    return answer(await tournament_view(services, found, tournament, caller))


@router.post("/{club}/tournaments/{tournament}/rounds", response_model=TournamentView)
async def next_round(
    club: ClubId, tournament: TournamentId, ask: NextRound, services: TheServices, caller: TheCaller
) -> Response:
    """Pair the next round and open its tables. Only for the organiser."""
    found = await services.clubs.organised(club, caller.identity)
    held = await tournaments.find(services, found, tournament)
    await tournaments.open_round(services, found, held, ask.round - 1, ask.is_forced)
    return answer(await tournament_view(services, found, tournament, caller))


@router.put("/{club}/tournaments/{tournament}/players/{number}", response_model=TournamentView)
async def set_absent(
    club: ClubId,
    tournament: TournamentId,
    number: MemberNumber,
    ask: Absence,
    services: TheServices,
    caller: TheCaller,
) -> Response:
    """Leave a player out of the next rounds, or take them in again. For the organiser, and for oneself."""
    found = await services.clubs.find(club, caller.identity)
    if not found.is_mine and number != found.me.number:
        raise NotTheOrganiser("club.not_the_organiser")
    held = await tournaments.find(services, found, tournament)
    await tournaments.set_absent(services, held, number, ask.is_absent)
    return answer(await tournament_view(services, found, tournament, caller))


@router.post("/{club}/tournaments/{tournament}/end", response_model=TournamentView)
async def end(club: ClubId, tournament: TournamentId, services: TheServices, caller: TheCaller) -> Response:
    """End the tournament: no further rounds. Only for the organiser."""
    found = await services.clubs.organised(club, caller.identity)
    await tournaments.end(services, await tournaments.find(services, found, tournament))
    return answer(await tournament_view(services, found, tournament, caller))


@router.get(
    "/{club}/tournaments/{tournament}/export",
    response_model=TournamentView,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def export(
    club: ClubId,
    tournament: TournamentId,
    services: TheServices,
    caller: TheCaller,
    form: Annotated[Literal["csv", "json"], Query(alias="format")] = "json",
) -> Response:
    """The standings as CSV, or everything as JSON, as a file."""
    found = await services.clubs.find(club, caller.identity)
    view = await tournament_view(services, found, tournament, caller)
    response = answer(view)
    if form == "csv":
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(COLUMNS)
        writer.writerows([_cell(each[column]) for column in COLUMNS] for each in view["standings"])
        response = Response(text.getvalue(), media_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="tournament.{form}"'
    return response


def _cell(value: str | float | None) -> str | float:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
