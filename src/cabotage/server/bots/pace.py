"""When a bot's move comes: so that people can follow, and so that its time does not tell what the bot holds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cabotage.core.schema import Sight

if TYPE_CHECKING:
    from cabotage.core.box import Box

LEAST_STEP_SECONDS = 0.05  # also for hosts who want no pause
HEADROOM = 1.5  # the next thoughts may take longer than the longest so far


class Pace:
    """Where something is hidden, all moves of a kind (game, number of seats, rank) take the same time.

    It is a multiple of the pause, and only grows, when a thought needed more processor time than that. A thought that
    waits long for a process or a busy machine ends at a multiple of it.
    """

    def __init__(self, pause_seconds: float) -> None:
        self._pause_seconds = pause_seconds
        self._step_seconds = pause_seconds or LEAST_STEP_SECONDS
        self._steps: dict[tuple[str, int, str], int] = {}

    def wait_seconds(self, box: Box, rank: str, seconds: float, thought_seconds: float) -> float:
        """How long to wait with a move: after so many seconds, and a thought of so much processor time."""
        if not is_hiding(box):
            return max(0.0, self._pause_seconds - seconds)
        kind = box.game.id, box.seats, rank
        steps = self._steps.get(kind, 1)
        if thought_seconds > steps * self._step_seconds:
            steps = self._steps[kind] = math.ceil(thought_seconds * HEADROOM / self._step_seconds)
        length = steps * self._step_seconds
        return max(1, math.ceil(seconds / length)) * length - seconds


def is_hiding(box: Box) -> bool:
    """Whether some seat knows what another one does not."""
    return any(field.seen.sight is not Sight.ALL for field in box.schema.fields.values())
