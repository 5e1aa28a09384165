"""Who asks: from the cookie or a bearer token, never from what is said."""

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
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
BEARER = "bearer "


@dataclass
class Caller:
    """Whoever sent this request or opened this socket."""

    identity: str | None
    address: str
    language: str
    is_secure: bool
    new_secret: str | None = None  # has become somebody just now, and must be told how to stay the same person

    async def become(self, services: Services) -> str:
        """The identity; a new one for somebody who had none."""
        if self.identity is None:
            services.limits.table(self.address)
            self.new_secret, self.identity = await services.identities.create()
        return self.identity

    def mark(self, response: Response) -> Response:
        """Hand the secret over, if there is a new one."""
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


def shown_secret(asked: HTTPConnection) -> tuple[str | None, bool]:
    """The secret that came with a request, and whether it is a program's token."""
    header = asked.headers.get("authorization", "")
    if header[: len(BEARER)].lower() == BEARER:
        return header[len(BEARER) :].strip(), True
    return asked.cookies.get(COOKIE), False


def address(asked: HTTPConnection) -> str:
    return asked.client.host if asked.client else ""


def limit_key(asked: HTTPConnection) -> str | None:
    """Stands for somebody before it is known who that is."""
    text, _ = shown_secret(asked)
    return None if text is None else secret.hashed(text)


async def recognise(asked: HTTPConnection, services: Services) -> Caller:
    """Who this is. A cookie that nobody knows any more is no cookie; a wrong token is refused."""
    text, is_token = shown_secret(asked)
    identity = None if text is None else await services.identities.find(text)
    if is_token and identity is None:
        raise UnknownIdentity("identity.unknown")
    return Caller(identity, address(asked), wanted(asked), asked.url.scheme in ("https", "wss"))
