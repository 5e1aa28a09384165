"""A bot that plays at random and meanwhile tries to learn what it must not know: as a class, and as a program.

It writes what it achieved to a file in CABOTAGE_BOT_FOLDER: True for each attack that succeeded.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PTRACE_ATTACH, PTRACE_DETACH = 16, 17
libc = ctypes.CDLL(None, use_errno=True)


class Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def writable_memory(pid: int) -> tuple[int, int]:
    """Where some memory of a process begins and ends."""
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        span, rights, *_ = line.split()
        if rights.startswith("rw"):
            begin, end = (int(part, 16) for part in span.split("-"))
            return begin, end
    raise OSError("no memory to be seen")


def read_mem(pid: int) -> bool:
    begin, _ = writable_memory(pid)
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        memory.seek(begin)
        return len(memory.read(64)) == 64


def read_memory_by_call(pid: int) -> bool:
    room = ctypes.create_string_buffer(64)
    here, there = Vector(ctypes.addressof(room), 64), Vector(1 << 16, 64)
    if libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) == 64:
        return True
    return ctypes.get_errno() == 14  # a wrong address: but we were allowed to try


def trace(pid: int) -> bool:
    if libc.ptrace(PTRACE_ATTACH, pid, None, None) < 0:
        return False
    os.waitpid(pid, 0)
    libc.ptrace(PTRACE_DETACH, pid, None, None)
    return True


def signal_it(pid: int) -> bool:
    os.kill(pid, signal.SIGCONT)
    return True


def append_to(path: Path) -> bool:
    with path.open("ab"):
        return True


def is_seed(text: bytes, needle: str) -> bool:
    return hashlib.sha256(text).hexdigest() == needle


def seed_on_command_line(pid: int, needle: str) -> bool:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"=", b"\0").split(b"\0")
    return any(is_seed(word, needle) for word in words)


def seed_in_environment(needle: str) -> bool:
    return any(is_seed(value.encode(), needle) for value in os.environ.values())


def seed_in_store(store: Path, needle: str) -> bool:
    return is_seed(str(json.loads((store / "arena.json").read_bytes())["seed"]).encode(), needle)


def other_bots(parent: int) -> list[int]:
    """Other children of our parent."""
    stats = {int(path.name): path / "stat" for path in Path("/proc").glob("[0-9]*")}
    found = []
    for pid, stat in stats.items():
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent and pid != os.getpid():
                found.append(pid)
        except OSError:
            continue
    return found


def achieved(attack: Callable[[], Any]) -> bool:
    try:
        return bool(attack())
    except (OSError, ValueError):
        return False


def attacks(parent: int, store: Path, needle: str) -> dict[str, bool]:
    made: dict[str, Callable[[], Any]] = {
        "seed on a command line": lambda: seed_on_command_line(parent, needle),
        "seed in the environment": lambda: seed_in_environment(needle),
        "seed in the store": lambda: seed_in_store(store, needle),
        "results in the store": lambda: (store / "games.jsonl").read_bytes() is not None,
        "writing to the store": lambda: append_to(store / "games.jsonl"),
        "inherited files": lambda: [fd for fd in os.listdir("/proc/self/fd") if int(fd) > 9],  # noqa: PTH208
        "writing to Cabotage": lambda: append_to(Path(os.environ["SPY_CABOTAGE"])),
        "files of the parent": lambda: [os.readlink(path) for path in Path(f"/proc/{parent}/fd").iterdir()],  # noqa: PTH115
        "environment of the parent": lambda: Path(f"/proc/{parent}/environ").read_bytes(),
        "memory of the parent": lambda: read_mem(parent),
        "memory of the parent by a call": lambda: read_memory_by_call(parent),
        "tracing the parent": lambda: trace(parent),
    }
    others = other_bots(parent)
    if others:
        made |= {
            "memory of another bot": lambda: read_mem(others[0]),
            "memory of another bot by a call": lambda: read_memory_by_call(others[0]),
            "tracing another bot": lambda: trace(others[0]),
            "stopping another bot": lambda: signal_it(others[0]),
        }
    return {name: achieved(attack) for name, attack in made.items()}


def report(kind: str, box: Any = None) -> None:
    """Attack once, and write what was achieved."""
    file = Path(os.environ["CABOTAGE_BOT_FOLDER"]) / f"{kind}.json"
    if file.exists():
        return
    found: dict[str, Any] = attacks(os.getppid(), Path(os.environ["SPY_STORE"]), os.environ["SPY_NEEDLE"])
    if box is not None:
        found["changing the rules"] = achieved(lambda: box.constants.__setitem__("seats", 2) or True)
        found["unlocking the rules"] = achieved(lambda: box.constants.setflags(write=True) or True)
    file.write_text(json.dumps({"user": os.geteuid(), "achieved": [name for name in found if found[name]]}))


if "cabotage" in sys.modules:
    from cabotage.bots.random_bot import RandomBot

    class Spy(RandomBot):
        def choose(self, view: Any, seat: int) -> int:
            report("class", self.box)
            return super().choose(view, seat)


if __name__ == "__main__":
    for line in sys.stdin:
        message = json.loads(line)
        if message["message"] == "hello":
            print('{"message": "ready", "protocol": 1}', flush=True)
        elif message["message"] == "choose":
            report("program")
            print(json.dumps({"choose": message["choices"][0]["number"]}), flush=True)
