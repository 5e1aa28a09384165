"""The analysis of a finished game: luck, skill and errors. It is computed while somebody waits for it, then kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import APIRouter, Response
from starlette.responses import StreamingResponse

from cabotage.server.analysis.analyses import Job
from cabotage.server.analysis.presentation import present
from cabotage.server.api.analysis_responses import AnalysisProgress
from cabotage.server.api.dependencies import REFUSALS, TableId, TheCaller, TheServices
from cabotage.server.api.refusal import answer, encoded, error_text
from cabotage.server.errors import GameRunning, NoResult
from cabotage.server.people.caller import Caller
from cabotage.server.services import Services
from cabotage.tables import Table

router = APIRouter(prefix="/api", tags=["records"], responses=REFUSALS)

LINES = "application/x-ndjson"
ALIVE_SECONDS = 10.0  # between two lines, so that nobody on the way takes the connection for dead


@router.get(
    "/tables/{table}/analysis",
    response_model=AnalysisProgress,
    responses={200: {"content": {LINES: {}}, "description": "The analysis; or one line of JSON after the other."}},
)
async def analysis(table: TableId, services: TheServices, caller: TheCaller) -> Response:
    """Luck and skill of every seat, chances over time, and errors with better choices. Only after the game.

    An analysis that is kept is sent at once. Otherwise lines tell how far it is: a quick one comes first, and then a
    more thorough one. One at a time: a second request of the same person is refused (429) while one is being answered.
    """
    found = await services.tables.find(table)
    if found.status != "over":
        raise GameRunning("analysis.running")
    if found.state.position.score is None:
        raise NoResult("analysis.no_result")
    kept = await services.analyses.kept(found.id)
    if kept is not None:
        return answer(await _line(services, found, caller, kept, is_final=True))
    lines = _lines(services, found, caller)
    first = await anext(lines)  # a refusal is raised here, before the response begins
    return StreamingResponse(_after(first, lines), media_type=LINES)


async def _after(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in rest:
        yield line


async def _lines(services: Services, table: Table, caller: Caller) -> AsyncIterator[bytes]:
    text = await services.readings.run(caller, table.reader.record)
    person = caller.identity or caller.address
    events = len(table.state.position.history)
    is_quick_told = False
    async with services.analyses.watch(table, text, events, person) as job:
        while not job.is_over:
            changed = job.changed
            if job.quick is not None and not is_quick_told:
                is_quick_told = True
                yield encoded(await _line(services, table, caller, job.quick)) + b"\n"
            yield encoded(_progress(job)) + b"\n"
            try:
                await asyncio.wait_for(changed.wait(), ALIVE_SECONDS)
            except TimeoutError:
                continue
    if job.error is not None:
        yield encoded({**_progress(job), "error": error_text(job.error, caller.language)}) + b"\n"
    elif job.final is not None:
        yield encoded(await _line(services, table, caller, job.final, is_final=True)) + b"\n"


def _progress(job: Job) -> dict[str, Any]:
    return {"done": job.looks, "all": 2 * job.events, "analysis": None, "is_final": False, "error": None}


async def _line(
    services: Services, table: Table, caller: Caller, content: dict[str, Any], is_final: bool = False
) -> dict[str, Any]:
    shown = await services.readings.run(caller, partial(present, table.reader, content, caller.language))
    looks = 2 * len(table.state.position.history)
    return {
        "done": looks if is_final else looks // 2,
        "all": looks,
        "analysis": shown,
        "is_final": is_final,
        "error": None,
    }
