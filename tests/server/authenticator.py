"""An authenticator in software: makes a passkey and answers challenges, as a phone does."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_VERIFIED, WITH_KEY = 0b0000_0101, 0b0100_0000


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Authenticator:
    """One passkey of one site."""

    def __init__(self, origin: str, name: str) -> None:
        self.origin, self.name = origin, name
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = os.urandom(32)

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer to the options of a new passkey."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + cbor2.dumps(key)
        made = {"fmt": "none", "attStmt": {}, "authData": self._facts(PRESENT_VERIFIED | WITH_KEY) + attested}
        client = self._client("webauthn.create", options["challenge"])
        return self._credential({"clientDataJSON": encoded(client), "attestationObject": encoded(cbor2.dumps(made))})

    def sign(self, options: dict[str, Any], flags: int = PRESENT_VERIFIED) -> dict[str, Any]:
        """Answer to the options of a sign-in."""
        self.count += 1
        facts, client = self._facts(flags), self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(facts + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": encoded(client), "authenticatorData": encoded(facts)}
        return self._credential({**response, "signature": encoded(signature)})

    def _credential(self, response: dict[str, str]) -> dict[str, Any]:
        shown = encoded(self._id)
        return {"id": shown, "rawId": shown, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def _facts(self, flags: int) -> bytes:
        return hashlib.sha256(self.name.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
