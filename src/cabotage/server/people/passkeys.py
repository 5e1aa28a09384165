"""Passkeys (WebAuthn): a person who has added one can sign in with it on another device. Nobody needs one."""

from __future__ import annotations

import hashlib
import json
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from cabotage.server.errors import PasskeysUnavailable, TooManyPasskeys, UnknownPasskey, WrongPasskey
from cabotage.server.middleware.host import is_address, name_of
from cabotage.server.people import secret
from cabotage.server.schema import DEVICES, PASSKEY_CHALLENGES, PASSKEYS

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection
    from starlette.requests import Request

    from cabotage.tables.clock import Now
    from cabotage.tables.database import Database

CHALLENGE_MINUTES = 5
CHALLENGE_BYTES = 32
MOST = 20  # of one person
ADD, ENTER = "add", "enter"
SERVER_NAME = "Cabotage"
MOST_CHALLENGES = 10_000  # that wait for an answer; the oldest are dropped


class Passkey(NamedTuple):
    id: str
    name: str
    added_ms: int
    used_ms: int | None


class Site(NamedTuple):
    """For whom a passkey is: the name of the server, and the origin of its page."""

    name: str
    origin: str


def site_of(request: Request) -> Site:
    """The middleware has checked both headers. Raises if browsers offer no passkeys under this name."""
    host = request.headers.get("host", "")
    name = name_of(host)
    is_secure = request.url.scheme == "https" or name == "localhost" or name.endswith(".localhost")
    if not is_available() or is_address(name) or not is_secure:
        raise PasskeysUnavailable("passkeys.unavailable")
    return Site(name, request.headers.get("origin", f"{request.url.scheme}://{host}"))


def is_available() -> bool:
    """Whether the host has installed what passkeys need."""
    return find_spec("webauthn") is not None


