"""`cabotage serve`: listen, say where, and stop cleanly."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from platformdirs import user_data_dir

from cabotage.server import journal
from cabotage.server.app import create
from cabotage.server.errors import PortTaken

if TYPE_CHECKING:
    from fastapi import FastAPI

    from cabotage.server.settings import Settings

USUAL_PORT = 8765
GRACE_SECONDS = 3
MOST_SOCKET_BYTES = 1024 * 1024  # larger messages end the connection; smaller ones are refused in a sentence
PING_SECONDS = 20
BACKLOG = 2048


def usual_database() -> str:
    """A file in the user's own folder for data."""
    folder = Path(user_data_dir("cabotage", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on this port; on the usual one, or else on any free one, if none is named."""
    tries = (USUAL_PORT, 0) if port is None else (port,)
    for number in tries:
        with contextlib.suppress(OSError):
            return socket.create_server((host, number), family=_family(host), backlog=BACKLOG)
    raise PortTaken("server.port", host=host, port=tries[-1])


def address(listening: socket.socket) -> str:
    """Where a browser finds it."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{host}:{port}/"


def configuration(app: FastAPI, proxies: str = "") -> uvicorn.Config:
    """How connections are treated."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MOST_SOCKET_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        forwarded_allow_ips=proxies,
    )


def serve(
    settings: Settings, listening: socket.socket, is_ready: Callable[[str], None], log_level: str, proxies: str
) -> None:
    """Until it is told to stop."""
    journal.begin(log_level)
    config = configuration(create(settings), proxies)
    server = Server(config, lambda: is_ready(address(listening)))
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, is_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._is_ready = is_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._is_ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stopping by a signal is no failure, so the signal is not raised again afterwards."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
