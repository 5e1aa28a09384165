"""Games on the machines of a Ray cluster. A game that was lost with its machine is played again, elsewhere."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from socket import create_connection, gethostname
from typing import TYPE_CHECKING, Any, TypeVar

from cabotage.arena.errors import ArenaError
from cabotage.arena.match import Referee, Roster
from cabotage.arena.sources import sources_of
from cabotage.arena.workers import SILENT_SECONDS, open_box, settings_of
from cabotage.core import compiling

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.arena.schedule import Match
    from cabotage.core.box import Box

Result = TypeVar("Result")

AHEAD = 4  # games handed out for each core of the cluster
RETRIES = 10  # of a game whose machine died
ANSWER_SECONDS = 5.0  # for a cluster to accept a connection


def play_on_cluster(
    box: Box, seed: int, matches: Sequence[Match], address: str, is_adjusted: bool = True
) -> Generator[tuple[GameResult, Thinking]]:
    """Play on the cluster at this address; the results come in the order of the schedule.

    Each machine needs the same version of Cabotage and of Python.
    """
    settings, sources = json.dumps(settings_of(box)), sources_of(box, ())
    tasks = ((match.number, (settings, seed, match, sources, is_adjusted)) for match in matches)
    return spread(_play, tasks, address)


def spread(
    call: Callable[..., Result], tasks: Iterable[tuple[int, tuple[Any, ...]]], address: str
) -> Generator[Result]:
    """Call a function once for each task, on the cluster at this address; the results come in the order of the tasks.

    A task is the number of its game, or of its first one, and the arguments.
    """
    ray = _connect(address)
    play = ray.remote(num_cpus=1, max_retries=RETRIES)(call)
    ahead = iter(tasks)
    waiting: deque[Any] = deque()
    try:
        while True:
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(waiting) < most and (task := next(ahead, None)) is not None:
                waiting.append((task[0], play.remote(*task[1])))
            if not waiting:
                return
            number, result = waiting.popleft()
            try:
                yield ray.get(result)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError:
                raise ArenaError("refused.worker", game=number) from None
    finally:
        ray.shutdown()


def _connect(address: str) -> Any:
    """The module `ray`, connected."""
    try:
        import ray
    except ImportError:
        raise ArenaError("refused.no_ray") from None
    try:
        _greet(address)
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise ArenaError("refused.cluster", address=address, reason=str(error).partition("\n")[0]) from None
    return ray


def _greet(address: str) -> None:
    """Raise OSError if nothing answers at host:port: Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        create_connection((host, int(port)), ANSWER_SECONDS).close()


def check_sources(own: str, wanted: str) -> None:
    """Refuse to play with other rules or bots than the machine that asks."""
    if own != wanted:
        raise ArenaError("refused.cluster_sources", host=gethostname())


def _play(
    settings: str, seed: int, match: Match, sources: str, is_adjusted: bool = True
) -> tuple[GameResult, Thinking]:
    """Play one game in a process of the cluster."""
    box, own_sources = _open(settings)
    check_sources(own_sources, sources)
    with Roster(box) as roster:
        return Referee(box, match, seed, roster, is_adjusted).play()


@cache
def _open(settings: str) -> tuple[Box, str]:
    compiling.NOTICE_SECONDS = SILENT_SECONDS
    box = open_box(json.loads(settings))
    return box, sources_of(box, ())
