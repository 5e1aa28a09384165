"""What runs in a bot's process: it receives a view, never a table. The process ends when the server does."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot
    from cabotage.bots.evaluation import Evaluation
    from cabotage.core.box import Box
    from cabotage.core.contract import View

SHELF = 64
_thought: set[tuple[str, int, int, str]] = set()  # kinds of thoughts that this process has had


@dataclass(frozen=True)
class Question:
    """Everything that a bot receives."""

    game: str
    rules_version: int
    seats: int
    options: str  # JSON, boards in full
    view: bytes
    seat: int
    seed: int


def prepare(niceness: int) -> None:
    """Start a process: with low priority, ignoring Ctrl-C, ending with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def wake() -> None:
    """Import what every thought needs; it takes a second or two."""
    import cabotage.bots.evaluation
    import cabotage.bots.search_bot  # noqa: F401


def load(game: str, rules_version: int, seats: int, options: str, rank: str) -> None:
    """Build a bot in advance."""
    _bot(game, rules_version, seats, options, rank)


def choose(question: Question, rank: str) -> tuple[int, float]:
    """The number that this bot chooses, and the processor time it took: 0 for the first thought of its kind here.

    That one loads code, and so takes longer than all others.
    """
    box = _box(question.game, question.rules_version, question.seats, question.options)
    bot = _bot(question.game, question.rules_version, question.seats, question.options, rank)
    began = time.thread_time()
    number = int(bot.choose(_view(box, question.view), question.seat))
    seconds = time.thread_time() - began
    kind = question.game, question.rules_version, question.seats, rank
    is_first = kind not in _thought
    _thought.add(kind)
    return number, 0.0 if is_first else seconds


def hint(question: Question, iterations: int) -> Evaluation:
    """Evaluate what this seat sees now; 0 iterations: as many as the admiral's."""
    from cabotage.bots import evaluation
    from cabotage.bots.ranks import best_budget

    box = _box(question.game, question.rules_version, question.seats, question.options)
    budget = best_budget(box, iterations)
    return evaluation.hint(box, _view(box, question.view), question.seat, budget, question.seed)


def chances(question: Question, iterations: int) -> list[float]:
    """Every seat's chances as this viewer can know them."""
    from cabotage.bots.evaluation import evaluate
    from cabotage.bots.ranks import best_budget

    box = _box(question.game, question.rules_version, question.seats, question.options)
    view = _view(box, question.view)
    found = evaluate(box, view, question.seat, best_budget(box, iterations), question.seed)
    return [round(chance.value, 3) for chance in found.chances]


def _view(box: Box, packed: bytes) -> View:
    import numpy as np

    from cabotage.core.contract import View, batch

    view = batch(box.schema.dtype)
    view[:] = np.frombuffer(packed, box.schema.dtype)
    return View(view)


@lru_cache(SHELF)
def _box(game: str, rules_version: int, seats: int, options: str) -> Box:
    from cabotage.core.box import Box
    from cabotage.games import find

    current = find(game)
    return Box(current.at(rules_version) or current, seats, json.loads(options))


@lru_cache(SHELF)
def _bot(game: str, rules_version: int, seats: int, options: str, rank: str) -> Bot:
    from cabotage.bots import make_bot

    return make_bot(rank, _box(game, rules_version, seats, options))


def _end_with_parent() -> Any:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
