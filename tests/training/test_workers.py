"""Tasks in processes: in order, ended at any time, and missed if a process dies."""

from __future__ import annotations

import multiprocessing
import os
import time
from contextlib import closing

import pytest

from cabotage.core.errors import SeatsError
from cabotage.training.errors import TrainingError
from cabotage.training.workers import spread

MUCH = 3_000_000  # bytes: more than a pipe holds


def late_first(number: int) -> int:
    if number == 0:
        time.sleep(0.3)
    return number


def much(number: int) -> bytes:
    return bytes(MUCH)


def dies_at_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def refuses_at_three(number: int) -> int:
    if number == 3:
        raise SeatsError("position.not_to_act", seat=number)
    return number


def tasks(count: int) -> list[tuple[int, tuple[int]]]:
    return [(10 * number, (number,)) for number in range(count)]


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    assert list(spread(late_first, tasks(20), workers)) == list(range(20))
    assert list(spread(late_first, [], workers)) == []


def test_processes_can_be_ended_in_the_middle_of_a_message() -> None:
    before = set(multiprocessing.active_children())  # of other tests
    with closing(spread(much, tasks(100), 2)) as results:
        assert len(next(results)) == MUCH
        time.sleep(0.1)
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_dies_is_told_by_the_first_game_of_its_task() -> None:
    before = set(multiprocessing.active_children())
    with pytest.raises(TrainingError, match=r"a worker process died during the part that begins with game 30"):
        list(spread(dies_at_three, tasks(9), 2))
    assert set(multiprocessing.active_children()) <= before


def test_what_a_task_raises_is_raised_here() -> None:
    with pytest.raises(SeatsError):
        list(spread(refuses_at_three, tasks(9), 2))
