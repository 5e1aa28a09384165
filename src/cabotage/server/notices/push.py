"""Sends Web Push messages (RFC 8030), encrypted for one browser (RFC 8291) and signed with the server's keys."""

from __future__ import annotations

import json
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cabotage.server.errors import NoticesUnavailable, WrongEndpoint
from cabotage.server.notices import endpoint, keys
from cabotage.server.notices.delivery import Delivery

if TYPE_CHECKING:
    from aiohttp import ClientSession

    from cabotage.server.settings import Settings

SECONDS = 10.0  # for one request
KEPT_SECONDS = 24 * 3600  # by the push service, for a device that is off
SIGNED_SECONDS = 12 * 3600
GONE = (404, 410)
CREATED = range(200, 300)

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class PushDevice:
    """A browser that can be reached."""

    id: str
    identity: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Push:
    """One per server, if the host has set keys."""

    def __init__(self, settings: Settings) -> None:
        self._vapid = keys.read(settings.push_keys)
        if not settings.push_contact.startswith(("mailto:", "https://")):
            raise NoticesUnavailable("notices.contact")
        self._contact = settings.push_contact
        self._is_private_allowed = settings.push_private
        self._session: ClientSession | None = None
        self.public_key = keys.public(self._vapid)

    def check(self, address: str) -> None:
        """Raise WrongEndpoint for an address that we do not send to."""
        endpoint.check(address, self._is_private_allowed)

    async def send(self, device: PushDevice, message: dict[str, Any], topic: str) -> Delivery:
        """Of several messages with one topic, the push service keeps the last for a device that is off."""
        import aiohttp
        from pywebpush import WebPusher, WebPushException

        try:
            self.check(device.endpoint)  # the setting may have changed
            pusher = WebPusher({"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}})
            body = pusher.encode(json.dumps(message, ensure_ascii=False).encode())["body"]
        except (WrongEndpoint, WebPushException, ValueError, TypeError):
            return Delivery.GONE  # keys that cannot be used never could
        try:
            headers = {**self._signature(device.endpoint), "TTL": str(KEPT_SECONDS), "Topic": topic, "Urgency": "high"}
            headers |= {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream"}
            # A redirection could lead into our network.
            async with self._open().post(device.endpoint, data=body, headers=headers, allow_redirects=False) as answer:
                status = answer.status
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            logger.info("push_failed", extra={"fields": {"reason": str(error)[:200]}})
            return Delivery.FAILED
        if status in CREATED:
            return Delivery.SENT
        logger.info("push_refused", extra={"fields": {"status": status}})
        return Delivery.GONE if status in GONE else Delivery.FAILED

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _signature(self, address: str) -> dict[str, str]:
        parts = urlsplit(address)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + SIGNED_SECONDS,
            "sub": self._contact,
        }
        return dict(self._vapid.sign(claims))

    def _open(self) -> ClientSession:
        import aiohttp

        if self._session is None:
            resolver = None if self._is_private_allowed else endpoint.resolver()
            connector = aiohttp.TCPConnector(resolver=resolver, limit=20)
            timeout = aiohttp.ClientTimeout(total=SECONDS)
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar(), trust_env=False
            )
        return self._session
