"""Speaking with whoever sits at the terminal: lines out, lines in; the same over a pipe or for a screen reader."""

from __future__ import annotations

import contextlib
import shutil
import sys
from textwrap import wrap
from typing import NoReturn

from rich.console import Console
from rich.text import Text


class _Paper(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


class Terminal:
    """Standard output and input."""

    def __init__(self) -> None:
        self.paper = _Paper(highlight=False, markup=False, emoji=False)
        self.is_watched = sys.stdin.isatty() and sys.stdout.isatty()
        if self.is_watched:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and a history while typing)

    @property
    def width(self) -> int:
        return self.paper.width

    @property
    def height(self) -> int:
        return shutil.get_terminal_size().lines

    def say(self, sentence: str, style: str = "") -> None:
        """A sentence, broken between words; a long path stays in one piece, to be copied."""
        self.paper.print(Text("\n".join(self._fit(sentence)), style), soft_wrap=True)

    def show(self, block: str, style: str = "") -> None:
        """Something drawn: its lines stay as they are; only one that is too long is broken, between words."""
        lines = [part for line in block.split("\n") for part in (self._fit(line) if line.strip() else [""])]
        self.paper.print(Text("\n".join(lines), style), soft_wrap=True)

    def _fit(self, line: str) -> list[str]:
        if len(line) <= self.width:
            return [line]
        return wrap(line, self.width, break_long_words=False, break_on_hyphens=False)

    def skip(self) -> None:
        """An empty line."""
        self.paper.print()

    def ask(self, question: str) -> str:
        """One line from the person, without the spaces around it. EOFError if there is nobody any more."""
        sys.stdout.flush()
        line = input(f"{question} ").strip()
        if not sys.stdin.isatty():
            print(line)  # so that what a script typed stands in the transcript
        return line

    def clear(self) -> None:
        """An empty screen, with nothing to scroll back to; over a pipe there is nothing to hide."""
        if self.is_watched:
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
