"""Who sent a request: from the cookie or the bearer token, never from the body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.server.errors import UnknownIdentity
from cabotage.server.language import wanted
from cabotage.server.people import secret

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from cabotage.server.services import Services

COOKIE = "cabotage"
COOKIE_SECONDS = 400 * 24 * 3600  # the maximum in browsers
BEARER = "bearer "


@dataclass
class Caller:
    """The sender of a request, or the client of a socket."""

    identity: str | None
    address: str
    language: str
    is_secure: bool
    new_secret: str | None = None  # of an identity created by this request; goes into the cookie

    async def become(self, services: Services) -> str:
        """The identity; creates one if there is none."""
        if self.identity is None:
            services.limits.newcomer(self.address)
            self.new_secret, self.identity = await services.identities.create()
            services.limits.vouch(secret.hashed(self.new_secret))
        return self.identity

    def mark(self, response: Response) -> Response:
        """Set the cookie, if the identity is new."""
        if self.new_secret is not None:
            response.set_cookie(
                COOKIE,
                self.new_secret,
                max_age=COOKIE_SECONDS,
                path="/",
                secure=self.is_secure,
                httponly=True,
                samesite="lax",
            )
        return response


def shown_secret(request: HTTPConnection) -> tuple[str | None, bool]:
    """The secret of a request, and whether it is a program's token."""
    header = request.headers.get("authorization", "")
    if header[: len(BEARER)].lower() == BEARER:
        return header[len(BEARER) :].strip(), True
    return request.cookies.get(COOKIE), False


def address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def limit_key(request: HTTPConnection) -> str | None:
    """The key for limits, before the identity is looked up."""
    text, _ = shown_secret(request)
    return None if text is None else secret.hashed(text)


async def recognise(request: HTTPConnection, services: Services) -> Caller:
    """The caller. Unknown cookies are ignored; an unknown token is an error."""
    text, is_token = shown_secret(request)
    identity = None if text is None else await services.identities.find(text)
    if is_token and identity is None:
        raise UnknownIdentity("identity.unknown")
    if text is not None and identity is not None:
        services.limits.vouch(secret.hashed(text))
    return Caller(identity, address(request), wanted(request), request.url.scheme in ("https", "wss"))
