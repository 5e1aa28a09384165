"""Whether a request comes from our own page: browsers say where it comes from, programs need not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cabotage.server.errors import WrongOrigin

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


def check_origin(asked: HTTPConnection, allowed: Sequence[str]) -> None:
    """Refuse what another site's page asks for in the name of its visitor."""
    origin = asked.headers.get("origin")
    if origin is None or origin in allowed:
        return
    if urlsplit(origin).netloc.lower() != asked.headers.get("host", "").lower() or not urlsplit(origin).netloc:
        raise WrongOrigin("request.origin")
