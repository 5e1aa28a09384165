"""Connections: how many there may be, and how long a client may take. Uvicorn has no limits for either."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.protocol import State

from cabotage.server.api.refusal import encoded, error_text
from cabotage.server.errors import Busy, TooMany
from cabotage.server.live.protocol import SocketProtocol
from cabotage.server.middleware.network import network

if TYPE_CHECKING:
    from cabotage.server.settings import Settings

RESERVED_FILES = 200  # for the database, bots and page
LINGER_SECONDS = 0.5  # a connection that is closed at once would lose the refusal
MOST_PIPELINED = 4  # browsers send none; thousands in one packet would hold the event loop
ANYBODY = "*"
TRY_LATER = 1013  # the code of a socket that is closed for lack of room


class Connections:
    """All connections of a process.

    A connection that waits, because the client has not sent a complete request yet, gives way if there are too many:
    of its address, or of all. So idle and half-open connections cannot keep newcomers out. If none waits and the server
    is full, a spectator's socket gives way: the oldest of the address that has the most of them.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.most = settings.connections
        self.refused = 0
        self._most_of_address = settings.connections_per_address if settings.has_limits else settings.connections
        self._proxies = ""
        self._networks: dict[Connection, str | None] = {}  # None: a proxy's, where every client is another person
        self._of_network: Counter[str] = Counter()
        self._waiting: dict[Connection, None] = {}  # the oldest first
        self._waiting_of_network: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        self._sockets: Counter[str] = Counter()
        self._spectators: defaultdict[str, dict[SocketConnection, None]] = defaultdict(dict)  # the oldest first

    def limit(self, proxies: str, most_files: int | None) -> None:
        """Who the trusted proxies are, and how many files the system allows."""
        self._proxies = proxies
        if most_files is not None:
            self.most = max(1, min(self.most, most_files - RESERVED_FILES))

    @property
    def open(self) -> int:
        """Connections, sockets included."""
        return len(self._networks)

    @property
    def waiting(self) -> int:
        """Connections without a complete request: idle or half-open."""
        return len(self._waiting)

    def enter(self, connection: Connection, host: str | None) -> bool:
        """Count a new connection; False if there is no room."""
        key = None if host is None or is_trusted(host, self._proxies) else network(host)
        if key is not None and self._of_network[key] >= self._most_of_address:
            self._close_oldest(self._waiting_of_network.get(key, {}))
        if len(self._networks) >= self.most:
            self._close_oldest(self._waiting)
        if len(self._networks) >= self.most:
            self._close_spectator()
        is_full = len(self._networks) >= self.most
        if is_full or (key is not None and self._of_network[key] >= self._most_of_address):
            self.refused += 1
            return False
        self._networks[connection] = key
        if key is not None:
            self._of_network[key] += 1
        return True

    def leave(self, connection: Connection) -> None:
        """A connection has ended."""
        self.work(connection)
        key = self._networks.pop(connection, None)
        if key is not None:
            self._of_network[key] -= 1
            if not self._of_network[key]:
                del self._of_network[key]

    def wait(self, connection: Connection) -> None:
        """The client has to send something next."""
        self.work(connection)
        if connection in self._networks:
            self._waiting[connection] = None
            if (key := self._networks[connection]) is not None:
                self._waiting_of_network[key][connection] = None

    def work(self, connection: Connection) -> None:
        """The server has to do something next."""
        self._waiting.pop(connection, None)
        key = self._networks.get(connection)
        if key is not None and key in self._waiting_of_network:
            self._waiting_of_network[key].pop(connection, None)
            if not self._waiting_of_network[key]:
                del self._waiting_of_network[key]

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """While a WebSocket is open, also through a proxy. Raises TooMany if its address has too many."""
        key = network(address)
        if self._sockets[key] >= self._most_of_address:
            raise TooMany("request.sockets", most=self._most_of_address)
        self._sockets[key] += 1
        try:
            yield
        finally:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    @contextmanager
    def spectator(self, connection: SocketConnection, address: str) -> Iterator[None]:
        """While a socket belongs to somebody without a seat at its table."""
        key = network(address)
        self._spectators[key][connection] = None
        try:
            yield
        finally:
            self._spectators[key].pop(connection, None)
            if not self._spectators[key]:
                del self._spectators[key]

    def _close_spectator(self) -> None:
        most = max(self._spectators.values(), key=len, default=None)
        if most:
            connection = next(iter(most))
            del most[connection]
            self.leave(connection)
            connection.give_way()

    def _close_oldest(self, waiting: dict[Connection, None]) -> None:
        if waiting:
            connection = next(iter(waiting))
            self.leave(connection)
            connection.transport.abort()


class Configuration(uvicorn.Config):
    """Uvicorn's configuration, and the connections that its protocols count."""

    connections: Connections


class HttpConnection(HttpToolsProtocol):
    """Closed if a request's head or body takes too long, or if the client does not read the response."""

    config: Configuration
    _is_refused = False
    _reading: asyncio.TimerHandle | None = None
    _writing: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._all = self.config.connections
        if not self._all.enter(self, self.client[0] if self.client else None):
            self._is_refused = True
            transport.write(REFUSAL)
            self._expect(LINGER_SECONDS)
            return
        self._expect(self._all.settings.header_seconds)
        self._all.wait(self)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        has_request = bool(self.cycle) and not self.cycle.response_complete
        if self._reading is None and not has_request:
            self._expect(self._all.settings.header_seconds)  # blank lines before a request do not count as one
        super().data_received(data)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            raise ValueError("too many requests before the first was answered")  # ends the parsing, with a 400
        self._expect(self._all.settings.header_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._expect(self._all.settings.body_seconds)
        self._all.work(self)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_reading()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self._all.wait(self)

    def handle_websocket_upgrade(self) -> None:
        self._stop_reading()
        self._all.leave(self)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._writing = self.loop.call_later(self._all.settings.body_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_reading()
        self._stop_writing()
        self._all.leave(self)
        super().connection_lost(exc)

    def _expect(self, seconds: float) -> None:
        self._stop_reading()
        self._reading = self.loop.call_later(seconds, self.transport.abort)

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None


class SocketConnection(SocketProtocol):
    """A WebSocket. Pings end it if the client does not answer."""

    config: Configuration

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.config.connections.enter(self, self.client[0] if self.client else None)

    def give_way(self) -> None:
        """Close it, with a code that lets the client try again later."""
        if self.conn.state is not State.OPEN or not self.is_writable:
            self.transport.abort()
            return
        self.conn.send_close(TRY_LATER)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(self)
        super().connection_lost(exc)


Connection = HttpConnection | SocketConnection


@lru_cache(4096)
def is_trusted(host: str, proxies: str) -> bool:
    """Whether this is one of the proxies: addresses and networks, separated by commas; `*` is anybody."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    for proxy in proxies.split(","):
        if proxy.strip() == ANYBODY:
            return True
        try:
            if address in ip_network(proxy.strip(), strict=False):
                return True
        except ValueError:
            continue
    return False


def _refusal() -> bytes:
    """As HTTP, ready to be sent: there is no request yet that could be answered."""
    body = encoded({"error": error_text(Busy("server.busy"), "en")})
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


REFUSAL = _refusal()
