"""Ask for a free seat of a table, and answer those who ask."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS, TableId, TheCaller, TheServices
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import AnswerRequest, AskSeat
from cabotage.server.api.responses import SeatRequests
from cabotage.server.api.view import mine
from cabotage.server.errors import NoSeatFree, NotYourSeat
from cabotage.server.people.caller import Caller
from cabotage.server.people.identities import clean
from cabotage.server.services import Services
from cabotage.tables import Table

router = APIRouter(prefix="/api/tables/{table}/requests", tags=["seats"], responses=REFUSALS, route_class=JsonRoute)
RequestId = Annotated[str, Path(min_length=1, max_length=32)]


@router.get("", response_model=SeatRequests)
async def list_requests(table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """My own request; for people at the table, also those of others."""
    return answer(await _shown(services, await services.tables.find(table), caller))


@router.post("", response_model=SeatRequests)
async def ask_seat(table: TableId, ask: AskSeat, services: TheServices, caller: TheCaller) -> Response:
    """Ask the people at this table for a free seat. The nonce becomes part of the dice if they accept.

    At a public table nobody needs to be asked: the caller sits down.
    """
    found = await services.tables.find(table)
    _free(found)
    if not mine(found, caller.identity):
        identity = await caller.become(services)
        services.limits.greeting(identity)
        name = clean(ask.name) or (await services.identities.profile(identity)).name
        if await services.lobby.is_public(found.id):  # then nobody needs to be asked
            await _seat(services, found, identity, name, ask.nonce)
        else:
            await services.seat_requests.ask(found.id, identity, name, ask.nonce)
    return caller.mark(answer(await _shown(services, found, caller)))


@router.delete("", response_model=SeatRequests)
async def withdraw(table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """I no longer want a seat."""
    found = await services.tables.find(table)
    if caller.identity is not None:
        await services.seat_requests.withdraw(found.id, caller.identity)
    return answer(await _shown(services, found, caller))


@router.post("/{request_id}", response_model=SeatRequests)
async def answer_request(
    table: TableId, request_id: RequestId, ask: AnswerRequest, services: TheServices, caller: TheCaller
) -> Response:
    """Accept or decline a request; for the opener and everybody who sits at the table."""
    found = await services.tables.find(table)
    if not await _is_host(services, found, caller):
        raise NotYourSeat("seat.here_too")
    request = await services.seat_requests.find(found.id, request_id)
    if ask.is_accepted:
        if not mine(found, request.identity):  # another may have accepted at the same time
            await _seat(services, found, request.identity, request.name, request.nonce)
        await services.seat_requests.done(request)
    else:
        await services.seat_requests.decline(request)
    return answer(await _shown(services, found, caller))


async def _seat(services: Services, table: Table, identity: str, name: str | None, nonce: str | None) -> None:
    await table.sit(_free(table), identity, name, nonce)
    await services.lobby.join(table.id, identity)
    services.bot_runner.look(table)


def _free(table: Table) -> int:
    free = [place for place, seat in enumerate(table.state.seats) if seat.is_open]
    if not free:
        raise NoSeatFree("seat.none_free")
    return free[0]


async def _is_host(services: Services, table: Table, caller: Caller) -> bool:
    if caller.identity is None:
        return False
    return bool(mine(table, caller.identity)) or await services.lobby.opener(table.id) == caller.identity


async def _shown(services: Services, table: Table, caller: Caller) -> dict[str, Any]:
    found = await services.seat_requests.at(table.id)
    own = [each for each in found if each.identity == caller.identity]
    others = [each for each in found if not each.is_declined] if await _is_host(services, table, caller) else []
    return {
        "is_seated": bool(mine(table, caller.identity)),
        "is_asked": any(not each.is_declined for each in own),
        "is_declined": any(each.is_declined for each in own),
        "requests": [{"id": each.id, "name": each.name} for each in others],
    }
