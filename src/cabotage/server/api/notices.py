"""Notices to people who are away: devices for Web Push, mail addresses, and for which tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import RedirectResponse

from cabotage.server.api.body import JsonRoute
from cabotage.server.api.dependencies import REFUSALS, TableId, TheCaller, TheServices, own
from cabotage.server.api.refusal import answer
from cabotage.server.api.requests import LONGEST_TEXT, MailAddress, MailLink, NoticeWish, PushSubscription
from cabotage.server.api.responses import NoticeState, PushDevice
from cabotage.server.errors import NoSuchWay
from cabotage.server.notices.watches import MAIL, device_id

router = APIRouter(prefix="/api", tags=["notices"], responses=REFUSALS, route_class=JsonRoute)

DeviceQuery = Annotated[str | None, Query(max_length=64, description="The id of this device, if it is registered.")]
SEE_OTHER = 303


@router.put("/me/push", response_model=PushDevice)
async def add_push_device(ask: PushSubscription, services: TheServices, caller: TheCaller) -> Response:
    """Register this browser for Web Push, with what `PushManager.subscribe` gave. Nothing is sent for it alone.

    Its id is the SHA-256 of the endpoint. If it replaces another one of the caller, notices of that go to it.
    """
    if services.notices.push is None:
        raise NoSuchWay("notices.no_way")
    services.notices.push.check(ask.endpoint)
    identity = await caller.become(services)
    device = await services.notices.watches.add_device(
        identity, ask.endpoint, ask.keys.p256dh, ask.keys.auth, caller.language
    )
    if ask.replaces is not None:
        await services.notices.watches.replace_device(identity, device_id(ask.replaces), device)
    return caller.mark(answer({"device": device}))


@router.get("/tables/{table}/notices", response_model=NoticeState)
async def notices(table: TableId, services: TheServices, caller: TheCaller, device: DeviceQuery = None) -> Response:
    """How the caller can be told of their turns at this table, and how they want to be."""
    return answer(await _state(services, caller, (await services.tables.find(table)).id, device))


@router.put("/tables/{table}/notices", response_model=NoticeState)
async def wish(table: TableId, ask: NoticeWish, services: TheServices, caller: TheCaller) -> Response:
    """Be told of my turns at this table, or no longer."""
    found = await services.tables.find(table)
    own(found, caller, None)
    is_possible = services.notices.mail if ask.way == MAIL else services.notices.push
    if ask.is_on and is_possible is None:
        raise NoSuchWay("notices.no_way")
    identity, target = str(caller.identity), MAIL if ask.way == MAIL else ask.device or ""
    if ask.is_on and ask.way == MAIL and await services.notices.mailboxes.find(identity) is None:
        raise NoSuchWay("notices.no_address")
    await services.notices.watches.set(found.id, identity, target, ask.is_on)
    services.notices.look(found)
    return answer(await _state(services, caller, found.id, ask.device))


@router.put("/me/mail", status_code=204)
async def set_address(ask: MailAddress, services: TheServices, caller: TheCaller) -> Response:
    """Set my mail address. A mail with a link asks to confirm it; until then, no other mail is sent."""
    if services.notices.mail is None:
        raise NoSuchWay("notices.no_way")
    identity = await caller.become(services)
    services.limits.confirmation(caller.address)
    await services.notices.mailboxes.ask(identity, ask.address, caller.language)
    return caller.mark(Response(status_code=204))


@router.delete("/me/mail", status_code=204)
async def drop_address(services: TheServices, caller: TheCaller) -> Response:
    """Forget my mail address."""
    if caller.identity is not None:
        await services.notices.mailboxes.drop(caller.identity)
    return Response(status_code=204)


@router.post("/mail/confirm", status_code=204)
async def confirm_address(ask: MailLink, services: TheServices) -> Response:
    """Use the link of such a mail, once. Needs no cookie: it may be opened on another device."""
    await services.notices.mailboxes.confirm(ask.key)
    return Response(status_code=204)


MailKey = Annotated[str, Query(min_length=1, max_length=LONGEST_TEXT, description="From the link in a mail.")]


@router.post("/mail/stop", status_code=204)
async def stop_mails(key: MailKey, services: TheServices) -> Response:
    """No more mails to the address that got this link, which is forgotten. Mail programs do this by one click."""
    await services.notices.mailboxes.stop(key)
    return Response(status_code=204)


@router.get("/mail/stop", status_code=SEE_OTHER, response_class=RedirectResponse)
async def stop_page(key: MailKey) -> Response:
    """For people: the page that asks first, because mail programs open links to look at them."""
    return RedirectResponse(f"/mail#stop={key}", SEE_OTHER)


async def _state(services: TheServices, caller: TheCaller, table: str, device: str | None) -> dict[str, object]:
    ways, box, targets = services.notices, None, []
    if caller.identity is not None:
        box = await ways.mailboxes.find(caller.identity)
        targets = await ways.watches.targets(table, caller.identity)
    return {
        "push_key": None if ways.push is None else ways.push.public_key,
        "is_push_on": device is not None and device in targets,
        "can_mail": ways.mail is not None,
        "address": None if box is None else box.address,
        "is_address_confirmed": box is not None and box.is_confirmed,
        "is_mail_on": MAIL in targets,
    }
