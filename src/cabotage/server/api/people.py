"""The caller: name, language, devices, finished games, and a token for programs."""

from __future__ import annotations

from fastapi import APIRouter, Response

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS, TheCaller, TheServices
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import Rename, UseLink
from cabotage.server.api.responses import DeviceLink, History, Me, PersonalData, Token
from cabotage.server.people.caller import COOKIE
from cabotage.server.people.data import erase, export
from cabotage.server.people.history import history
from cabotage.server.people.identities import Profile, clean
from cabotage.tables.clock import timestamp

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS, route_class=JsonRoute)


@router.get("/me", response_model=Me)
async def me(services: TheServices, caller: TheCaller) -> Response:
    """The caller's name and language. Does not create an identity."""
    profile = Profile() if caller.identity is None else await services.identities.profile(caller.identity)
    return answer({"name": profile.name, "language": profile.language})


@router.put("/me", response_model=Me)
async def rename(ask: Rename, services: TheServices, caller: TheCaller) -> Response:
    """Set the name that others see at tables from now on, and the language. Names are one short line."""
    identity = await caller.become(services)
    profile = Profile(clean(ask.name), ask.language)
    await services.identities.change(identity, profile)
    return caller.mark(answer({"name": profile.name, "language": profile.language}))


@router.get("/me/history", response_model=History)
async def past_games(services: TheServices, caller: TheCaller) -> Response:
    """The caller's finished games: results by game and by opponent, and the last ones."""
    return answer(await history(services, caller.identity, caller.language))


@router.post("/me/links", response_model=DeviceLink, status_code=201)
async def link_device(services: TheServices, caller: TheCaller) -> Response:
    """A link to be opened on another device, which is then the same person. It works once, for ten minutes."""
    text, until_ms = await services.devices.link(await caller.become(services))
    return caller.mark(answer({"path": f"/device#link={text}", "expires_at": timestamp(until_ms)}, 201))


@router.post("/me/devices", response_model=Me)
async def add_device(ask: UseLink, services: TheServices, caller: TheCaller) -> Response:
    """Use such a link. This device forgets the person it was before."""
    services.limits.newcomer(caller.address)
    caller.new_secret, caller.identity = await services.devices.add(ask.link)
    return caller.mark(await me(services, caller))


@router.get("/me/data", response_model=PersonalData)
async def data(services: TheServices, caller: TheCaller) -> Response:
    """All that this server keeps about the caller: name, language, and what they did at their tables."""
    response = answer(await export(services, caller.identity))
    response.headers["Content-Disposition"] = 'attachment; filename="cabotage.json"'
    return response


@router.delete("/me", status_code=204)
async def forget_me(services: TheServices, caller: TheCaller) -> Response:
    """Delete the caller: identity, name and lists. Their games stay, with a player without a name."""
    if caller.identity is not None:
        await erase(services, caller.identity)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", secure=caller.is_secure, httponly=True, samesite="lax")
    return response


@router.post("/identities", response_model=Token, status_code=201)
async def new_identity(services: TheServices, caller: TheCaller) -> Response:
    """A new identity for a program, with a token instead of a cookie."""
    services.limits.newcomer(caller.address)
    token, _ = await services.identities.create()
    return answer({"token": token}, 201)
