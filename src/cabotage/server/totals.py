"""The metrics of all workers together: each writes its own into a folder, and the one that is asked adds them up."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.parser import text_string_to_metric_families

KEEP_SECONDS = 5.0  # between two writes; what a worker counts after the last one is lost when it dies
OLD_SECONDS = 20.0  # without a write, a worker is dead: its counts stay, what it holds does not
LEAST = ("_created", "_start_time_seconds", "cabotage_ready", "cabotage_disk_free_bytes")  # not a sum, but the least

Labels = tuple[tuple[str, str], ...]


class Totals:
    """A worker writes before it answers, so a count never falls, whichever worker is asked next."""

    def __init__(self, folder: Path, own: Callable[[], bytes], worker: int | None = None) -> None:
        self._folder = folder
        self._file = folder / str(worker or os.getpid())
        self._own = own

    async def keep(self) -> None:
        """Write again and again, until cancelled."""
        while True:
            await asyncio.to_thread(self._write, self._own())
            await asyncio.sleep(KEEP_SECONDS)

    async def text(self) -> bytes:
        """The metrics of all workers, as Prometheus reads them."""
        return await asyncio.to_thread(self._text, self._own())

    def _write(self, own: bytes) -> None:
        unfinished = self._folder / f".{self._file.name}-{threading.get_ident()}"
        unfinished.write_bytes(own)
        unfinished.replace(self._file)

    def _text(self, own: bytes) -> bytes:
        self._write(own)
        registry = CollectorRegistry()
        registry.register(_Sum(self._texts()))
        return generate_latest(registry)

    def _texts(self) -> list[tuple[str, bool]]:
        """What each worker wrote, and whether it lives."""
        now = time.time()
        files = [file for file in self._folder.iterdir() if not file.name.startswith(".")]
        return [(file.read_text(), now - file.stat().st_mtime < OLD_SECONDS) for file in sorted(files)]


class _Sum:
    """A collector: the same metrics, added up. Values that can fall are those of living workers only."""

    def __init__(self, texts: Iterable[tuple[str, bool]]) -> None:
        self._texts = texts

    def collect(self) -> Iterator[Metric]:
        families: dict[str, Metric] = {}
        values: defaultdict[str, dict[tuple[str, Labels], list[float]]] = defaultdict(dict)
        for text, is_alive in self._texts:
            for family in text_string_to_metric_families(text):
                if not is_alive and family.type == "gauge" and not family.name.endswith("_created"):
                    continue
                families.setdefault(family.name, family)
                for sample in family.samples:
                    key = sample.name, tuple(sorted(sample.labels.items()))
                    values[family.name].setdefault(key, []).append(sample.value)
        for name, family in families.items():
            total = Metric(name, family.documentation, family.type)
            add_up = min if name.endswith(LEAST) else sum
            for (sample_name, labels), found in values[name].items():
                total.add_sample(sample_name, dict(labels), add_up(found))
            yield total
