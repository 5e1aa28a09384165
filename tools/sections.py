"""Generated parts of pages, between marks such as `<!-- ladder -->` and `<!-- end of ladder -->`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path


def filled(text: str, mark: str, lines: Iterable[str]) -> str:
    """The text with these lines between the marks."""
    begin, end = f"<!-- {mark} -->\n", f"<!-- end of {mark} -->\n"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return before + begin + "".join(f"{line}\n" for line in lines) + end + after


def update(written: Mapping[Path, str], command: str, is_check: bool) -> int:
    """Write these files, or only compare them; return the exit code."""
    stale = []
    for file, text in written.items():
        if not is_check:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            stale.append(file.name)
    if stale:
        print(f"stale: {', '.join(stale)}; run `python {command}`", file=sys.stderr)
    return 1 if stale else 0


def commit() -> str:
    """The commit that figures are measured with."""
    found = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=True)
    return found.stdout.strip()
