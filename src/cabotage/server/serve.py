"""`cabotage serve`: listen, say where, and stop cleanly."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from platformdirs import user_data_dir

from cabotage.server import logs
from cabotage.server.app import create
from cabotage.server.errors import NoSuchHost, PortTaken
from cabotage.server.live.protocol import SocketProtocol

if TYPE_CHECKING:
    from fastapi import FastAPI

    from cabotage.server.settings import Settings

USUAL_PORT = 8765
GRACE_SECONDS = 3
MOST_SOCKET_BYTES = 1024 * 1024  # larger messages end the connection; smaller ones are refused in a sentence
PING_SECONDS = 20
BACKLOG = 2048
NOT_OURS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)  # an address of another machine, or of a kind there is none here


def usual_database() -> str:
    """A file in the user's own folder for data."""
    folder = Path(user_data_dir("cabotage", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on this port; on the usual one, or else on any free one, if none is named."""
    tries = (USUAL_PORT, 0) if port is None else (port,)
    for number in tries:
        try:
            socket.getaddrinfo(host, number, _family(host))
            return socket.create_server((host, number), family=_family(host), backlog=BACKLOG)
        except socket.gaierror:
            raise NoSuchHost("server.host", host=host) from None
        except OSError as error:
            failure = error
    if failure.errno in NOT_OURS:
        raise NoSuchHost("server.host", host=host)
    if failure.errno == errno.EACCES:
        raise PortTaken("server.port_forbidden", port=tries[-1])
    raise PortTaken("server.port", host=host, port=tries[-1])


def configuration(app: FastAPI, proxies: str = "") -> uvicorn.Config:
    """How connections are treated."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws=SocketProtocol,
        ws_max_size=MOST_SOCKET_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        forwarded_allow_ips=proxies,
    )


def serve(
    settings: Settings, listening: socket.socket, is_ready: Callable[[], None], log_level: str, proxies: str
) -> None:
    """Until it is told to stop. What keeps it from starting is raised, to be told in a sentence."""
    logs.begin(log_level)
    app = create(settings)
    server = Server(configuration(app, proxies), app.state.open, is_ready)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(
        self, config: uvicorn.Config, opening: Callable[[], Awaitable[None]], is_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._open = opening
        self._is_ready = is_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._open()  # what uvicorn starts itself fails with a traceback in the log
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
