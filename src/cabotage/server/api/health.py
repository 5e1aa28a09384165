"""For those who look after the server: is it well, and how much does it do?"""

from __future__ import annotations

from fastapi import APIRouter, Response

import cabotage
from cabotage.server.api.dependencies import TheServices
from cabotage.server.api.responses import Health

router = APIRouter(tags=["health"])


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", response_model=Health)
async def health(services: TheServices) -> Health:
    """Whether the database answers."""
    await services.lobby.is_public("")
    return Health(status="ok", version=cabotage.__version__)


@router.get("/metrics", include_in_schema=False)
async def metrics(services: TheServices) -> Response:
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
