"""What routes share: services, the caller, the caller's seat, and possible errors."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request

from cabotage.core.contract import SPECTATOR
from cabotage.server.api.requests import Choose
from cabotage.server.api.responses import Refusal
from cabotage.server.api.view import mine, show
from cabotage.server.errors import NotYourSeat
from cabotage.server.people.caller import Caller, recognise
from cabotage.server.services import Services
from cabotage.tables import Table
from cabotage.tables.errors import NotStarted, TableOver, UnknownSeat

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal} for code in (400, 401, 403, 404, 409, 413, 415, 421, 422, 429, 500, 503)
}


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


LanguageQuery = Annotated[
    str | None, Query(max_length=35, description="en or fr; otherwise by Accept-Language, otherwise English.")
]


async def _caller(request: Request, language: LanguageQuery = None) -> Caller:
    return await recognise(request, _services(request))


TheServices = Annotated[Services, Depends(_services)]
TheCaller = Annotated[Caller, Depends(_caller)]
TableId = Annotated[str, Path(min_length=1, max_length=64)]
SeatQuery = Annotated[int | None, Query(ge=SPECTATOR, le=7, description="One of my seats; -1 for a spectator.")]


def eyes(table: Table, caller: Caller, seat: int | None) -> int:
    """Whose view the caller gets: of their own seat, preferably the one to act. After the game, of any seat."""
    held = mine(table, caller.identity)
    if seat is None:
        acting = table.to_act
        return acting if acting in held and acting is not None else held[0] if held else SPECTATOR
    if seat in held or seat == SPECTATOR or (table.status == "over" and seat < len(table.state.seats)):
        return seat
    raise NotYourSeat("seat.not_yours")


def check_seat(table: Table, seat: int) -> None:
    if seat >= len(table.state.seats):
        raise UnknownSeat("seat.unknown", count=len(table.state.seats), seat=seat)


def check_running(table: Table) -> None:
    if table.status == "waiting":
        raise NotStarted("table.waiting")
    if table.status == "over":
        raise TableOver("table.over")


def own(table: Table, caller: Caller, seat: int | None) -> int:
    """The seat the caller acts for: one of their own."""
    held = mine(table, caller.identity)
    if not held or (seat is not None and seat not in held):
        raise NotYourSeat("seat.not_yours")
    return eyes(table, caller, seat)


async def seen(
    services: Services,
    table: Table,
    caller: Caller,
    viewer: int,
    since: int | None = None,
    at: int | None = None,
    request: Request | None = None,
) -> dict[str, Any]:
    """The table for this caller. Whose view they get is checked again: the lot may have changed who sits there."""
    services.presence.note(table, caller.identity)
    return await show(services, table, caller, eyes(table, caller, viewer), since, at, request)


async def make_choice(services: Services, table: Table, seat: int, ask: Choose) -> None:
    """A person's choice; then bots may have to act."""
    received = time.perf_counter()
    await table.submit(seat, ask.seq, ask.choice)
    services.metrics.moved(table.state.opening.game, "person", time.perf_counter() - received)
    services.bot_runner.look(table)
