"""Secrets that open doors: told once to whom they belong, kept only as hashes."""

from __future__ import annotations

import hashlib
import secrets

LONGEST = 200  # of what is taken for a secret at all
BYTES = 32  # 256 random bits need no slow hash


def new() -> str:
    return secrets.token_urlsafe(BYTES)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
