"""Garbage of a running server: young objects are collected, and nothing stops it to look through all of them."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import asyncio, gc, weakref
from cabotage.server import collection

class Ring:
    def __init__(self):
        self.self = self

async def main():
    kept = [Ring() for _ in range(1000)]
    task = collection.settle()
    frozen = gc.get_freeze_count()
    phases = []
    gc.callbacks.append(lambda phase, info: phases.append(info["generation"]) if phase == "start" else None)
    lost = weakref.ref(Ring())
    old = []
    for _ in range(40):
        old += [Ring() for _ in range(10_000)]
        await asyncio.sleep(0)
    print(frozen > 1000, lost() is None, 1 in phases, 2 in phases)
    task.cancel()

asyncio.run(main())
"""


def test_young_garbage_is_collected_and_all_objects_are_not_looked_through() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True", "False"]
