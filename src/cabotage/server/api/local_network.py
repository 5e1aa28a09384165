"""For the person at this machine: is the server open to the local network, can it be, and open it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS
from cabotage.server.api.refusal import answer
from cabotage.server.api.responses import LocalNetworkState
from cabotage.server.errors import NetworkUnavailable, NotAtThisMachine
from cabotage.server.local_network import LocalNetwork, check_here

router = APIRouter(prefix="/api", tags=["local network"], responses=REFUSALS, route_class=JsonRoute)


@router.get("/local-network", response_model=LocalNetworkState)
async def look(request: Request) -> Response:
    """Whether the caller can open the server to the local network, and its address there. Elsewhere: no, and none."""
    network: LocalNetwork | None = getattr(request.app.state, "local_network", None)
    try:
        check_here(request)
    except NotAtThisMachine:
        network = None
    return _state(network)


@router.post("/local-network", response_model=LocalNetworkState)
async def open_it(request: Request) -> Response:
    """Let other devices in the local network connect, until the server stops. Only from this machine."""
    check_here(request)
    network: LocalNetwork | None = getattr(request.app.state, "local_network", None)
    if network is None:
        raise NetworkUnavailable("network.unavailable")
    await network.open()
    return _state(network)


def _state(network: LocalNetwork | None) -> Response:
    if network is None:
        return answer({"can_open": False, "address": None})
    return answer({"can_open": network.can_open(), "address": network.address})
