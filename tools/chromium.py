"""The system's Chromium, for pictures and browser tests."""

from __future__ import annotations

import sys

from tools import system

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def find() -> str:
    """The path of the program; without one, a sentence says what to install."""
    return system.find(NAMES, "chromium") or sys.exit(
        "Cabotage: no Chromium was found; install it first (on Debian and Ubuntu: apt install chromium), "
        "or have google-chrome on the PATH"
    )
