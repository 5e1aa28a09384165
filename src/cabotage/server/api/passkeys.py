"""Passkeys: add, list, rename and delete them, and sign in on another device."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS, TheCaller, TheServices
from cabotage.server.api.people import me
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import EnterPasskey, NewPasskey, RenamePasskey
from cabotage.server.api.responses import Me, PasskeyOptions, Passkeys
from cabotage.server.errors import UnknownPasskey
from cabotage.server.people.identities import clean
from cabotage.server.people.passkeys import SERVER_NAME, is_available, site_of
from cabotage.tables.clock import timestamp

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS, route_class=JsonRoute)
PasskeyId = Annotated[str, Path(min_length=1, max_length=64)]


@router.get("/me/passkeys", response_model=Passkeys)
async def list_passkeys(services: TheServices, caller: TheCaller) -> Response:
    """The caller's passkeys."""
    return await _list(services, caller)


@router.post("/me/passkeys/options", response_model=PasskeyOptions, status_code=201)
async def passkey_options(request: Request, services: TheServices, caller: TheCaller) -> Response:
    """For `navigator.credentials.create`; they work once, for five minutes."""
    site = site_of(request)
    identity = await caller.become(services)
    called = (await services.identities.profile(identity)).name or SERVER_NAME
    return caller.mark(answer({"options": await services.passkeys.invite(identity, called, site)}, 201))


@router.post("/me/passkeys", response_model=Passkeys, status_code=201)
async def add_passkey(request: Request, ask: NewPasskey, services: TheServices, caller: TheCaller) -> Response:
    """Add the passkey that the browser has made."""
    site = site_of(request)
    if caller.identity is None:
        raise UnknownPasskey("passkeys.not_yours")
    await services.passkeys.add(caller.identity, ask.credential, clean(ask.name) or SERVER_NAME, site)
    return await _list(services, caller, 201)


@router.put("/me/passkeys/{passkey}", response_model=Passkeys)
async def rename_passkey(passkey: PasskeyId, ask: RenamePasskey, services: TheServices, caller: TheCaller) -> Response:
    """Give a passkey another name."""
    await services.passkeys.rename(caller.identity or "", passkey, clean(ask.name) or SERVER_NAME)
    return await _list(services, caller)


@router.delete("/me/passkeys/{passkey}", response_model=Passkeys)
async def drop_passkey(passkey: PasskeyId, services: TheServices, caller: TheCaller) -> Response:
    """Delete a passkey. Devices that signed in with it stay signed in."""
    await services.passkeys.drop(caller.identity or "", passkey)
    return await _list(services, caller)


@router.post("/passkeys/options", response_model=PasskeyOptions, status_code=201)
async def sign_in_options(request: Request, services: TheServices, caller: TheCaller) -> Response:
    """For `navigator.credentials.get`; they work once, for five minutes."""
    site = site_of(request)
    services.limits.newcomer(caller.address)
    return answer({"options": await services.passkeys.ask(site)}, 201)


@router.post("/passkeys", response_model=Me)
async def sign_in(request: Request, ask: EnterPasskey, services: TheServices, caller: TheCaller) -> Response:
    """Sign in with a passkey. This device forgets the person it was before."""
    caller.new_secret, caller.identity = await services.passkeys.enter(ask.credential, site_of(request))
    return caller.mark(await me(services, caller))


async def _list(services: TheServices, caller: TheCaller, status: int = 200) -> Response:
    found = [] if caller.identity is None else await services.passkeys.mine(caller.identity)
    return answer(
        {
            "is_available": is_available(),
            "passkeys": [
                {
                    "id": each.id,
                    "name": each.name,
                    "added_at": timestamp(each.added_ms),
                    "used_at": None if each.used_ms is None else timestamp(each.used_ms),
                }
                for each in found
            ],
        },
        status,
    )
