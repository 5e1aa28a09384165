"""The WebSocket protocol of the server: uvicorn's, but only large messages are compressed."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame

LEAST_COMPRESSED_BYTES = 4096  # most updates are smaller; compressing them would take longer than sending them
SETTINGS = {"level": 1, "memLevel": 8}


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
    """One connection."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.conn.available_extensions = [LargeMessagesFactory()]
