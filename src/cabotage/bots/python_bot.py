"""A bot that is a class in Python: it runs in a process of its own, like a program, and gets views.

Its name is `module:Class` or `file.py:Class`; the module is imported in the bot's process only.
"""

from __future__ import annotations

import os
import sys
from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cabotage.bots.process import Process
from cabotage.bots.program_bot import DECISION_SECONDS, MOST_SECONDS, ProgramBot
from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box
    from cabotage.core.contract import View
    from cabotage.core.information import InformationState

START_SECONDS = 120.0  # it may import large libraries, and compile a game that was never compiled
SERVING = "from cabotage.bots.serving import main; main()"


class PythonBot(ProgramBot):
    """`ready` starts the process, `begin` makes a new object in it for the next game."""

    def __init__(
        self, box: Box, name: str, seed: int | None, seconds: float, start_seconds: float = START_SECONDS
    ) -> None:
        super().__init__(box, name, seconds, start_seconds)
        self.seed = seed

    @staticmethod
    def named(name: str, box: Box, seed: int | None = None) -> PythonBot:
        """A bot from `module:Class` or `module:Class@SECONDS`."""
        kind, at, written = name.partition("@")
        module, _, class_ = kind.partition(":")
        try:
            seconds = float(written) if at else DECISION_SECONDS
        except ValueError:
            seconds = 0
        is_name = all(part.isidentifier() for part in class_.split("."))
        if not (module.strip() and is_name and 0 < seconds <= MOST_SECONDS):
            raise OptionError("bot.python_how", most=MOST_SECONDS, name=repr(name))
        return PythonBot(box, kind, seed, seconds)

    def ready(self) -> Self:
        """Start the process, and make the first object in it."""
        if os.name != "posix":
            raise OptionError("bot.no_programs")
        self.box.warm()
        source = source_of(self.command)
        arguments = [sys.executable, "-c", SERVING]
        self._process = Process(self.command, arguments, [source] if source else [], confines_itself=True)
        self._greet(self.greeting())
        return self

    def begin(self, seed: int | None) -> Self:
        """Make a new object with this seed, for another game."""
        self.seed = seed
        self._greet({"message": "begin", "seed": seed})
        return self

    @property
    def is_ready(self) -> bool:
        """Whether it has neither failed nor been closed."""
        return self._process is not None and self._failure is None

    def greeting(self) -> dict[str, Any]:
        """As for programs, with what our own process needs. The seed is that of the bot, not of the game."""
        assert self._process is not None
        return super().greeting() | {
            "bot": self.command,
            "path": [str(Path(folder).absolute()) for folder in sys.path],
            "confinement": self._process.confinement.written(),
            "seed": self.seed,
        }

    def question(self, view: View, seat: int) -> dict[str, Any]:
        """The view as bytes: both sides know the schema."""
        question: dict[str, Any] = {"message": "choose", "seat": seat, "bytes": _text(view.tobytes())}
        if self.history is not None:
            question["history"] = written_history(self.history)
        return question

    def choose(self, view: View, seat: int) -> int:
        """Ask the bot; raises a `BotFailed` if it does not give a legal choice in time."""
        offered = self.offered(self.sample(view, seat)).tolist()
        texts = self.box.texts
        return self._ask(
            self.question(view, seat), [{"number": number, "notation": texts[number]} for number in offered]
        )

    def _greet(self, message: dict[str, Any]) -> None:
        answer = self._introduce(message)
        self.wants_history = answer.get("wants_history") is True
        self.history = None


def written_history(history: InformationState) -> dict[str, Any]:
    """An information state as JSON; `cabotage.bots.serving` reads it."""
    return {
        "viewer": history.viewer,
        "first": _text(history.first),
        "actors": history.actors,
        "seen": history.seen,
        "last": _text(history.last),
    }


def name_of_class(bot: type[Bot]) -> str:
    """`module:Class`, or `file.py:Class` if the class is in the script that runs."""
    module, class_ = bot.__module__, bot.__qualname__
    if module == "__main__":
        module = str(getattr(sys.modules["__main__"], "__file__", None) or "")
        if not module.endswith(".py"):
            raise OptionError("bot.interactive", name=class_)
        with_folder = Path(module).absolute()
        module = str(with_folder.relative_to(Path.cwd()) if with_folder.is_relative_to(Path.cwd()) else with_folder)
    if "<locals>" in class_:
        raise OptionError("bot.local", name=class_)
    return f"{module}:{class_}"


def source_of(name: str) -> str | None:
    """The file of a bot, found without running anything of it."""
    module = name.partition(":")[0]
    if module.endswith(".py"):
        return module
    parts = Path(*module.split("."))
    for folder in map(Path, sys.path):
        for file in (folder / parts.with_suffix(".py"), folder / parts / "__init__.py"):
            if file.is_file():
                return str(file)
    return None


def _text(content: bytes) -> str:
    return b64encode(content).decode("ascii")
