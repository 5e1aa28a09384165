"""Finds programs of the system for pictures and tests; as root on Debian they are installed if need be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def find(names: tuple[str, ...], package: str) -> str | None:
    """The path of the first of these programs, after installing the package if there is none."""
    return known(names) or (_install(names, package) if can_install() else None)


def known(names: tuple[str, ...]) -> str | None:
    return next(filter(None, map(shutil.which, names)), None)


def can_install() -> bool:
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def _install(names: tuple[str, ...], package: str) -> str | None:
    """Install the package, one process at a time: apt refuses to run twice, and tests run in parallel."""
    import fcntl

    with (Path(tempfile.gettempdir()) / "cabotage-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return known(names) or _run_apt(names, package)


def _run_apt(names: tuple[str, ...], package: str) -> str | None:
    print(f"Cabotage: installing {package} (once) ...", file=sys.stderr)
    for order in (["update", "-qq"], ["install", "-y", "-qq", package]):
        settings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run(["apt-get", *order], env=settings, stdout=subprocess.DEVNULL, check=False).returncode:
            return None
    return known(names)
