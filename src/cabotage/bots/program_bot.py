"""A bot that is a program in any language, and speaks JSON lines over standard input and output.

docs/reference/program-bots.md describes the protocol. The program receives only what its seat may know.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from cabotage.bots.bot import Bot
from cabotage.bots.process import Process
from cabotage.core.compiling import compile_notice
from cabotage.core.errors import BotCrashed, BotFailed, BotNotOffered, BotNotStarted, OptionError

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import View

PROTOCOL = 1
DECISION_SECONDS = 5.0
START_SECONDS = 10.0
MOST_SECONDS = 24 * 3600
PREFIX = "program"


class ProgramBot(Bot):
    """`ready` starts the program; `close`, or a failure, ends it."""

    def __init__(
        self, box: Box, command: str, seconds: float = DECISION_SECONDS, start_seconds: float = START_SECONDS
    ) -> None:
        super().__init__(box, seed=0)  # only samples states; they all offer the same
        self.command = command
        self.seconds = seconds
        self.start_seconds = start_seconds
        self.name = ""  # sent by the program
        self._process: Process | None = None
        self._failure: BotFailed | None = None

    @staticmethod
    def named(name: str, box: Box) -> ProgramBot:
        """A bot from `program:COMMAND` or `program@SECONDS:COMMAND`."""
        head, _, command = name.partition(":")
        try:
            seconds = float(head.partition("@")[2]) if "@" in head else DECISION_SECONDS
        except ValueError:
            seconds = 0
        if not command.strip() or not 0 < seconds <= MOST_SECONDS:
            raise OptionError("bot.program_how", most=MOST_SECONDS, name=repr(name))
        return ProgramBot(box, command.strip(), seconds)

    def ready(self) -> Self:
        """Start the program and exchange greetings."""
        if os.name != "posix":
            raise OptionError("bot.no_programs")
        self.box.warm()
        with compile_notice(self.box.game.names, "bot"):
            trial = self.box.start(seed=0)
            self.question(trial.view(trial.to_act), trial.to_act)
        try:
            arguments = shlex.split(self.command)
        except ValueError as error:
            raise BotNotStarted("bot.not_started", command=self.command, reason=error) from None
        self._process = Process(self.command, arguments, _files(arguments))
        self._introduce(self.greeting())
        return self

    def choose(self, view: View, seat: int) -> int:
        """Ask the program; raises a `BotFailed` if it does not give a legal choice in time."""
        question = self.question(view, seat)
        return self._ask(question, question["choices"])

    def close(self) -> None:
        """Send bye; a program that does not exit is killed."""
        if self._process is not None:
            self._process.close(_line({"message": "bye"}) + b"\n")
        self._process = None

    def greeting(self) -> dict[str, Any]:
        """Everything fixed before the first move, except the seed: it would reveal future draws."""
        box = self.box
        return {
            "message": "hello",
            "protocol": PROTOCOL,
            "game": box.game.id,
            "rules_version": box.game.version,
            "seats": box.seats,
            "options": box.written_options,
            "seconds": self.seconds,
        }

    def question(self, view: View, seat: int) -> dict[str, Any]:
        """What the seat sees and may choose, from its view alone."""
        box = self.box
        glance = box.visibility.glance(view)
        words = box.game.words("en")
        choices = []
        for number in map(int, self.offered(self.sample(view, seat))):
            text = box.game.scene.choice(box, glance, number)["text"]
            choices.append({"number": number, "notation": box.texts[number], "text": words.tell(text)})
        return {
            "message": "choose",
            "seat": seat,
            "choices": choices,
            "view": box.schema.written(view),
            "scene": box.game.scene.scene(box, glance, seat),
        }

    def _introduce(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send hello; return the answer."""
        process = self._running()
        try:
            line = process.ask(_line(message), self.start_seconds, "bot.slow_start")
            answer = self._read(process, line)
            if answer.get("message") != "ready" or answer.get("protocol") != PROTOCOL:
                process.garbled("bot.not_ready", line, protocol=PROTOCOL)
        except BotFailed as failure:
            self._fail(failure)
            raise
        self.name = str(answer.get("name", ""))
        return answer

    def _ask(self, question: dict[str, Any], choices: list[dict[str, Any]]) -> int:
        """Send a question; return the number of the choice."""
        process = self._running()
        try:
            return self._chosen(process, process.ask(_line(question), self.seconds, "bot.slow"), choices)
        except BotFailed as failure:
            self._fail(failure)
            raise

    def _running(self) -> Process:
        if self._failure is not None:
            raise self._failure
        if self._process is None:
            raise BotCrashed("bot.closed", command=self.command)
        return self._process

    def _read(self, process: Process, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            process.garbled("bot.not_json", line)
        return answer

    def _chosen(self, process: Process, line: bytes, choices: list[dict[str, Any]]) -> int:
        chosen = self._read(process, line).get("choose")
        if isinstance(chosen, bool) or not isinstance(chosen, (int, str)):
            process.garbled("bot.no_choice", line)
        meant = " ".join(chosen.lower().split()) if isinstance(chosen, str) else chosen
        for choice in choices:
            if meant in (choice["number"], choice["notation"]):
                return int(choice["number"])
        written = repr(chosen if isinstance(chosen, int) else chosen[:80])
        raise process.failure(BotNotOffered, "bot.not_offered", choice=written[:80], count=len(choices))

    def _fail(self, failure: BotFailed) -> None:
        """End the program; every later decision raises the same failure."""
        self._failure = failure
        if self._process is not None:
            self._process.close()
        self._process = None


def _files(arguments: list[str]) -> list[str]:
    """The program, and the files among its arguments, which it will want to read."""
    program = shutil.which(arguments[0]) if arguments else None
    return [*([program] if program else []), *(word for word in arguments[1:] if Path(word).exists())]


def _line(message: dict[str, Any]) -> bytes:
    """ASCII, to avoid problems with encodings."""
    return json.dumps(message, separators=(",", ":")).encode("ascii")
