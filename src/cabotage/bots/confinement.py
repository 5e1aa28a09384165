"""Keeps bots that are not ours away from secrets: seeds, other processes and files of a tournament.

A bot runs in a process of its own. On Linux

- `shield` closes the memory of the process that starts bots: no other process of the same user can read it;
- a bot runs as another user if we are root, or at least without any capability;
- Landlock hides files such as the folder of a tournament from it, lets it write only into a temporary folder, and keeps
  it from reading or stopping other processes, so also from other bots.

On other systems nothing of this can be enforced. docs/explanation/threat-model.md lists what holds where.
"""

from __future__ import annotations

import ctypes
import os
import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

WRITABLE = "CABOTAGE_BOT_FOLDER"  # an environment variable: a folder in which bots may write, and which stays

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 4, 24, 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on all processors
_RULE_PATH_BENEATH, _RULESET_VERSION = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = (1 << bit for bit in (0, 1, 2, 3, 14))
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}  # by version of Landlock; later ones add none we use
_SCOPES_SINCE, _SCOPES = 6, 3  # no signals to other processes, no abstract sockets of theirs
_CAPABILITY_VERSION, _CAPABILITIES = 0x20080522, 64
_USERS = range(61_184, 65_520)  # of nobody: systemd uses these for short-lived users too
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")
_SHARED_MEMORY = "/dev/shm"
_ARGUMENT_FIELDS = slice(45, 47)  # of /proc/self/stat, after the name: where the command line begins and ends

hidden: set[Path] = set()  # what no bot may read: add a path before a bot is started


@dataclass(frozen=True)
class Confinement:
    """What one bot may do. Made by the process that starts it, entered by its own."""

    hidden: tuple[str, ...]
    writable: tuple[str, ...]
    user: int | None = None  # None: as we are, but without capabilities

    @staticmethod
    def needing(paths: Iterable[str | Path], folder: str) -> Confinement:
        """For a bot that needs these files and has this temporary folder, which is given to its user."""
        lasting = os.environ.get(WRITABLE)
        is_root = sys.platform == "linux" and os.geteuid() == 0
        needed = [sys.prefix, sys.base_prefix, Path(__file__).parent, Path.cwd(), *paths]
        user = random.SystemRandom().choice(_USERS) if is_root and all(map(_is_open, map(Path, needed))) else None
        if user is not None:
            os.chown(folder, user, user)
        return Confinement(tuple(map(str, hidden)), (folder, *([lasting] if lasting else [])), user)

    def written(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def ruleset(self) -> int:
        """A file descriptor with the rules of Landlock; -1 if this system has none."""
        version = landlock_version()
        if not version:
            return -1
        rights = _RIGHTS[min(version, max(_RIGHTS))]
        scopes = _SCOPES if version >= _SCOPES_SINCE else 0
        wanted = (ctypes.c_uint64 * 3)(rights, 0, scopes)
        size = ctypes.sizeof(wanted) if scopes else ctypes.sizeof(ctypes.c_uint64)
        rules = _checked(_libc().syscall(_CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), 0))
        _allow(rules, "/", _READ_DIR)  # names of files, not what is in them
        for path in _all_but([os.path.realpath(path) for path in self.hidden]):
            _allow(rules, path, _READ_FILE | _EXECUTE | _READ_DIR)
        for path in (*_DEVICES, _SHARED_MEMORY, *self.writable):
            _allow(rules, path, rights if Path(path).is_dir() else rights & _FILE_RIGHTS)
        return rules

    def enter(self, rules: int) -> None:
        """Confine this process for good, and all that it starts. It must have one thread only."""
        if sys.platform != "linux":
            return
        libc = _libc()
        _checked(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        if self.user is not None:
            os.setgroups([])
            os.setresgid(self.user, self.user, self.user)
            os.setresuid(self.user, self.user, self.user)
        elif os.geteuid() == 0:
            _drop_capabilities()
        shield()
        if rules >= 0:
            _checked(libc.syscall(_RESTRICT_SELF, rules, 0))


def shield() -> None:
    """Let no other process of this user read the memory, the environment and the files of this one."""
    if sys.platform == "linux":
        _checked(_libc().prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0))


def blank(secret: str) -> None:
    """Overwrite a secret on our command line with stars: anybody can read /proc/PID/cmdline."""
    if sys.platform != "linux":
        return
    with suppress(OSError, ValueError, IndexError):
        fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        begin, end = map(int, fields[_ARGUMENT_FIELDS])
        if 0 < begin < end:
            line = ctypes.string_at(begin, end - begin)
            parts = [b"*" * len(part) if part in _spellings(secret) else part for part in line.split(b"\0")]
            ctypes.memmove(begin, b"\0".join(parts), end - begin)


def can_hide_files() -> bool:
    """Whether bots cannot read what is in `hidden`."""
    return landlock_version() > 0


@cache
def landlock_version() -> int:
    """0 if this system has no Landlock."""
    if sys.platform != "linux":
        return 0
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _RULESET_VERSION)))


def _spellings(secret: str) -> set[bytes]:
    return {secret.encode(), f"--seed={secret}".encode()}


def _all_but(paths: list[str]) -> Iterator[str]:
    """The largest folders, and the files, that contain none of these paths."""

    def within(folder: str) -> Iterator[str]:
        if folder in paths:
            return
        if not any(path.startswith(folder.rstrip("/") + "/") for path in paths):
            yield folder
            return
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_symlink():
                    yield from within(entry.path)

    return within("/")


def _allow(rules: int, path: str, rights: int) -> None:
    """Allow this for a file, or for a folder and all that is in it."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # gone, or not ours to open: then the bot cannot open it either
        return
    try:
        if not Path(path).is_dir():
            rights &= _FILE_RIGHTS
        rule = rights.to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
        _checked(_libc().syscall(_ADD_RULE, rules, _RULE_PATH_BENEATH, rule, 0))
    finally:
        os.close(place)


def _drop_capabilities() -> None:
    """Stay root, but with the rights of an ordinary owner of files."""
    libc = _libc()
    for number in range(_CAPABILITIES):
        libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)  # fails beyond the last one
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _checked(libc.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())))


def _is_open(path: Path) -> bool:
    """Whether every user may read this path."""
    path = Path(os.path.realpath(path))
    try:
        is_readable = path.stat().st_mode & 0o004 != 0
        return is_readable and all(parent.stat().st_mode & 0o001 for parent in path.parents)
    except OSError:
        return False


@cache
def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return int(result)
