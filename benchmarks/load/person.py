"""What people of both servers have in common: they answer an offer at once or after thinking, and count."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.load.line import Line


@dataclass
class Figures:
    """What all people of a run have counted."""

    moves: int = 0
    messages: int = 0
    bytes: int = 0  # of text received, before compression
    games: int = 0
    refusals: int = 0
    latencies: list[float] = field(default_factory=list)  # seconds from a choice to its news
    is_over: bool = False  # all stop

    def clear(self) -> None:
        self.moves = self.messages = self.bytes = self.games = self.refusals = 0
        self.latencies.clear()


class Person:
    """A person at a table. Subclasses read the messages of their server."""

    def __init__(self, figures: Figures, think_seconds: float, dice: random.Random) -> None:
        self.line: Line | None = None
        self.is_over: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # the game, or the connection
        self._figures = figures
        self._think_seconds = think_seconds
        self._dice = dice
        self._sent: float | None = None

    def hear(self, text: bytes) -> None:
        """One message."""
        self._figures.messages += 1
        self._figures.bytes += len(text)

    def stop(self) -> None:
        if not self.is_over.done():
            self.is_over.set_result(None)

    def answer(self, text: Callable[[], bytes]) -> None:
        """Send this after thinking."""
        if self._think_seconds:
            seconds = self._dice.expovariate(1 / self._think_seconds)
            asyncio.get_running_loop().call_later(seconds, lambda: self._send(text()))
        else:
            self._send(text())

    def shown(self) -> None:
        """What was sent has come back as news."""
        if self._sent is not None:
            self._figures.latencies.append(time.perf_counter() - self._sent)
            self._figures.moves += 1
            self._sent = None

    def _send(self, text: bytes) -> None:
        if self.line is not None and not self.is_over.done():
            self._sent = time.perf_counter()
            self.line.send(text)
