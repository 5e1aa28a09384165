"""Files that are written whole or not at all: training may be killed at any point."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from cabotage.training.errors import TrainingError


def write_file(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let this function write a new file, which then replaces the old one."""
    draft = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise TrainingError("refused.folder", path=path, reason=error.strerror or error) from None


def write_json(path: Path, content: object) -> None:
    """Write it as JSON that people can read."""
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    write_file(path, lambda file: file.write(text.encode()))


def read_json(path: Path) -> Any:
    """Its content; None if there is no such file."""
    try:
        return json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise TrainingError("refused.damaged", path=path, reason=error) from None
