"""Fair dice, first step: the server commits itself before it hears what anybody adds."""

from __future__ import annotations

from fastapi import APIRouter, Response

from cabotage.server.answers import Commitment
from cabotage.server.refusal import answer
from cabotage.server.routes.parts import REFUSALS, TheCaller, TheHouse

router = APIRouter(prefix="/api/commitments", tags=["dice"], responses=REFUSALS)


@router.post("", response_model=Commitment, status_code=201)
async def promise(house: TheHouse, caller: TheCaller) -> Response:
    """A commitment for one table: open it with this, and with a nonce that the server has not heard before."""
    house.limits.promise(caller.address)
    return answer({"commitment": await house.tables.promises.make()}, 201)
