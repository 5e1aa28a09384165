"""Seats: join, leave, return, let a bot take over, greet."""

from __future__ import annotations

from fastapi import APIRouter, Response

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS, TableId, TheCaller, TheServices, check_seat, eyes, own, seen
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import Greet, Join, SeatRequest, Takeover
from cabotage.server.api.responses import View
from cabotage.server.api.view import mine
from cabotage.server.errors import NoSeatFree, NotTheOpener, StillHere, WrongInvitation
from cabotage.server.live.greetings import greet as send_greeting
from cabotage.server.people.identities import clean
from cabotage.server.services import Services
from cabotage.tables import Table

router = APIRouter(prefix="/api/tables/{table}", tags=["seats"], responses=REFUSALS, route_class=JsonRoute)


@router.post("/join", response_model=View)
async def join(table: TableId, ask: Join, services: TheServices, caller: TheCaller) -> Response:
    """Sit down, by invitation or at a public table. The nonce becomes part of the dice."""
    found = await services.tables.find(table)
    listed = await _listed(services, found, ask)
    if ask.seat is None and mine(found, caller.identity):  # sent again, or one's own invitation: no second seat
        return answer(await seen(services, found, caller, eyes(found, caller, None)))
    identity = await caller.become(services)
    name = clean(ask.name) or (await services.identities.profile(identity)).name
    await found.sit(listed, identity, name, ask.nonce)
    await services.lobby.join(found.id, identity)
    services.bot_runner.look(found)
    return caller.mark(answer(await seen(services, found, caller, found.state.seat_now(listed, 0))))


async def _listed(services: Services, table: Table, ask: Join) -> int:
    """The seat to sit at, numbered as it was before any lot."""
    if ask.invitation is not None:
        invited = await services.invitations.seat(table.id, ask.invitation)
        if ask.seat not in (None, invited):
            raise WrongInvitation("invitation.other_seat")
        return invited
    if not await services.lobby.is_public(table.id):
        raise WrongInvitation("invitation.needed")
    if ask.seat is not None:
        return ask.seat
    free = [place for place, seat in enumerate(table.state.seats) if seat.is_open]
    if not free:
        raise NoSeatFree("seat.none_free")
    return free[0]


@router.post("/leave", response_model=View)
async def leave(table: TableId, ask: SeatRequest, services: TheServices, caller: TheCaller) -> Response:
    """Leave; the seat stays yours, and a bot may take over."""
    found = await services.tables.find(table)
    seat, seq = own(found, caller, ask.seat), found.seq
    await found.leave(seat)
    return answer(await seen(services, found, caller, found.state.seat_now(seat, seq)))


@router.post("/return", response_model=View)
async def come_back(table: TableId, ask: SeatRequest, services: TheServices, caller: TheCaller) -> Response:
    """Return; a bot that took over stops."""
    found = await services.tables.find(table)
    seat, seq = own(found, caller, ask.seat), found.seq
    await found.come_back(seat)
    return answer(await seen(services, found, caller, found.state.seat_now(seat, seq)))


@router.post("/takeover", response_model=View)
async def take_over(table: TableId, ask: Takeover, services: TheServices, caller: TheCaller) -> Response:
    """Let a bot take over: for yourself at once, for others when they have been away for a while.

    Before the game begins, the opener may give an open seat to a bot.
    """
    found = await services.tables.find(table)
    own(found, caller, None)
    check_seat(found, ask.seat)
    seq = found.seq
    if found.state.seats[ask.seat].is_open and await services.lobby.opener(found.id) != caller.identity:
        raise NotTheOpener("table.not_the_opener")
    seat = found.state.seat_now(ask.seat, seq)
    holder = found.state.seats[seat].holder
    is_mine = seat in mine(found, caller.identity)
    if holder is not None and not is_mine and found.state.seats[seat].is_present:
        if await services.presence.away_seconds(found, holder) < services.settings.away_seconds:
            raise StillHere("seat.still_here", who={"seat": seat})
        await found.leave(seat)
    elif is_mine:
        await found.leave(seat)
    await found.take_over(found.state.seat_now(ask.seat, seq), ask.rank)
    services.bot_runner.look(found)
    return answer(await seen(services, found, caller, eyes(found, caller, None)))


@router.post("/giveback", response_model=View)
async def give_back(table: TableId, ask: SeatRequest, services: TheServices, caller: TheCaller) -> Response:
    """Stop the bot and play yourself."""
    found = await services.tables.find(table)
    seat = own(found, caller, ask.seat)
    if found.state.seats[seat].bot is None:
        await found.give_back(seat)  # raises, with the reason
    await found.come_back(seat)
    return answer(await seen(services, found, caller, seat))


@router.post("/greetings", response_model=View)
async def greet(table: TableId, ask: Greet, services: TheServices, caller: TheCaller) -> Response:
    """Send one of the preset greetings to everybody at the table."""
    found = await services.tables.find(table)
    seat = own(found, caller, None)
    send_greeting(services, found, caller, seat, ask.greeting)
    return answer(await seen(services, found, caller, eyes(found, caller, None)))
