"""What runs in a process for hints: judges some events of a finished game, or adds all of them up."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cabotage.analysis import Effort, Judge, Judged
from cabotage.analysis import add_up as add_all_up
from cabotage.analysis import refinement as refinement_of
from cabotage.analysis.weighing import Weighed
from cabotage.analysis.weighing import weigh as weigh_all
from cabotage.core.record import Record

KEPT_GAMES = 4


@dataclass(frozen=True)
class Part:
    """Some events, judged."""

    judged: list[Judged]
    seconds: float  # of this processor
    longest_seconds: float  # for one event


def judge(text: str, effort: Effort, events: Sequence[int], seconds: float) -> Part:
    """Judge these events of a record until so much time has gone; at least one."""
    judging = _judging(text)
    judged: list[Judged] = []
    began = last = time.process_time()
    longest = 0.0
    for at in events:
        judged.append(judging.judge(at, effort))
        now = time.process_time()
        longest, last = max(longest, now - last), now
        if now - began >= seconds:
            break
    return Part(judged, last - began, longest)


def weigh(text: str, at: int, numbers: Sequence[int]) -> list[Weighed]:
    """These choices of one event and the best others, from what its seat knew."""
    judging = _judging(text)
    step = judging.steps[at]
    view = judging.box.visibility.view(step.before, step.actor)
    return weigh_all(judging.box, view, step.actor, numbers, seed=at)


def refinement(text: str, judged: Sequence[Judged]) -> list[int]:
    """The events that deserve another, more thorough look, the most needed first."""
    return refinement_of(judged, _judging(text).record.game)


def add_up(text: str, effort: Effort, judged: Sequence[Judged]) -> dict[str, Any]:
    """The analysis as JSON, when every event is judged."""
    return add_all_up(_judging(text).record, effort, judged).json()


@lru_cache(KEPT_GAMES)
def _judging(text: str) -> Judge:
    """Ready: compiling counts to nobody's time."""
    judging = Judge(Record.parse(text))
    judging.warm()
    return judging
