"""What runs in a process for hints: judges some events of a finished game, or adds all of them up."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cabotage.analysis.account import _account, _after, _Judged, _Step, _steps, _Workers
from cabotage.analysis.effort import Effort
from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, WIN
from cabotage.core.record import Record

KEPT_GAMES = 4


@dataclass(frozen=True)
class Part:
    """Some events in a row, judged."""

    judged: list[_Judged]
    events: int  # of the whole game
    seconds: float  # of this processor
    longest_seconds: float  # of one event


def judge(text: str, effort: Effort, first: int, seconds: float) -> Part:
    """Judge events from this one on, until so much time has gone; at least one."""
    steps, box = _game(text)
    workers = _workers(text, effort)
    judged: list[_Judged] = []
    began = last = time.process_time()
    longest = 0.0
    for step in steps[first:]:
        judged.append(workers.judge(step))
        now = time.process_time()
        longest, last = max(longest, now - last), now
        if now - began >= seconds:
            break
    return Part(judged, len(steps), last - began, longest)


def add_up(text: str, effort: Effort, judged: list[_Judged]) -> dict[str, Any]:
    """The analysis as JSON, when every event is judged."""
    steps, box = _game(text)
    result = np.array(box.shares(_after(box, steps[-1]))) / WIN
    return _account(Record.parse(text), effort, steps, judged, result).json()


@lru_cache(KEPT_GAMES)
def _game(text: str) -> tuple[list[_Step], Box]:
    return _steps(Record.parse(text))


@lru_cache(2 * KEPT_GAMES)
def _workers(text: str, effort: Effort) -> _Workers:
    """Ready: compiling counts to nobody's time."""
    steps, box = _game(text)
    trial = _Workers(box, Effort(1, 1), 0)
    for step in {step.actor == CHANCE: step for step in steps}.values():  # a draw and a choice
        trial.judge(step)
    return _Workers(box, effort, 0)
