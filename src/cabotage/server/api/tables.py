"""Tables: open, list, view, choose, undo, get a hint, invite, leave for good."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from cabotage.core.contract import SPECTATOR
from cabotage.games import GAMES
from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import (
    REFUSALS,
    SeatQuery,
    TableId,
    TheCaller,
    TheServices,
    check_running,
    check_seat,
    eyes,
    make_choice,
    own,
    seen,
)
from cabotage.server.api.disconnection import while_connected
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import CastVote, Choose, DaysClock, Hide, NewTable, SeatRequest, Undo
from cabotage.server.api.responses import Hint, Invitation, Opened, TableCards, View
from cabotage.server.api.view import mine, seats
from cabotage.server.clubs.club_tables import add_table
from cabotage.server.errors import NotTheOpener, NotYourSeat, StillPlaying, TableShared
from cabotage.server.lobby import Listed
from cabotage.server.people.caller import Caller
from cabotage.server.people.identities import clean
from cabotage.server.services import Services
from cabotage.tables import Clock, Table
from cabotage.tables.clock import timestamp
from cabotage.tables.errors import NewerTable, NoVote, OtherRules, SeatTaken
from cabotage.tables.projection import actor, game_words

RESIGNED_RANK = "mate"  # plays to the end for a person who has left

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS, route_class=JsonRoute)


@router.post("", response_model=Opened, status_code=201)
async def open_table(ask: NewTable, services: TheServices, caller: TheCaller) -> Response:
    """Open a table. Each seat for a friend gets an invitation, shown only in this response."""
    opener = await caller.become(services)
    club = None if ask.club is None else await services.clubs.find(ask.club, opener)
    profile = await services.identities.profile(opener)
    names = {seat: name for seat, text in enumerate(ask.names) if (name := clean(text)) is not None}
    await services.compilation.ready(ask.game)
    table = await services.tables.open(
        ask.game,
        ask.seats,
        opener,
        ask.options,
        _clock(ask),
        profile.name,
        ask.nonce,
        names,
        ask.commitment,
        ask.order,
        ask.has_chances,
    )
    if club is not None:
        await add_table(services, club.id, table.id)
    return caller.mark(await settle(services, table, caller, opener, ask.is_public))


async def settle(services: Services, table: Table, caller: Caller, opener: str, is_public: bool = False) -> Response:
    """List a new table, create invitations for its open seats, and start its bots."""
    await services.lobby.add(table.id, opener, is_public)
    places = [place for place, seat in enumerate(table.state.seats) if seat.is_open]
    made = await services.invitations.make(table.id, places)
    services.bot_runner.look(table)
    services.metrics.opened(table.state.opening.game)
    return answer(
        {
            "table": table.id,
            "seats": seats(services, table, caller),
            "invitations": [invitation(table.id, seat, text) for seat, text in made.items()],
        },
        201,
    )


@router.get("", response_model=TableCards)
async def list_tables(
    services: TheServices,
    caller: TheCaller,
    mine: Annotated[str | None, Query(max_length=10, description="Tables where I sit.")] = None,
    public: Annotated[str | None, Query(max_length=10, description="Public tables.")] = None,
) -> Response:
    """Public tables that are not over; with `?mine`, the tables where I sit."""
    if mine is not None and public is None:
        found = [] if caller.identity is None else await services.lobby.mine(caller.identity)
    else:
        found = await services.lobby.public()
    return answer({"tables": await cards(services, caller, found)})


@router.get("/{table}", response_model=View)
async def look(
    request: Request,
    table: TableId,
    services: TheServices,
    caller: TheCaller,
    at: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="As it was after that row.")] = None,
    seat: SeatQuery = None,
    since: Annotated[int | None, Query(ge=-1, le=2**31 - 1, description="Steps after that row only.")] = None,
) -> Response:
    """The table as the caller may see it."""
    found = await services.tables.find(table)
    return answer(await seen(services, found, caller, eyes(found, caller, seat), since, at, request))


@router.post("/{table}/choices", response_model=View)
async def choose(table: TableId, ask: Choose, services: TheServices, caller: TheCaller) -> Response:
    """Make a choice. 409 if something has happened since, or the choice is not offered."""
    found = await services.tables.find(table)
    seat = own(found, caller, ask.seat)
    await make_choice(services, found, seat, ask)
    return answer(await seen(services, found, caller, seat, ask.seq))


@router.post("/{table}/undo", response_model=View)
async def undo(table: TableId, ask: Undo, services: TheServices, caller: TheCaller) -> Response:
    """Undo the last choice, if nobody has learnt anything from it."""
    found = await services.tables.find(table)
    held = mine(found, caller.identity)
    # By default the caller's seat that chose last; it is usually not to act any more.
    last = next((step.seat for step in reversed(found.state.steps) if step.seat in held), None)
    seat = own(found, caller, last if ask.seat is None else ask.seat)
    await found.undo(seat, ask.seq)
    services.bot_runner.look(found)
    return answer(await seen(services, found, caller, seat, ask.seq))


@router.get("/{table}/hint", response_model=Hint)
async def hint(
    request: Request, table: TableId, services: TheServices, caller: TheCaller, seat: SeatQuery = None
) -> Response:
    """A search from what this seat sees now. It does not use what people have to remember.

    One at a time: a second request of the same person is refused (429) while the first one is being answered.
    """
    found = await services.tables.find(table)
    viewer = own(found, caller, None if seat == SPECTATOR else seat)
    check_running(found)
    words = game_words(found.state, caller.language)
    names = {one["notation"]: words.tell(one["text"]) for one in found.state.position.choices(viewer)}
    hint = services.bot_runner.hint(found, viewer, str(caller.identity), caller.address)
    evaluation = await while_connected(request, hint)
    choices = [
        {
            "id": choice.notation,
            "text": names.get(choice.notation, choice.notation),
            "value": choice.chances[viewer].value,
            "visits": choice.visits,
            "reason": None if choice.merit is None else words.tell(choice.merit),
        }
        for choice in evaluation.choices
    ]
    return answer({"values": [chance.value for chance in evaluation.chances], "choices": choices})


@router.post("/{table}/invitations", response_model=Invitation, status_code=201)
async def invite(table: TableId, ask: SeatRequest, services: TheServices, caller: TheCaller) -> Response:
    """A new invitation to an open seat; the old one expires. Only for the opener."""
    found = await services.tables.find(table)
    if caller.identity is None or await services.lobby.opener(found.id) != caller.identity:
        raise NotTheOpener("table.not_the_opener")
    check_seat(found, ask.seat)
    if not found.state.seats[ask.seat].is_open:
        raise SeatTaken("seat.taken", who={"seat": ask.seat})
    made = await services.invitations.make(found.id, [ask.seat])
    return answer(invitation(found.id, ask.seat, made[ask.seat]), 201)


@router.post("/{table}/hide", status_code=204)
async def hide(table: TableId, ask: Hide, services: TheServices, caller: TheCaller) -> Response:
    """Take a table out of my list, or put it back. Not while I play there."""
    found = await services.tables.find(table)
    if caller.identity is None:
        raise NotYourSeat("seat.here_too")
    if ask.is_hidden and found.status == "running" and _is_playing(found, caller.identity):
        raise StillPlaying("table.playing")
    await services.lobby.hide(found.id, caller.identity, ask.is_hidden)
    return Response(status_code=204)


@router.post("/{table}/resign", status_code=204)
async def resign(table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """Leave for good: a bot plays my seats to the end, and the table leaves my list. I can still come back."""
    found = await services.tables.find(table)
    own(found, caller, None)
    check_running(found)
    for seat in mine(found, caller.identity):
        await found.resign(seat, RESIGNED_RANK)
        if found.status == "over":  # the others had agreed to end it
            break
    services.bot_runner.look(found)
    await services.lobby.hide(found.id, str(caller.identity))
    return Response(status_code=204)


@router.post("/{table}/vote", response_model=View)
async def vote(table: TableId, ask: CastVote, services: TheServices, caller: TheCaller) -> Response:
    """After somebody has resigned: vote to end the game, or no longer. It ends when all who still play agree."""
    found = await services.tables.find(table)
    held = [seat for seat in mine(found, caller.identity) if found.state.seats[seat].bot is None]
    own(found, caller, None)
    check_running(found)
    if not held:
        raise NoVote("table.no_vote")
    for seat in held:
        if found.status == "running":
            await found.vote(seat, ask.is_for_end)
    return answer(await seen(services, found, caller, eyes(found, caller, None)))


@router.delete("/{table}", status_code=204)
async def delete(table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """Delete a table where nobody else sits. Only for the opener."""
    found = await services.tables.find(table)
    if caller.identity is None or await services.lobby.opener(found.id) != caller.identity:
        raise NotTheOpener("table.not_the_opener")
    if _has_others(found, caller.identity):
        raise TableShared("table.shared")
    services.bot_runner.forget(found)
    await services.retention.delete([found.id])
    return Response(status_code=204)


def _has_others(table: Table, identity: str) -> bool:
    return any(seat.holder not in (None, identity) for seat in table.state.seats)


def _is_playing(table: Table, identity: str) -> bool:
    return any(seat.holder == identity and seat.bot is None for seat in table.state.seats)


def invitation(table: str, seat: int, text: str) -> dict[str, Any]:
    return {"seat": seat, "secret": text, "path": f"/t/{table}#invitation={text}"}


def _clock(ask: NewTable) -> Clock:
    if ask.clock is None:
        return Clock()
    if isinstance(ask.clock, DaysClock):
        return Clock("days", ask.clock.days)
    return Clock("seconds", ask.clock.seconds)


async def cards(services: Services, caller: Caller, found: Sequence[Listed]) -> list[dict[str, Any]]:
    """What lists show of each table; those that this program cannot read are left out."""
    shown = []
    for listed in found:
        try:
            table = await services.tables.find(listed.table)
        except (OtherRules, NewerTable):
            continue  # this program cannot show it
        to_act = actor(table.state)
        game = GAMES[table.state.opening.game]
        shown.append(
            {
                "table": table.id,
                "game": game.id,
                "name": game.names[caller.language],
                "status": table.status,
                "seats": seats(services, table, caller),
                "to_act": to_act,
                "is_mine_to_act": to_act in mine(table, caller.identity),
                "seq": table.seq,
                "started_at": timestamp(listed.opened_ms),
                "changed_at": timestamp(listed.changed_ms),
                "is_over": table.status == "over",
                "round": None if table.status == "waiting" else table.state.position.scene(SPECTATOR)["round"],
                "winners": _winners(table),
                "is_agreed": table.state.is_agreed,
                "can": _possible(table, caller.identity, listed.opener),
            }
        )
        await asyncio.sleep(0)  # a long list does not hold up the moves of others
    return shown


def _winners(table: Table) -> list[int]:
    score = table.state.position.score if table.status == "over" else None
    return [seat for seat, share in enumerate(score or ()) if share > 0]


def _possible(table: Table, identity: str | None, opener: str) -> list[str]:
    """What this person can do to get rid of a table."""
    if identity is None or not mine(table, identity):
        return []
    if opener == identity and not _has_others(table, identity):
        return ["delete"]
    return ["resign"] if table.status == "running" and _is_playing(table, identity) else ["hide"]
