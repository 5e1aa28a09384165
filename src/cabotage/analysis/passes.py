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
LEAST = Effort(2, 2, 2)  # when the time is over: something exact for every event, however rough
QUICK_SHARE = 0.5  # of the time, at most, for the quick pass


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
    """A quick pass over all events, then a thorough look at as many as the time allows, the most needed first.

    The time starts after compilation. Its end is kept: an event that is not judged more thoroughly by then keeps what
    the quick pass found.
    """
    judge = Judge(record, seed)
    judge.warm()
    began = time.monotonic()
    count = len(judge.steps)
    quick, end = Effort(), began + seconds
    found = _judge_all(judge, range(count), quick, threads, began + QUICK_SHARE * seconds, _half(progress, 0))
    missing = [at for at in range(count) if at not in found]
    found |= _judge_all(judge, missing, LEAST, threads, None, None)
    judged = [found[at] for at in range(count)]
    factor = (end - time.monotonic()) / max(0.05, time.monotonic() - began)
    if missing or factor < 2:
        return add_up(record, LEAST if missing else quick, judged)
    thorough = quick.times(factor)
    better = _judge_all(judge, refinement(judged, record.game), thorough, threads, end, _half(progress, 1))
    return add_up(record, thorough, [better.get(at, judged[at]) for at in range(count)])


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
