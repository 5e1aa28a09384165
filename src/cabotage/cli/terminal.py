"""Lines out and lines in: the same in a terminal, over a pipe and for a screen reader."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable
from textwrap import wrap
from typing import NoReturn

from rich.console import Console
from rich.text import Text


class _Console(Console):
    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


class Terminal:
    """Standard output and input."""

    def __init__(self) -> None:
        self.console = _Console(highlight=False, markup=False, emoji=False)
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._forget: Callable[[], object] | None = None
        if self.is_interactive:
            with contextlib.suppress(ImportError):
                import readline  # arrow keys and history

                self._forget = readline.clear_history

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return shutil.get_terminal_size().lines

    def say(self, sentence: str, style: str = "") -> None:
        """Print a sentence, wrapped between words; a long path stays whole, to be copied."""
        self.console.print(Text("\n".join(self._fit(sentence)), style), soft_wrap=True)

    def show(self, block: str, style: str = "") -> None:
        """Print a drawing: only lines that are too long are wrapped, between words."""
        lines = [part for line in block.split("\n") for part in (self._fit(line) if line.strip() else [""])]
        self.console.print(Text("\n".join(lines), style), soft_wrap=True)

    def _fit(self, line: str) -> list[str]:
        if len(line) <= self.width:
            return [line]
        return wrap(line, self.width, break_long_words=False, break_on_hyphens=False)

    def skip(self) -> None:
        """Print an empty line."""
        self.console.print()

    def ask(self, question: str) -> str:
        """Read one line, stripped. Raises EOFError at the end of the input."""
        sys.stdout.flush()
        line = input(f"{question} ").strip()
        if not sys.stdin.isatty():
            print(line)  # shows in a transcript what a script typed
        return line

    def clear(self) -> None:
        """Clear the screen, its scrollback and the lines typed so far; does nothing over a pipe."""
        if self.is_interactive:
            print("\x1b[2J\x1b[3J\x1b[H", end="", flush=True)
        if self._forget is not None:
            self._forget()
