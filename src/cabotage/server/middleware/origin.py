"""Rejects requests from pages of other sites. Programs send no Origin header and are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cabotage.server.errors import WrongOrigin

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


def check_origin(request: HTTPConnection, allowed: Sequence[str]) -> None:
    """Raise WrongOrigin for a request that a page of another site sent."""
    origin = request.headers.get("origin")
    if origin is None or origin in allowed:
        return
    host = host_of(origin)
    if not host or host != request.headers.get("host", "").lower():
        raise WrongOrigin("request.origin")


def host_of(origin: str) -> str:
    """Host and port of an origin; empty if there is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # for example `http://[`
        return ""
