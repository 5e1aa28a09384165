"""The command line as a person or a script meets it: in this process with typed lines, or as a real process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from cabotage.cli import main
from cabotage.cli.menu import Menu

TIME_LIMIT_SECONDS = 120
# Compilation notices vary from run to run.
NOTICE = re.compile(r"^.*: (compiling for this machine|ready after|compilation pour cette|prêt après).*\n", re.M)


@dataclass
class Terminal:
    """Types the given lines, or whatever `answer` says to a question; then the input ends."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]
    questions: list[str] = field(default_factory=list)
    menus: list[Menu] = field(default_factory=list)  # as they were shown
    out: str = ""
    err: str = ""

    def run(self, *arguments: str, typed: Iterable[str] = (), answer: Callable[[str], str] | None = None) -> int:
        lines = iter(typed)

        def reply(question: str = "") -> str:
            self.questions.append(question)
            print(question, end="")
            if answer is not None:
                return answer(question)
            for line in lines:
                return line
            raise EOFError

        def menu(*parts: Any) -> Menu:
            self.menus.append(Menu(*parts))
            return self.menus[-1]

        self.monkeypatch.setattr("builtins.input", reply)
        self.monkeypatch.setattr("cabotage.cli.table.Menu", menu)
        code = main(as_listed(*arguments))
        self.out, self.err = self.capsys.readouterr()
        self.err = NOTICE.sub("", self.err)
        return code

    def first(self, question: str) -> str:
        """An answer to any question: the first choice on the screen, or Enter where there is nothing to choose."""
        return self.menus[-1].offers[0].label if question.endswith("> ") else ""


def as_listed(*arguments: str) -> list[str]:
    """People first, unless the test says otherwise, so that it knows who sits where."""
    is_told = {"--order", "--resume", "--help"} & set(arguments)
    return [*arguments, *(["--order", "listed"] if arguments[:1] == ("play",) and not is_told else [])]


def run_process(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A process of its own, with nothing of the languages around here."""
    quiet = {
        name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
    }
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from cabotage.cli import main; sys.exit(main())", *as_listed(*arguments)],
        input=typed,
        env={**quiet, "LANG": "C.UTF-8", "COLUMNS": "80", "LINES": "24", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=TIME_LIMIT_SECONDS,
        check=False,
    )
    done.stderr = NOTICE.sub("", done.stderr)
    return done
