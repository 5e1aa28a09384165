"""The addresses of the server, for this machine and for others."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import ip_address

ANYWHERE = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}
HERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
# Addresses reserved for documentation. Nothing is sent there; the system only says which way it would go.
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


def addresses(listening: socket.socket) -> list[str]:
    """All addresses of this server: first those for others, last the one that works on this machine only."""
    host, port = listening.getsockname()[:2]
    hosts = [*outward(ANYWHERE[host]), HERE[host]] if host in ANYWHERE else [host]
    return [url(each, port) for each in hosts]


def url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def outward(family: socket.AddressFamily) -> list[str]:
    """The addresses of this machine in its network; none without a network."""
    found = []
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((ELSEWHERE[family], 9))
        found.append(str(asking.getsockname()[0]))
    with contextlib.suppress(OSError):
        for known in socket.getaddrinfo(socket.gethostname(), None, family, socket.SOCK_STREAM):
            found.append(str(known[4][0]))
    return [host for host in dict.fromkeys(found) if _is_usable(host)]


def _is_usable(host: str) -> bool:
    address = ip_address(host.partition("%")[0])
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)
