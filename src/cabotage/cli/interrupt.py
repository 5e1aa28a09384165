"""Ctrl-C that is not lost: Python only prints what is raised while it cleans up behind a weak reference."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

Step = TypeVar("Step")


class Interrupt:
    """While it is held, Ctrl-C raises KeyboardInterrupt at once, and once more after the next step if that was lost."""

    def __init__(self) -> None:
        self.is_pulled = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._pull)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def after(self, step: Callable[[Step], None]) -> Callable[[Step], None]:
        """The same step, and then a look whether one should stop."""

        def watched(value: Step) -> None:
            step(value)
            if self.is_pulled:
                raise KeyboardInterrupt

        return watched

    def _pull(self, *_: Any) -> None:
        self.is_pulled = True
        raise KeyboardInterrupt
