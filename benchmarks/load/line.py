"""The client end of a WebSocket, as cheap as Python allows, so that the server is the limit and not its clients."""

from __future__ import annotations

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED, COMPRESSED = 0x80, 0x80, 0x40
NO_MASK = bytes(4)  # a mask of zeros leaves the text as it is
TAIL = b"\x00\x00\xff\xff"  # left out of every compressed message

Hear = Callable[[bytes], None]


class Line(asyncio.Protocol):
    """One connection. `hear` gets every text; `lost` is called once when the connection ends."""

    def __init__(self, request: bytes, hear: Hear, lost: Callable[[], None]) -> None:
        self._request = request
        self._hear = hear
        self._lost = lost
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._is_open = False
        self.bytes = 0  # received in all, as sent: compressed if they were

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by class
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self._received += data
        if not self._is_open:
            head, found, rest = self._received.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(head.decode(errors="replace"))
            self._is_open, self._received = True, rest
        while (frame := self._next()) is not None:
            self._take(*frame)

    def connection_lost(self, _error: Exception | None) -> None:
        self._lost()

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """One masked frame."""
        assert self._transport is not None
        size = len(text)
        assert size < 1 << 16
        head = (
            bytes((FINAL | kind, MASKED | size))
            if size < 126
            else bytes((FINAL | kind, MASKED | 126, *divmod(size, 256)))
        )
        self._transport.write(head + NO_MASK + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def _next(self) -> tuple[int, bytes] | None:
        """The first byte and the text of the next frame that is complete. No server here splits messages."""
        received = self._received
        if len(received) < 2:
            return None
        size, start = received[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(received) < start:
                return None
            size = int.from_bytes(received[2:start], "big")
        end = start + size
        if len(received) < end:
            return None
        text = bytes(received[start:end])
        first = received[0]
        del received[:end]
        return first, text

    def _take(self, first: int, text: bytes) -> None:
        kind = first & 15
        if kind == PING:
            self.send(text, PONG)
        elif kind == CLOSE:
            self.close()
        elif kind == TEXT:
            self._hear(zlib.decompressobj(-15).decompress(text + TAIL) if first & COMPRESSED else text)


async def connect(
    address: str, headers: dict[str, str], hear: Hear, lost: Callable[[], None], is_compressing: bool = True
) -> Line:
    """Open a connection to a ws:// address; like a browser, it allows compression."""
    parts = urlsplit(address)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    heads = {
        "Host": parts.netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **({"Sec-WebSocket-Extensions": "permessage-deflate"} if is_compressing else {}),
        **headers,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in heads.items()), "", ""]
    request = "\r\n".join(lines).encode()
    assert parts.hostname is not None
    assert parts.port is not None
    _, line = await asyncio.get_running_loop().create_connection(
        lambda: Line(request, hear, lost), parts.hostname, parts.port
    )
    return line
