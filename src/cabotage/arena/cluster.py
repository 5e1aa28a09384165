"""Games on the machines of a Ray cluster. A game that was lost with its machine is played again, elsewhere."""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Generator, Sequence
from functools import cache
from socket import create_connection, gethostname
from typing import TYPE_CHECKING, Any

from cabotage.arena.errors import ArenaError
from cabotage.arena.match import Referee, Roster
from cabotage.arena.sources import sources_of
from cabotage.arena.workers import SILENT_SECONDS, open_box, settings_of
from cabotage.core import compiling

if TYPE_CHECKING:
    from cabotage.arena.result import GameResult, Thinking
    from cabotage.arena.schedule import Match
    from cabotage.core.box import Box

AHEAD = 4  # games handed out for each core of the cluster
RETRIES = 10  # of a game whose machine died
ANSWER_SECONDS = 5.0  # for a cluster to accept a connection


def play_on_cluster(
    box: Box, seed: int, matches: Sequence[Match], address: str
) -> Generator[tuple[GameResult, Thinking]]:
    """Play on the cluster at this address; the results come in the order of the schedule.

    Each machine needs the same version of Cabotage and of Python.
    """
    ray = _connect(address)
    settings, sources = json.dumps(settings_of(box)), sources_of(box, ())
    play = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
    ahead = iter(matches)
    waiting: deque[Any] = deque()
    try:
        while True:
            most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(waiting) < most and (match := next(ahead, None)) is not None:
                waiting.append((match.number, play.remote(settings, seed, match, sources)))
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


def _play(settings: str, seed: int, match: Match, sources: str) -> tuple[GameResult, Thinking]:
    """Play one game in a process of the cluster."""
    box, own_sources = _open(settings)
    if own_sources != sources:
        raise ArenaError("refused.cluster_sources", host=gethostname())
    with Roster(box) as roster:
        return Referee(box, match, seed, roster).play()


@cache
def _open(settings: str) -> tuple[Box, str]:
    compiling.NOTICE_SECONDS = SILENT_SECONDS
    box = open_box(json.loads(settings))
    return box, sources_of(box, ())