class Passkeys:
    """Passkeys and challenges, in the database. Public keys and hashes only: nothing there can sign in."""

    def __init__(self, database: Database, now: Now) -> None:
        self._database = database
        self._now = now

    async def invite(self, identity: str, called: str, site: Site) -> dict[str, Any]:
        """What a browser needs to make a passkey for this person."""
        import webauthn
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        known = select(PASSKEYS.c.credential).where(PASSKEYS.c.identity == identity)
        ids = await self._database.read(lambda connection: list(connection.execute(known).scalars()))
        options = webauthn.generate_registration_options(
            rp_id=site.name,
            rp_name=SERVER_NAME,
            user_id=hashlib.sha256(identity.encode()).digest(),  # the id itself is nobody else's business
            user_name=called,
            user_display_name=called,
            challenge=await self._challenge(ADD, identity),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=bytes.fromhex(each)) for each in ids],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
        return dict(json.loads(webauthn.options_to_json(options)))

    async def add(self, identity: str, credential: dict[str, Any], name: str, site: Site) -> None:
        """Take up a passkey that a browser has made."""
        import webauthn
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = await self._answered(credential, ADD, identity)
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):
            raise WrongPasskey("passkeys.wrong") from None
        row: dict[str, Any] = {"id": _id(made.credential_id), "identity": identity, "name": name}
        row |= {"credential": made.credential_id.hex(), "public_key": made.credential_public_key.hex()}
        row |= {"sign_count": made.sign_count, "added_ms": self._now(), "used_ms": None}
        count = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.identity == identity)
        taken = select(PASSKEYS.c.id).where(PASSKEYS.c.id == row["id"])

        def work(connection: Connection) -> None:
            if connection.execute(taken).first() is not None:
                raise WrongPasskey("passkeys.wrong")
            if connection.execute(count).scalar_one() >= MOST:
                raise TooManyPasskeys("passkeys.many", most=MOST)
            connection.execute(insert(PASSKEYS), row)

        await self._database.write(work)

    async def ask(self, site: Site) -> dict[str, Any]:
        """What a browser needs to sign in with any passkey for this server."""
        import webauthn
        from webauthn.helpers.structs import UserVerificationRequirement

        options = webauthn.generate_authentication_options(
            rp_id=site.name,
            challenge=await self._challenge(ENTER, ""),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return dict(json.loads(webauthn.options_to_json(options)))

    async def enter(self, credential: dict[str, Any], site: Site) -> tuple[str, str]:
        """Sign in: a secret for this device, and the identity it belongs to."""
        import webauthn
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = await self._answered(credential, ENTER, "")
        try:
            key = _id(base64url_to_bytes(str(credential["rawId"])))
        except (ValueError, KeyError):
            raise WrongPasskey("passkeys.wrong") from None
        query = select(PASSKEYS).where(PASSKEYS.c.id == key)
        known = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if known is None:
            raise WrongPasskey("passkeys.unknown")
        try:
            proof = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=bytes.fromhex(known.public_key),
                credential_current_sign_count=known.sign_count,
                require_user_verification=True,
            )
        except (WebAuthnException, ValueError, TypeError, KeyError):  # also a count that does not go up: a copy
            raise WrongPasskey("passkeys.wrong") from None
        token, now_ms = secret.new(), self._now()
        change = update(PASSKEYS).where(PASSKEYS.c.id == key, PASSKEYS.c.sign_count == known.sign_count)
        change = change.values(sign_count=proof.new_sign_count, used_ms=now_ms)
        device = {"hash": secret.hashed(token), "identity": known.identity, "added_ms": now_ms}

        def work(connection: Connection) -> bool:
            if connection.execute(change).rowcount != 1:  # deleted, or used by another at this moment
                return False
            connection.execute(insert(DEVICES), device)
            return True

        if not await self._database.write(work):
            raise WrongPasskey("passkeys.wrong")
        return token, str(known.identity)

    async def mine(self, identity: str) -> list[Passkey]:
        query = select(PASSKEYS.c.id, PASSKEYS.c.name, PASSKEYS.c.added_ms, PASSKEYS.c.used_ms)
        query = query.where(PASSKEYS.c.identity == identity).order_by(PASSKEYS.c.added_ms)
        return await self._database.read(lambda connection: [Passkey(*row) for row in connection.execute(query)])

    async def rename(self, identity: str, passkey: str, name: str) -> None:
        change = update(PASSKEYS).where(PASSKEYS.c.identity == identity, PASSKEYS.c.id == passkey).values(name=name)
        if not await self._database.write(lambda connection: connection.execute(change).rowcount):
            raise UnknownPasskey("passkeys.not_yours")

    async def drop(self, identity: str, passkey: str) -> None:
        """It no longer signs in. Devices that used it stay this person's."""
        change = delete(PASSKEYS).where(PASSKEYS.c.identity == identity, PASSKEYS.c.id == passkey)
        if not await self._database.write(lambda connection: connection.execute(change).rowcount):
            raise UnknownPasskey("passkeys.not_yours")

    async def _challenge(self, purpose: str, identity: str) -> bytes:
        text, now_ms = secret.new(), self._now()
        row = {"hash": secret.hashed(text), "purpose": purpose, "identity": identity}
        until = PASSKEY_CHALLENGES.c.until_ms

        def work(connection: Connection) -> None:
            connection.execute(delete(PASSKEY_CHALLENGES).where(until < now_ms))
            oldest = select(until).order_by(until.desc()).offset(MOST_CHALLENGES).limit(1)
            if (full := connection.execute(oldest).scalar_one_or_none()) is not None:
                connection.execute(delete(PASSKEY_CHALLENGES).where(until <= full))
            connection.execute(insert(PASSKEY_CHALLENGES), {**row, "until_ms": now_ms + CHALLENGE_MINUTES * 60_000})

        await self._database.write(work)
        return text.encode()

    async def _answered(self, credential: dict[str, Any], purpose: str, identity: str) -> bytes:
        """The challenge that this credential answers; it works once, and for a short time."""
        from webauthn.helpers import base64url_to_bytes

        try:
            client = json.loads(base64url_to_bytes(str(credential["response"]["clientDataJSON"])))
            challenge = base64url_to_bytes(str(client["challenge"]))
            key = secret.hashed(challenge.decode())
        except (KeyError, TypeError, ValueError, RecursionError):
            raise WrongPasskey("passkeys.wrong") from None
        this = delete(PASSKEY_CHALLENGES).where(
            PASSKEY_CHALLENGES.c.hash == key,
            PASSKEY_CHALLENGES.c.purpose == purpose,
            PASSKEY_CHALLENGES.c.identity == identity,
            PASSKEY_CHALLENGES.c.until_ms >= self._now(),
        )
        if not await self._database.write(lambda connection: connection.execute(this).rowcount):
            raise WrongPasskey("passkeys.expired")
        return challenge


def _id(credential: bytes) -> str:
    return hashlib.sha256(credential).hexdigest()
