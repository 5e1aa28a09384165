"""The other side of program bots: `serve(MyBot)` makes a script a program bot.

The same loop runs classes that are named as `module:Class`, in a process of their own (`main`).
"""

from __future__ import annotations

import json
import os
import sys
from base64 import b64decode
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import IO, Any

from cabotage.bots.bot import Bot
from cabotage.bots.confinement import Confinement
from cabotage.bots.program_bot import PROTOCOL
from cabotage.core.box import Box
from cabotage.core.compiling import keep_nothing
from cabotage.core.contract import View
from cabotage.core.information import InformationState
from cabotage.games import find

Message = dict[str, Any]

MAIN = "__cabotage_bot__"  # the name of a script that has a bot: `if __name__ == "__main__"` is false in it


def serve(kind: type[Bot]) -> None:
    """Play as a program bot until Cabotage says bye. What the bot prints goes to standard error."""
    questions, answers = _streams()
    hello = _next(questions)
    if hello is not None:
        _play(kind, _box(hello), hello, questions, answers)


def main() -> None:
    """Serve the class that `hello` names. Nothing of the bot runs before this process is confined."""
    questions, answers = _streams()
    hello = _next(questions)
    if hello is None:
        return
    box, confinement = _box(hello), Confinement(**hello["confinement"])
    _load(box, is_all=confinement.user is not None)
    _confine(confinement)
    sys.path[:] = hello["path"]
    _play(_class(hello["bot"]), box, hello, questions, answers)


def _play(kind: type[Bot], box: Box, hello: Message, questions: IO[str], answers: IO[str]) -> None:
    """Answer until the end. `begin`, which only our own arena sends, asks for a new object for another game."""
    bot: Bot | None = None
    message: Message | None = hello
    while message is not None and message["message"] != "bye":
        answer: Message | None = None
        if message["message"] in ("hello", "begin"):
            if bot is not None:
                bot.close()
            bot = kind(box, message.get("seed"))
            ready = {"message": "ready", "protocol": PROTOCOL, "name": kind.__name__}
            answer = ready | {"wants_history": bool(bot.wants_history)}
        elif message["message"] == "choose" and bot is not None:
            answer = {"choose": _chosen(bot, box, message)}
        if answer is not None:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()
        message = _next(questions)
    if bot is not None:
        bot.close()


def _chosen(bot: Bot, box: Box, message: Message) -> int | str:
    """The bot's choice: a number, or a notation."""
    if "history" in message:
        bot.history = _history(box, message["history"])
    view = View(box.restored(b64decode(message["bytes"]))) if "bytes" in message else box.view_from(message["view"])
    chosen: Any = bot.choose(view, message["seat"])
    return chosen if isinstance(chosen, str) else int(chosen)


def _history(box: Box, written: Message) -> InformationState:
    first, last = b64decode(written["first"]), b64decode(written["last"])
    actors, seen = tuple(written["actors"]), tuple(written["seen"])
    return InformationState(box, box.stamp, written["viewer"], first, actors, seen, last)


def _box(hello: Message) -> Box:
    return Box(find(hello["game"]), hello["seats"], hello["options"])


def _load(box: Box, is_all: bool) -> None:
    """Load compiled code from the cache. A bot may not write there; another user may not even read there."""
    from cabotage.bots import make_bot

    for name in ("random", "greedy", *(["cabin_boy@1"] if is_all else [])):
        make_bot(name, box, seed=0)
    box.start(seed=0).observation(0)
    keep_nothing()


def _confine(confinement: Confinement) -> None:
    if confinement.user is not None:
        os.environ["HOME"] = confinement.writable[0]
    rules = confinement.ruleset()
    confinement.enter(rules)
    if rules >= 0:
        os.close(rules)


def _class(name: str) -> type[Bot]:
    module, _, path = name.partition(":")
    found: object = _script(Path(module)) if module.endswith(".py") else import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise TypeError(f"{name} is not a subclass of cabotage.bots.Bot")
    return found


def _script(path: Path) -> Any:
    spec = spec_from_file_location(MAIN, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python source file")
    sys.path.insert(0, str(path.absolute().parent))
    module = sys.modules[MAIN] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _streams() -> tuple[IO[str], IO[str]]:
    """Questions and answers. Whatever else writes to standard output writes to standard error from now on."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    return os.fdopen(os.dup(0), encoding="ascii"), answers


def _next(questions: IO[str]) -> Message | None:
    """The next message; None at the end."""
    line = questions.readline()
    message: Message | None = json.loads(line) if line else None
    return message
