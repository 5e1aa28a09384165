"""The machine of a benchmark."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import cabotage


def describe_machine() -> dict[str, Any]:
    """Processor, versions, and the commit if this is a working copy."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "numba": _version("numba"),
        "cabotage": cabotage.__version__,
        "commit": _commit(),
    }


def _cpu() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.is_file():
        for line in listing.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    """The commit of the sources, with a + if they were changed since; None outside of a working copy."""
    home = Path(cabotage.__file__).parent
    if not (home.parents[1] / ".git").exists():
        return None
    try:
        commit = _git(home, "rev-parse", "--short=12", "HEAD")
        return commit + ("+" if _git(home, "status", "--porcelain", "--", ".") else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def _git(home: Path, *arguments: str) -> str:
    command = ["git", "-C", str(home), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
