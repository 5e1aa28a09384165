"""Rejects requests under a name that is not the server's.

A page of another site can let its own name point to this machine (DNS rebinding), and the browser then takes the
server for a part of that site. It cannot do so with an IP address or with a name without a dot, which public DNS does
not have: these are always accepted.
"""

from __future__ import annotations

import socket
from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING

from cabotage.server.api.validation import printable
from cabotage.server.errors import WrongHost
from cabotage.server.middleware.origin import host_of

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from cabotage.server.settings import Settings

ANY = "*"


class Hosts:
    """The names of this server: the machine's own, and those of the settings and of allowed origins."""

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        named = [*settings.host_names, *map(host_of, settings.origins)]
        self._names = {own, f"{own}.local", *map(name_of, named)}
        self._is_open = ANY in settings.host_names

    def check(self, request: HTTPConnection) -> None:
        """Raise WrongHost for a name that is not ours."""
        for host in request.headers.getlist("host"):  # a second one could mean something else to a proxy
            name = name_of(host)
            if not (self._is_open or "." not in name or name in self._names or is_address(name)):
                raise WrongHost("request.host", host=printable(name))


def name_of(host: str) -> str:
    """The name of a Host header, without its port and in lower case."""
    text = host.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0].removesuffix(".")


@lru_cache(1024)
def is_address(name: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
