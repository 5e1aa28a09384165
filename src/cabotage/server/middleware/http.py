"""Wraps every request: host, limits, body size, origin, headers, access log, metrics."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.websockets import WebSocket

from cabotage.core.errors import CabotageError
from cabotage.server.api.body import RECORDS
from cabotage.server.api.refusal import refuse
from cabotage.server.errors import Bug, TooLarge, TooMany
from cabotage.server.language import wanted
from cabotage.server.middleware.costs import cost
from cabotage.server.middleware.host import Hosts
from cabotage.server.middleware.limits import REFUSAL_SECONDS
from cabotage.server.middleware.origin import check_origin
from cabotage.server.people.caller import address, limit_key

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from cabotage.server.connections import Connections
    from cabotage.server.metrics import Metrics
    from cabotage.server.middleware.limits import Limits
    from cabotage.server.settings import Settings

MOST_BYTES = 64 * 1024
MOST_RECORD_BYTES = 2 * 1024 * 1024  # tens of thousands of events
MOST_DRAINED_BYTES = 16 * 1024 * 1024  # of a rejected body; then the connection is closed
DRAIN_SECONDS = 5
READING = ("GET", "HEAD", "OPTIONS")
UNLIMITED = ("/healthz", "/readyz", "/metrics")
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # other sites need not know which table somebody plays at
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
NO_PAGE = "default-src 'none'; frame-ancestors 'none'"

logger = logging.getLogger(__name__)


class Middleware:
    """The outermost layer, so that even a bug gets a proper error response."""

    def __init__(
        self, app: ASGIApp, settings: Settings, limits: Limits, connections: Connections, metrics: Metrics
    ) -> None:
        self._app = app
        self._settings = settings
        self._hosts = Hosts(settings)
        self._connections = connections
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        reply = Reply(send, scope["path"], wanted(request))
        most_bytes = MOST_RECORD_BYTES if scope["path"] == RECORDS else MOST_BYTES
        body = Body(receive, most_bytes)
        began = time.perf_counter()
        try:
            self._admit(request, most_bytes)
            await body.check_length(request.headers)
            await self._app(scope, body, reply)
        except TooMany as error:
            await asyncio.sleep(REFUSAL_SECONDS)  # or refusing would be as much work as answering
            await self._refuse(error, request, reply)
        except CabotageError as error:
            await self._refuse(error, request, reply)
        except Exception:
            logger.exception("bug", extra={"fields": {"method": scope["method"], "path": scope["path"]}})
            await self._refuse(Bug("server.error"), request, reply)
        self._note(scope, reply.status, time.perf_counter() - began)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        with contextlib.ExitStack() as stack:
            try:
                self._hosts.check(socket)
                check_origin(socket, self._settings.origins)
                self._limits.request(limit_key(socket), address(socket), cost("GET", scope["path"], {}))
                stack.enter_context(self._connections.socket(address(socket)))
            except CabotageError as error:
                self._metrics.refused(error.code)
                await receive()  # the handshake; it is then answered like a request
                await socket.send_denial_response(refuse(error, wanted(socket)))
                return
            await self._app(scope, receive, send)

    def _admit(self, request: Request, most_bytes: int) -> None:
        path, method = request.scope["path"], request.scope["method"]
        if path in UNLIMITED:
            return
        self._hosts.check(request)
        units = cost(method, path, request.query_params, body_bytes(request.headers, most_bytes))
        self._limits.request(limit_key(request), address(request), units)
        if method not in READING:
            check_origin(request, self._settings.origins)

    async def _refuse(self, error: CabotageError, request: Request, reply: Reply) -> None:
        self._metrics.refused(error.code)
        if not reply.has_begun:
            await refuse(error, wanted(request))(request.scope, _nothing, reply)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """Log the path without its query, which may be anything."""
        route = getattr(scope.get("route"), "path", "other")
        self._metrics.answered(scope["method"], route, status, seconds)
        fields: dict[str, Any] = {"method": scope["method"], "path": scope["path"][:200], "status": status}
        logger.info("request", extra={"fields": {**fields, "ms": round(seconds * 1000, 2)}})


class Reply:
    """Sends a response with our headers."""

    def __init__(self, send: Send, path: str, language: str) -> None:
        self._send = send
        self._language = language
        self._is_api = path.startswith("/api")
        self.status = 0
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.has_begun = True
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Content-Security-Policy", NO_PAGE)
            if self._is_api:
                headers.setdefault("Cache-Control", "no-store")
                headers.setdefault("Content-Language", self._language)
        await self._send(message)


class Body:
    """Reads a request's body up to a size limit."""

    def __init__(self, receive: Receive, most_bytes: int) -> None:
        self._receive = receive
        self._most_bytes = most_bytes
        self._read_bytes = 0

    async def check_length(self, headers: Mapping[str, str]) -> None:
        """Reject a body by its Content-Length; with `Expect`, before it is sent."""
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > self._most_bytes:
            if "expect" not in headers:
                await self._drain()
            raise TooLarge("request.too_large", most=self._most_bytes)

    async def __call__(self) -> Message:
        message = await self._read()
        if self._read_bytes > self._most_bytes:
            if message.get("more_body"):
                await self._drain()
            raise TooLarge("request.too_large", most=self._most_bytes)
        return message

    async def _read(self) -> Message:
        message = await self._receive()
        self._read_bytes += len(message.get("body", b""))
        return message

    async def _drain(self) -> None:
        """Read the rest, within limits: a client that is cut off while sending would not see the response."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._read_bytes < MOST_DRAINED_BYTES and (await self._read()).get("more_body"):
                    pass


def body_bytes(headers: Mapping[str, str], most_bytes: int) -> int:
    """The length of a body; without a header that says so, as long as it may be."""
    if "transfer-encoding" in headers:
        return most_bytes
    length = headers.get("content-length", "")
    return min(int(length), most_bytes) if length.isdigit() else 0


async def _nothing() -> Message:
    return {"type": "http.disconnect"}
