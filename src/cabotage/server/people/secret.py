"""Random secrets of cookies, tokens and invitations. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import secrets

LONGEST = 200  # longer texts cannot be secrets
BYTES = 32  # 256 random bits need no slow hash


def new() -> str:
    return secrets.token_urlsafe(BYTES)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
