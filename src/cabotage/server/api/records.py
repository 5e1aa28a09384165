"""Records: download, upload, replay, verify and fork games."""

from __future__ import annotations

import json
from functools import partial

from fastapi import APIRouter, Request, Response

from cabotage.core.errors import CabotageError, RecordError
from cabotage.core.record import Record
from cabotage.games import find
from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS, SeatQuery, TableId, TheCaller, TheServices, eyes
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import MOST_SEATS, Fork, RecordRequest
from cabotage.server.api.responses import DiceVerdict, Moments, Opened
from cabotage.server.api.tables import settle
from cabotage.server.language import server_words
from cabotage.tables.errors import NoDice, StillRunning
from cabotage.tables.reader import Reader
from cabotage.tables.verify import Verdict, verify

router = APIRouter(prefix="/api", tags=["records"], responses=REFUSALS, route_class=JsonRoute)


@router.get("/tables/{table}/record", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def record(
    request: Request, table: TableId, services: TheServices, caller: TheCaller, seat: SeatQuery = None
) -> Response:
    """The complete game when it is over, with its dice; until then, what the caller may know."""
    found = await services.tables.find(table)
    text = await services.readings.run(
        caller, partial(found.reader.record, eyes(found, caller, seat), has_names=True), request
    )
    name = f"{found.state.opening.game}-{found.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type="application/json")


@router.get("/tables/{table}/moments", response_model=Moments)
async def moments(
    request: Request, table: TableId, services: TheServices, caller: TheCaller, seat: SeatQuery = None
) -> Response:
    """Where a replay stops. In memory games only after the game."""
    found = await services.tables.find(table)
    work = partial(found.reader.moments, eyes(found, caller, seat), caller.language)
    return answer({"moments": await services.readings.run(caller, work, request)})


@router.get("/tables/{table}/dice", response_model=DiceVerdict)
async def dice(request: Request, table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """Verify the dice of a finished game. `cabotage verify` does the same without the server."""
    found = await services.tables.find(table)
    if found.status != "over":
        raise StillRunning("altered.no_seed")

    def verdict_of(reader: Reader) -> Verdict:
        read = Record.parse(reader.record())
        return verify(read, find(read.game))

    try:
        verdict = await services.readings.run(caller, partial(verdict_of, found.reader), request)
    except CabotageError as error:
        is_fair = None if isinstance(error, NoDice) else False
        return answer({"is_fair": is_fair, "sentence": error.sentence(caller.language)})
    words = server_words(caller.language)
    sentence = words.say("dice.fair", draws=verdict.draws)
    if verdict.lot is not None:
        sentence += " " + words.say("dice.lot")
    if verdict.since:
        sentence += " " + words.say("dice.fork", events=verdict.since)
    return answer({"is_fair": True, "sentence": sentence})


@router.post("/records", response_model=Opened, status_code=201)
async def upload(ask: RecordRequest, services: TheServices, caller: TheCaller) -> Response:
    """A table for replaying this record with `?at=`. The record is validated first."""
    read = Record.parse(json.dumps(ask.record))
    if not 1 <= read.seats <= MOST_SEATS:
        raise RecordError("record.misshapen", what="seats")
    opener = await caller.become(services)
    await services.compilation.ready(read.game)
    table = await services.tables.keep(read, opener)
    return caller.mark(await settle(services, table, caller, opener))


@router.post("/tables/{table}/fork", response_model=Opened, status_code=201)
async def fork(table: TableId, ask: Fork, services: TheServices, caller: TheCaller) -> Response:
    """A new table that continues from a moment of a finished game."""
    opener = await caller.become(services)
    name = (await services.identities.profile(opener)).name
    forked = await services.tables.fork(table, ask.at, ask.seats, opener, name)
    return caller.mark(await settle(services, forked, caller, opener))
