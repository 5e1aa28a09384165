"""Opens a server that listens on this machine only to the local network, if the person at this machine asks for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING

from cabotage.server.addresses import outward, url
from cabotage.server.errors import NetworkUnavailable, NotAtThisMachine
from cabotage.server.middleware.host import is_address, name_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from cabotage.server.settings import Settings

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # of proxies
LOCALHOST = "localhost"

Listen = Callable[[socket.socket], Awaitable[None]]


class LocalNetwork:
    """At most one more listening socket, on the private address of this machine in its network.

    Servers that others reach already, or that have a public name, cannot be opened: it would make no difference, or
    callers that seem to be at this machine could come through a proxy.
    """

    def __init__(self, settings: Settings, listening: socket.socket, listen: Listen) -> None:
        self._host, self._port = listening.getsockname()[:2]
        self._listen = listen
        self._is_public = bool(settings.host_names or settings.origins)
        self._is_allowed = settings.can_open_network and not self._is_public and is_loopback(self._host)
        self._opening = asyncio.Lock()
        self.address: str | None = None  # for other devices, once it is open

    def can_open(self) -> bool:
        """Whether it makes sense to offer it."""
        return self._is_allowed and self.address is None and private_address() is not None

    async def open(self) -> None:
        """Listen in the local network too, until the server stops. Does nothing if it does already."""
        async with self._opening:
            if self.address is not None:
                return
            host = private_address() if self._is_allowed else None
            if host is None:
                raise NetworkUnavailable("network.unavailable")
            listening = _bound(host, self._port)
            await self._listen(listening)
            self.address = url(host, listening.getsockname()[1])


def check_here(request: Request) -> None:
    """Raise NotAtThisMachine unless the request comes from this machine, to this machine, and not through a proxy."""
    client = request.client.host if request.client else ""
    names = [name_of(host) for host in request.headers.getlist("host")]
    is_direct = not any(header in request.headers for header in FORWARDED)
    if not (is_direct and is_loopback(client) and all(map(is_loopback, names))):
        raise NotAtThisMachine("network.not_here")


def is_loopback(host: str) -> bool:
    """Whether a host, a name or an address, is this machine."""
    if is_address(host):
        return ip_address(host).is_loopback
    return host == LOCALHOST or host.endswith(f".{LOCALHOST}")


def private_address() -> str | None:
    """The address of this machine in its network, unless the whole internet can reach it."""
    hosts = [*outward(socket.AF_INET), *outward(socket.AF_INET6)]
    return next((host for host in hosts if ip_address(host.partition("%")[0]).is_private), None)


def _bound(host: str, port: int) -> socket.socket:
    """On the same port, or on any free one if another program has it there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError:
        try:
            return socket.create_server((host, 0), family=family)
        except OSError:
            raise NetworkUnavailable("network.unavailable") from None
