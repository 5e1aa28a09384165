"""Ctrl-C that is not lost: Python only prints exceptions raised in callbacks of weak references."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

Step = TypeVar("Step")


class Interrupt:
    """A context in which Ctrl-C raises KeyboardInterrupt at once, and again after the next step if that was lost."""

    def __init__(self) -> None:
        self.is_requested = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def after(self, step: Callable[[Step], None]) -> Callable[[Step], None]:
        """The same step, followed by a check for Ctrl-C."""

        def checked(value: Step) -> None:
            step(value)
            if self.is_requested:
                raise KeyboardInterrupt

        return checked

    def _interrupt(self, *_: Any) -> None:
        self.is_requested = True
        raise KeyboardInterrupt
