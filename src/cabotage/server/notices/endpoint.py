"""Checks the address of a push service: it comes from a browser, so it could point at anything in our network."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cabotage.server.errors import WrongEndpoint

if TYPE_CHECKING:
    import socket

    from aiohttp.abc import AbstractResolver, ResolveResult

HTTPS_PORT = 443


def check(endpoint: str, is_private_allowed: bool) -> None:
    """Raise for an address that is not one of a public push service: https, a name with a dot, the usual port."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise WrongEndpoint("notices.endpoint") from None
    if is_private_allowed and parts.scheme in ("http", "https") and host:
        return
    is_plain = parts.username is None and parts.password is None and endpoint.isascii() and endpoint.isprintable()
    is_usual = parts.scheme == "https" and port in (None, HTTPS_PORT)
    if not (is_plain and is_usual and "." in host.strip(".") and not _is_address(host)):
        raise WrongEndpoint("notices.endpoint")


def is_public(address: str) -> bool:
    """Whether this IP address belongs to the internet, and not to our network or machine."""
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_global and not found.is_multicast


def resolver() -> AbstractResolver:
    """Finds public addresses only. The connection is made to the address that was checked, so a name cannot change."""
    from aiohttp.abc import AbstractResolver
    from aiohttp.resolver import ThreadedResolver

    class PublicResolver(AbstractResolver):
        def __init__(self) -> None:
            self._all = ThreadedResolver()

        async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[ResolveResult]:
            found = await self._all.resolve(host, port, _family(family))
            public = [each for each in found if is_public(each["host"])]
            if not public:
                raise OSError(f"{host} has no public address")
            return public

        async def close(self) -> None:
            await self._all.close()

    return PublicResolver()


def _family(family: int) -> socket.AddressFamily:
    import socket

    return socket.AddressFamily(family)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        # Resolvers also read 0x7f.1 and 2130706433 as addresses; no name ends with a number.
        return host.rstrip(".").rpartition(".")[2][:1].isdigit()
    return True
