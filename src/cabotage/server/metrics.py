"""Metrics for Prometheus: requests, moves, commits, bots, connections, memory, health."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily

from cabotage.tables.clock import wall_clock_ms

if TYPE_CHECKING:
    from cabotage.server.connections import Connections

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
GROUPS = (1, 2, 4, 8, 16, 32, 64, 128)


class Metrics:
    """One registry per server, so that tests can start several."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)  # memory, processor time, open files; on Linux
        self._requests = self._counter("requests", "Requests by route and status", "method", "route", "status")
        self._request_seconds = self._histogram("request_seconds", "Time to answer", "method", "route")
        self._moves = self._counter("moves", "Choices that were appended", "game", "by")
        self._move_seconds = self._histogram("move_seconds", "Time from a choice to its durable commit", "game")
        self._commits = self._histogram("commit_seconds", "Time of a durable commit")
        self._groups = self._histogram("commit_appends", "Appends that shared one commit", buckets=GROUPS)
        self._pool_waits = self._histogram("pool_wait_seconds", "Time waited for a connection to the database")
        self._lag = self._histogram("loop_lag_seconds", "How late the event loop was")
        self._thoughts = self._histogram("bot_seconds", "Time of a bot, with waiting for a process", "game", "rank")
        self._queued = self._gauge("queued_thoughts", "Bots and hints that wait for a process")
        self._tables = self._counter("tables_opened", "Tables that were opened", "game")
        self._notices = self._counter("notices", "Notices to people who are away, by way and result", "way", "result")
        self._refusals = self._counter("refusals", "Errors by code", "code")
        self._sockets = self._gauge("sockets", "Open sockets of tables")
        self._connections = self._gauge("connections", "Open connections, sockets included")
        self._waiting = self._gauge("connections_waiting", "Connections without a complete request")
        self._ready = self._gauge("ready", "1 if the last check of /readyz succeeded, else 0")
        self._free = self._gauge("disk_free_bytes", "Room on the disk of an SQLite file")
        self._all_connections: Connections | None = None
        self._count("connections_refused", "Connections refused for lack of room", self._refused_connections)
        self._count("clock_jumps", "Jumps of the wall clock, which tables do not follow", lambda: wall_clock_ms.jumps)

    def count_sockets(self, sockets: Callable[[], int]) -> None:
        """How to count the sockets of tables."""
        self._sockets.set_function(sockets)

    def count_thoughts(self, thoughts: Callable[[], int]) -> None:
        """How to count bots and hints that wait for a process."""
        self._queued.set_function(thoughts)

    def count_connections(self, connections: Connections) -> None:
        """Where connections are counted."""
        self._connections.set_function(lambda: connections.open)
        self._waiting.set_function(lambda: connections.waiting)
        self._all_connections = connections

    def _refused_connections(self) -> int:
        return 0 if self._all_connections is None else self._all_connections.refused

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method, route, status).inc()
        self._request_seconds.labels(method, route).observe(seconds)

    def moved(self, game: str, by: str, seconds: float) -> None:
        """A choice of a person or a bot was appended; so long after it was received, it was durable."""
        self._moves.labels(game, by).inc()
        self._move_seconds.labels(game).observe(seconds)

    def committed(self, appends: int, seconds: float) -> None:
        """One durable commit of so many appends."""
        self._commits.observe(seconds)
        self._groups.observe(appends)

    def pool_waited(self, seconds: float) -> None:
        """Time waited for a connection to the database."""
        self._pool_waits.observe(seconds)

    def lagged(self, seconds: float) -> None:
        """The event loop was so late."""
        self._lag.observe(seconds)

    def thought(self, game: str, rank: str, seconds: float) -> None:
        """A bot has chosen."""
        self._thoughts.labels(game, rank).observe(seconds)

    def opened(self, game: str) -> None:
        """A table was opened."""
        self._tables.labels(game).inc()

    def noticed(self, way: str, result: str) -> None:
        """An attempt to tell somebody that it is their turn."""
        self._notices.labels(way, result).inc()

    def refused(self, code: str) -> None:
        """A request or message was answered with an error."""
        self._refusals.labels(code).inc()

    def checked(self, is_ready: bool, free_bytes: int | None) -> None:
        """The result of a check of readiness."""
        self._ready.set(is_ready)
        if free_bytes is not None:
            self._free.set(free_bytes)

    def text(self) -> bytes:
        """All metrics, as Prometheus reads them."""
        return generate_latest(self._registry)

    def _counter(self, name: str, help_text: str, *labels: str) -> Counter:
        return Counter(f"cabotage_{name}", help_text, labels, registry=self._registry)

    def _count(self, name: str, help_text: str, count: Callable[[], int]) -> None:
        """A counter that somebody else counts."""
        self._registry.register(_Count(f"cabotage_{name}", help_text, count))

    def _gauge(self, name: str, help_text: str) -> Gauge:
        return Gauge(f"cabotage_{name}", help_text, registry=self._registry)

    def _histogram(self, name: str, help_text: str, *labels: str, buckets: tuple[float, ...] = SECONDS) -> Histogram:
        return Histogram(f"cabotage_{name}", help_text, labels, buckets=buckets, registry=self._registry)


class _Count:
    """A collector of one number that only grows."""

    def __init__(self, name: str, help_text: str, count: Callable[[], int]) -> None:
        self._name = name
        self._help_text = help_text
        self._count = count

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily(self._name, self._help_text, self._count())
