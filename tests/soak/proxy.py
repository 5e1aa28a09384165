"""A network that can fail: passes bytes on to another address until it is cut; then they wait."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator

START_SECONDS = 10.0


class Proxy:
    """Listens on loopback. The target is a path of a Unix socket, or a port of loopback."""

    def __init__(self, target: str | int) -> None:
        self.port = 0
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._is_open = asyncio.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._has_started = threading.Event()

    @contextlib.contextmanager
    def running(self) -> Iterator[Proxy]:
        self._thread.start()
        assert self._has_started.wait(START_SECONDS)
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(START_SECONDS)

    def cut(self, seconds: float) -> None:
        """No byte passes for so long; connections stay open, and new ones get no answer."""
        self._loop.call_soon_threadsafe(self._is_open.clear)
        time.sleep(seconds)
        self._loop.call_soon_threadsafe(self._is_open.set)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._is_open.set()
        self._has_started.set()
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        server.close()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._is_open.wait()
        if isinstance(self._target, int):
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", self._target)
        else:
            other_reader, other_writer = await asyncio.open_unix_connection(self._target)
        try:
            await asyncio.gather(self._pass(reader, other_writer), self._pass(other_reader, writer))
        finally:
            writer.close()
            other_writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while some := await reader.read(65536):
                await self._is_open.wait()
                writer.write(some)
                await writer.drain()
        writer.close()
