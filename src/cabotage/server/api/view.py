"""A table as one caller sees it: what `tables` shows their seat, who is connected, and which seats are theirs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cabotage.games import GAMES
from cabotage.server.language import greetings
from cabotage.tables.projection import clock
from cabotage.tables.projection import seats as seat_views

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from cabotage.server.people.caller import Caller
    from cabotage.server.services import Services
    from cabotage.tables import Table
    from cabotage.tables.view import SeatView, TableView

QUICK_ROWS = 12  # telling more would hold up everybody else


def mine(table: Table, identity: str | None) -> list[int]:
    """The seats that this person holds."""
    if identity is None:
        return []
    return [place for place, seat in enumerate(table.state.seats) if seat.holder == identity]


async def show(
    services: Services,
    table: Table,
    caller: Caller,
    viewer: int,
    since: int | None = None,
    at: int | None = None,
    request: Request | None = None,
) -> dict[str, Any]:
    """The JSON of `responses.View`. A long story, or an earlier moment, is read in a thread."""
    reader = table.reader
    read = partial(reader.view, viewer, caller.language, since, at)
    is_quick = at is None and reader.count(since) <= QUICK_ROWS
    view = read() if is_quick else await services.readings.run(caller, read, request)
    return {
        **view,
        "name": GAMES[view["game"]].names[caller.language],
        "clock": clock(table.state, view["at"] == table.seq, services.now()),
        "mine": mine(table, caller.identity),
        "seats": seats(services, table, caller, view["seats"]),
        "greetings": greetings(caller.language),
        "has_chances": table.state.opening.has_chances,
    }


def seats(
    services: Services, table: Table, caller: Caller, views: Sequence[SeatView] | None = None
) -> list[dict[str, Any]]:
    """Who sits where, whether they are connected, and which seats are the caller's."""
    held, here = mine(table, caller.identity), services.presence.here(table)
    return [
        {**seat, "is_mine": seat["seat"] in held, "is_here": here[seat["seat"]]}
        for seat in views or seat_views(table.state, table.state, caller.language)
    ]


def shown_view(view: TableView, language: str) -> dict[str, Any]:
    """The JSON of `responses.View` for a table that is only shown: all sit there, and the viewer is the caller."""
    seats = [{**seat, "is_mine": seat["seat"] == view["viewer"], "is_here": True} for seat in view["seats"]]
    name = GAMES[view["game"]].names[language]
    shown = {**view, "name": name, "seats": seats, "mine": [view["viewer"]], "greetings": greetings(language)}
    return {**shown, "has_chances": False}
