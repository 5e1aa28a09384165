"""Figures measured on one core; needs nothing but Python, because it runs in the environments of all peers."""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

REPEATS = 7

RANDOM = "random play inside the library"
STEP = "random play, step by step from Python"
COPY = "copies from Python"
LEGAL = "lists of legal actions from Python"
SEARCH = "search"
BATCH = "batches with observations and masks"


def pin() -> None:
    """Keep this process, and the threads it will start, on the last core; before any library is imported."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measured(what: str, game: str, work: Callable[[], float], seconds: float) -> dict[str, Any]:
    """How many units of work a second of this core does: the median of some repeats, and how far they are apart.

    `work` returns how many units it has done. Time is that of the processor, so waiting for others does not count.
    """
    work()  # compiles
    rates = []
    for _ in range(REPEATS):
        units, began = 0.0, process_time()
        while (took := process_time() - began) < seconds / REPEATS:
            units += work()
        rates.append(units / took)
    median = statistics.median(rates)
    return {"what": what, "game": game, "median": median, "spread": (max(rates) - min(rates)) / median}


def tell(versions: dict[str, str], figures: list[dict[str, Any]]) -> None:
    """Print the figures for the program that asked for them."""
    json.dump({"versions": versions, "figures": figures}, sys.stdout)
