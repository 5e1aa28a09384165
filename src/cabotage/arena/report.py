"""The report of a tournament: report.json, and a self-contained report.html."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PAGE, FIGURES = "report.html", "report.json"


def write(figures: dict[str, Any], folder: Path, language: str) -> Path:
    """Write both files; return the path of the page."""
    from cabotage.arena.page import page

    folder.mkdir(parents=True, exist_ok=True)
    (folder / FIGURES).write_text(json.dumps(figures, ensure_ascii=False, indent=2) + "\n", "utf-8")
    (folder / PAGE).write_text(page(figures, language), "utf-8")
    return folder / PAGE
