"""Analyses a whole game: with a fixed effort, or as thoroughly as some time allows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from cabotage.analysis.account import Analysis, add_up
from cabotage.analysis.effort import Effort
from cabotage.analysis.judging import Judge, Judged, refinement

if TYPE_CHECKING:
    from cabotage.core.record import Record

Progress = Callable[[int, int], None]  # done, in all
ROUGH = Effort(2, 1, 0)  # a pass over the longest game takes some seconds: so every event has some values
GOLDEN = 0.618034  # multiples of it, without their whole part, are spread evenly


def analyse(
    record: Record, effort: Effort | None = None, threads: int = 1, seed: int = 0, progress: Progress | None = None
) -> Analysis:
    """Analyse a finished game. The same effort and seed give the same analysis, whatever the number of threads.

    Raises AnalysisError if the game was not played to its end, and RecordError if the record is invalid.
    """
    effort = effort or Effort()
    judge = Judge(record, seed)
    found = _judge_all(judge, range(len(judge.steps)), effort, threads, None, progress)
    return add_up(record, effort, [found[at] for at in range(len(judge.steps))])


def within(
    record: Record, seconds: float, threads: int = 1, seed: int = 0, progress: Progress | None = None
) -> Analysis:
    """A rough pass without judging decisions, then a quick one, then a thorough one, as far as the time allows.

    The time starts after compilation. At its end an event keeps what the last pass found that reached it; only the
    rough pass is always whole. The quick pass takes events evenly from the whole game, the thorough one first those
    whose verdict is open.
    """
    judge = Judge(record, seed)
    judge.warm()
    began = time.monotonic()
    count, effort, end = len(judge.steps), Effort(), began + seconds
    found = _judge_all(judge, range(count), ROUGH, threads, None, None)
    quick_began = time.monotonic()
    spread = sorted(range(count), key=lambda at: at * GOLDEN % 1)
    reached = _judge_all(judge, spread, effort, threads, end, _half(progress, 0))
    found |= reached
    spent = time.monotonic() - quick_began
    factor = (end - time.monotonic()) / max(0.05, spent)
    if len(reached) == count and factor >= 2:
        effort = effort.times(factor)
        wanted = refinement([found[at] for at in range(count)], record.game)
        found |= _judge_all(judge, wanted, effort, threads, end, _half(progress, 1))
    return add_up(record, effort, [found[at] for at in range(count)])


def _half(progress: Progress | None, half: int) -> Progress | None:
    """The progress of one of two passes."""
    return progress and (lambda done, count: progress(half * count + done, 2 * count))


def _judge_all(
    judge: Judge, events: Iterable[int], effort: Effort, threads: int, end: float | None, progress: Progress | None
) -> dict[int, Judged]:
    """Judge these events, in this order, until the time is over."""
    wanted = list(events)
    found: dict[int, Judged] = {}

    def one(at: int) -> Judged | None:
        return None if end is not None and time.monotonic() >= end else judge.judge(at, effort)

    with ThreadPoolExecutor(threads) as pool:
        for done, each in enumerate(pool.map(one, wanted), 1):
            if each is not None:
                found[each.at] = each
            if progress is not None:
                progress(done, len(wanted))
    return found
