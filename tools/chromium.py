"""Finds the system's Chromium for pictures and browser tests; as root on Debian it is installed if need be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def find() -> str:
    """The path of the program; without one, a sentence says what to install."""
    return (
        _known()
        or _install()
        or sys.exit(
            "Cabotage: no Chromium was found; install it first (on Debian and Ubuntu: apt install chromium), "
            "or have google-chrome on the PATH"
        )
    )


def _known() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _install() -> str | None:
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    print("Cabotage: installing Chromium (once) ...", file=sys.stderr)
    for order in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
        settings = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run([apt, *order], env=settings, stdout=subprocess.DEVNULL, check=False).returncode:
            return None
    return _known()
