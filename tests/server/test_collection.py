"""Garbage of a running server: young objects are collected, and nothing stops it to look through older ones."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import asyncio, gc, weakref
most = 0
from cabotage.server import collection

class Ring:
    def __init__(self):
        self.self = self

async def main():
    kept = [Ring() for _ in range(1000)]
    task = collection.settle()
    frozen = gc.get_freeze_count()
    phases = []

    def note(phase, info):
        global most
        if phase == "start":
            phases.append(info["generation"])
            most = max(most, sum(len(gc.get_objects(young)) for young in range(info["generation"] + 1)))

    gc.callbacks.append(note)
    lost = weakref.ref(Ring())
    old = []
    for _ in range(40):
        old += [Ring() for _ in range(10_000)]
        await asyncio.sleep(0)
    print(frozen > 1000, lost() is None, set(phases) == {0}, most)
    task.cancel()

asyncio.run(main())
"""


def test_young_garbage_is_collected_and_older_objects_are_not_looked_through() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    *facts, most = done.stdout.split()
    assert facts == ["True", "True", "True"]
    assert int(most) < 10_000  # objects in one portion: a hundred thousand take a tenth of a second
