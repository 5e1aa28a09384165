"""The WebSocket protocol of the server: uvicorn's, but only large messages are compressed, and ASGI can be left out."""

from __future__ import annotations

from collections.abc import Callable
from struct import pack
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

LEAST_COMPRESSED_BYTES = 4096  # most updates are smaller; compressing them would take longer than sending them
SETTINGS = {"level": 1, "memLevel": 8}
TEXT_FRAME = 0x81  # the first byte of a text in one frame
SHORT_BYTES = 126  # shorter texts have their length in the second byte; longer ones have this, and it in two more bytes
LINE = "cabotage.line"  # the extension of the ASGI scope that has the protocol

Hear = Callable[[str | None], None]


class LargeMessagesDeflate(PerMessageDeflate):
    """Small messages are sent as they are, which the extension allows."""

    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if len(frame.data) >= LEAST_COMPRESSED_BYTES else frame


class LargeMessagesFactory(ServerPerMessageDeflateFactory):
    """No connection keeps a compressor between messages: idle sockets need little memory."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            compress_settings=SETTINGS,
        )

    def process_request_params(self, params: Any, accepted_extensions: Any) -> tuple[Any, PerMessageDeflate]:
        accepted, agreed = super().process_request_params(params, accepted_extensions)
        return accepted, LargeMessagesDeflate(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


class SocketProtocol(WebSocketsSansIOProtocol):
    """One connection.

    With ASGI, every message would pass a dozen functions and two tasks, and reading would stop and start again. Whoever
    takes the connection over hears and writes messages directly.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.conn.available_extensions = [LargeMessagesFactory()]

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if (scope := getattr(self, "scope", None)) is not None:
            scope["extensions"][LINE] = self

    def take_over(self, hear: Hear) -> None:
        """From now on `hear` gets every message, and None when the connection ends."""
        waiting, self.queue = self.queue, _Ear(hear)  # type: ignore[assignment]
        if self.read_paused:
            self.transport.resume_reading()
        self.read_paused = True  # so that the base class does not stop reading after every message
        while not waiting.empty():
            self.queue.put_nowait(waiting.get_nowait())

    @property
    def is_writable(self) -> bool:
        """Whether the client keeps up with what is written; otherwise wait for `writable`."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        """Send a message; none after the end of the connection."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        size = len(text)
        if size < LEAST_COMPRESSED_BYTES:  # one frame without a mask; the same as from `conn`, but much faster
            head = bytes((TEXT_FRAME, size)) if size < SHORT_BYTES else pack("!BBH", TEXT_FRAME, SHORT_BYTES, size)
            self.transport.write(head + text)
        else:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))


class _Ear:
    """Takes the place of the queue between the base class and ASGI."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear

    def put_nowait(self, message: Any) -> None:
        if message["type"] != "websocket.receive":
            self._hear(None)
        elif (text := message.get("text")) is not None:
            self._hear(text)
        else:
            self._hear((message.get("bytes") or b"").decode("utf-8", "replace"))
