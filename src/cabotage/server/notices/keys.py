"""The keys of this server for Web Push (VAPID, RFC 8292): push services know by them who sends."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cabotage.server.errors import NoticesUnavailable

if TYPE_CHECKING:
    from py_vapid import Vapid02

READABLE_BY_OWNER = 0o600


def create(path: Path) -> None:
    """Write a new private key to a new file that only its owner can read."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, READABLE_BY_OWNER), "wb") as file:
        file.write(vapid.private_pem())


def read(path: str) -> Vapid02:
    """The key in this file."""
    try:
        from py_vapid import Vapid02
    except ImportError:
        raise NoticesUnavailable("notices.no_push") from None
    try:
        return Vapid02.from_pem(Path(path).read_bytes())
    except (OSError, ValueError, TypeError) as error:
        raise NoticesUnavailable("notices.keys", path=path, reason=str(error)) from None


def public(vapid: Vapid02) -> str:
    """The public key as browsers expect it: an uncompressed point in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
