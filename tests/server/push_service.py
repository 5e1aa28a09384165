"""A push service on this machine, and a browser that reads what it gets (RFC 8291)."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CREATED = 201


class Browser:
    """Has the keys of one subscription."""

    def __init__(self, service: PushService, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self._service, self._name = service, name
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": f"{service.address}/{name}",
            "keys": {"p256dh": encoded(point), "auth": encoded(self._auth)},
        }

    @property
    def received(self) -> list[dict[str, Any]]:
        """The messages, decrypted."""
        return [self._read(body) for name, _, body in self._service.requests if name == self._name]

    def _read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        message: dict[str, Any] = json.loads(plain)
        return message


class PushService:
    """Keeps every request; answers with the status that was set for a subscription."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[tuple[str, dict[str, str], bytes]] = []  # name, headers, body
        self.statuses: dict[str, int] = {}
        self.is_answering = threading.Event()
        self.is_answering.set()


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


@contextmanager
def push_service() -> Iterator[PushService]:
    """A service until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            name = self.path.removeprefix("/")
            service.requests.append((name, {key.lower(): value for key, value in self.headers.items()}, body))
            service.is_answering.wait()
            self.send_response(service.statuses.get(name, CREATED))
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield service
        finally:
            service.is_answering.set()
            server.shutdown()
            thread.join()
