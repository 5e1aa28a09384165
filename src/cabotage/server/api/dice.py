"""Fair dice, first step: the server commits itself before it knows the players' nonces."""

from __future__ import annotations

from fastapi import APIRouter, Response

from cabotage.server.api.dependencies import REFUSALS, TheCaller, TheServices
from cabotage.server.api.refusal import answer
from cabotage.server.api.responses import Commitment

router = APIRouter(prefix="/api/commitments", tags=["dice"], responses=REFUSALS)


@router.post("", response_model=Commitment, status_code=201)
async def promise(services: TheServices, caller: TheCaller) -> Response:
    """A commitment for one table: open it with this, and with a nonce that the server has not seen before."""
    return answer({"commitment": await services.tables.commitments.make()}, 201)
