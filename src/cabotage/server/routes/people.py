"""Me: a name and a language, and a token for programs."""

from __future__ import annotations

from fastapi import APIRouter, Response

from cabotage.server.answers import Me, Token
from cabotage.server.asks import Rename
from cabotage.server.identities import Profile, clean
from cabotage.server.refusal import answer
from cabotage.server.routes.parts import REFUSALS, TheCaller, TheHouse

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)


@router.get("/me", response_model=Me)
async def me(house: TheHouse, caller: TheCaller) -> Response:
    """What I told about myself; nobody is made for that."""
    profile = Profile() if caller.identity is None else await house.identities.profile(caller.identity)
    return answer({"name": profile.name, "language": profile.language})


@router.put("/me", response_model=Me)
async def rename(ask: Rename, house: TheHouse, caller: TheCaller) -> Response:
    """Be called so at tables from now on. Names are one short line."""
    identity = await caller.become(house)
    profile = Profile(clean(ask.name), ask.language)
    await house.identities.change(identity, profile)
    return caller.mark(answer({"name": profile.name, "language": profile.language}))


@router.post("/identities", response_model=Token, status_code=201)
async def new_identity(house: TheHouse, caller: TheCaller) -> Response:
    """For programs: become somebody new, by a token instead of a cookie."""
    house.limits.table(caller.address)
    token, _ = await house.identities.create()
    return answer({"token": token}, 201)
