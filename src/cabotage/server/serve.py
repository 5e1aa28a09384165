"""`cabotage serve`: listen, print the address, and stop cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from platformdirs import user_data_dir

from cabotage.server import collection, logs
from cabotage.server.app import create
from cabotage.server.connections import Configuration, Connections, HttpConnection, SocketConnection
from cabotage.server.errors import NoSuchHost, PortTaken
from cabotage.server.local_network import LocalNetwork

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from fastapi import FastAPI

    from cabotage.server.settings import Settings

USUAL_PORT = 8765
GRACE_SECONDS = 3
MOST_SOCKET_BYTES = 1024 * 1024  # larger messages close the connection; socket.py rejects smaller ones
PING_SECONDS = 20
SWITCH_SECONDS = 0.001  # how long a thread that reads a long story may hold up the event loop
BACKLOG = 2048
NOT_OURS = (
    errno.EADDRNOTAVAIL,
    errno.EAFNOSUPPORT,
)  # an address of another machine, or a family that this one does not have


def usual_database() -> str:
    """An SQLite file in the user's data folder."""
    folder = Path(user_data_dir("cabotage", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on this port. Without one, the usual port, or any free one if it is taken."""
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


def configuration(app: FastAPI, proxies: str = "") -> Configuration:
    """Uvicorn's configuration: which protocols, which timeouts, whose headers to trust."""
    connections: Connections = app.state.connections
    connections.limit(proxies, most_files())
    found = Configuration(
        app,
        http=HttpConnection,
        ws=SocketConnection,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=MOST_SOCKET_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_keep_alive=connections.settings.idle_seconds,  # type: ignore[arg-type]  # seconds may be a fraction
        timeout_graceful_shutdown=GRACE_SECONDS,
        forwarded_allow_ips=proxies,
    )
    found.connections = connections
    return found


def most_files() -> int | None:
    """How many files this process may open: as many as the system lets it, if it does."""
    if resource is None:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):  # some systems do not allow as many as they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return None if soft == resource.RLIM_INFINITY else soft


def serve(
    settings: Settings,
    listening: socket.socket,
    is_ready: Callable[[], None],
    log_level: str,
    proxies: str,
    shared: Path | None = None,
) -> None:
    """Serve until a signal stops it. Raises what keeps it from starting. `shared` is a folder of all workers."""
    logs.begin(log_level)
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create(settings, shared=shared)
    server = Server(configuration(app, proxies), app.state.open, is_ready)
    app.state.local_network = LocalNetwork(settings, listening, server.listen)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


class Server(uvicorn.Server):
    """Calls a function when it is ready, and can listen to more sockets."""

    def __init__(
        self, config: uvicorn.Config, opening: Callable[[], Awaitable[None]], is_ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._open = opening
        self._is_ready = is_ready
        self._collecting: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._open()  # here, because uvicorn would log a traceback
        await super().startup(sockets)
        if self.started:
            self._collecting = collection.settle()
            self._is_ready()

    async def listen(self, listening: socket.socket) -> None:
        """Answer connections to one more socket, until the server stops."""
        loop = asyncio.get_running_loop()

        def connection() -> asyncio.Protocol:
            return HttpConnection(self.config, self.server_state, self.lifespan.state)

        self.servers.append(await loop.create_server(connection, sock=listening, backlog=BACKLOG))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn raises a signal again after stopping; for us, stopping by a signal is not a failure."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
