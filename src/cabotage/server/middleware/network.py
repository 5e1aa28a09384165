"""The network that limits count: one IPv4 address, or the /64 of an IPv6 address, which one household has."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

PREFIX_BITS = 64


@lru_cache(4096)
def network(address: str) -> str:
    """The key for limits; a text that is not an address is its own key."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, PREFIX_BITS), strict=False))
