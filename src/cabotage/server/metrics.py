"""Metrics for Prometheus: requests, response times, moves, bots, sockets."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """One registry per server, so that tests can start several."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        self._requests = Counter(
            "cabotage_requests", "Requests by route and status", ["method", "route", "status"], registry=registry
        )
        self._request_seconds = Histogram(
            "cabotage_request_seconds", "Time to answer", ["method", "route"], buckets=SECONDS, registry=registry
        )
        self._moves = Counter("cabotage_moves", "Choices that were appended", ["game", "by"], registry=registry)
        self._thoughts = Histogram(
            "cabotage_bot_seconds",
            "Time bots took, waiting for a process included",
            ["game", "rank"],
            buckets=SECONDS,
            registry=registry,
        )
        self._tables = Counter("cabotage_tables_opened", "Tables that were opened", ["game"], registry=registry)
        self._refusals = Counter("cabotage_refusals", "Refusals by code", ["code"], registry=registry)
        self._sockets = Gauge("cabotage_sockets", "Open sockets", registry=registry)

    def count_sockets(self, sockets: Callable[[], int]) -> None:
        self._sockets.set_function(sockets)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, status).inc()
        self._request_seconds.labels(method, route).observe(seconds)

    def moved(self, game: str, by: str) -> None:
        self._moves.labels(game, by).inc()

    def thought(self, game: str, rank: str, seconds: float) -> None:
        self._thoughts.labels(game, rank).observe(seconds)

    def opened(self, game: str) -> None:
        self._tables.labels(game).inc()

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)
