"""For the host: is the server alive, is it ready, and what does it do?"""

from __future__ import annotations

import contextlib

from fastapi import APIRouter, Request, Response

import cabotage
from cabotage.server.api.dependencies import TheServices
from cabotage.server.api.responses import Health, Refusal
from cabotage.server.readiness import Readiness
from cabotage.server.totals import Totals
from cabotage.tables.errors import DatabaseFailure

router = APIRouter(tags=["health"])


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", response_model=Health)
async def health() -> Health:
    """The process answers. It may still be unable to save anything: see `/readyz`."""
    return Health(status="ok", version=cabotage.__version__)


@router.head("/readyz", include_in_schema=False)
@router.get("/readyz", response_model=Health, responses={503: {"model": Refusal}})
async def ready(request: Request) -> Health:
    """A write was durable, the database is the one that was opened, and its disk has room. Otherwise 503."""
    readiness: Readiness = request.app.state.readiness
    await readiness.check()
    return Health(status="ok", version=cabotage.__version__)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, services: TheServices) -> Response:
    """For Prometheus: of all workers. Checks readiness first, so that its figures are not old."""
    readiness: Readiness = request.app.state.readiness
    with contextlib.suppress(DatabaseFailure):
        await readiness.check()
    totals: Totals | None = request.app.state.totals
    text = services.metrics.text() if totals is None else await totals.text()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
