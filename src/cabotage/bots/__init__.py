"""Bots. A bot receives views, never states, so it cannot know more than its seat."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.core.errors import OptionError
from cabotage.core.words import LANGUAGES, Words

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot as Bot
    from cabotage.bots.serving import serve as serve
    from cabotage.core.box import Box

WORDS = Path(__file__).with_name("words")
RANKS = ("cabin_boy", "sailor", "mate", "captain", "admiral")
BOTS = (*RANKS, "greedy", "random")
_MORE_NAMES = {"aleatoire": "random", "hasardeux": "random"}  # without the accent; an older name


def __getattr__(name: str) -> Any:
    """`Bot` and `serve`, imported when they are first used: the command line needs only names."""
    if name == "Bot":
        from cabotage.bots.bot import Bot

        return Bot
    if name == "serve":
        from cabotage.bots.serving import serve

        return serve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def make_bot(name: str | type[Bot], box: Box, seed: int | None = None) -> Bot:
    """Make a bot by name for this box; the same seed makes the same choices.

    `captain@2000` is a captain limited to 2,000 iterations for each decision. Names may also be French. A class, or
    `module:Class`, runs in a process of its own.
    """
    name = name_of(name)
    if name.startswith(("program:", "program@")):
        from cabotage.bots.program_bot import ProgramBot

        return ProgramBot.named(name, box).ready()
    if is_foreign(name):
        from cabotage.bots.python_bot import PythonBot

        return PythonBot.named(name, box, seed).ready()
    kind, at, count = known_as(name).partition("@")
    if kind in RANKS:
        from cabotage.bots.ranks import rank_named
        from cabotage.bots.search_bot import SearchBot

        return SearchBot(box, rank_named(kind, count if at else None), seed).ready()
    if kind == "random" and not at:
        from cabotage.bots.random_bot import RandomBot

        return RandomBot(box, seed).ready()
    if kind == "greedy" and not at:
        from cabotage.bots.greedy_bot import GreedyBot

        return GreedyBot(box, seed).ready()
    raise OptionError("bot.unknown", name=repr(name), known=", ".join(BOTS))


def is_foreign(name: str) -> bool:
    """Whether this is not one of our bots: a program, or a class in Python."""
    return ":" in name


def name_of(bot: str | type[Bot]) -> str:
    """The name of a bot; a class is `module:Class`."""
    if isinstance(bot, str):
        return bot
    from cabotage.bots.python_bot import name_of_class

    return name_of_class(bot)


def known_as(name: str) -> str:
    """The canonical name of a bot: `Cabin Boy` is `cabin_boy`. Programs and unknown names stay as they are."""
    kind, at, count = name.partition("@")
    kind = _known_names().get(kind.strip().casefold(), kind)
    if kind in RANKS and count.isascii() and count.isdigit():
        count = count.lstrip("0") or "0"  # `int` refuses thousands of digits
    return kind + at + count


def title(name: str, language: str) -> str:
    """The bot's name for people; programs and unknown bots keep their own."""
    kind, at, count = known_as(name).partition("@")
    words = Words.load(WORDS, language)
    return words.say(f"title.{kind}") + at + count if f"title.{kind}" in words else name


@cache
def _known_names() -> dict[str, str]:
    """Every spelling of a bot's name, with its canonical name."""
    names = {name.replace("_", sign): name for name in BOTS for sign in "_- "}
    return (
        _MORE_NAMES
        | names
        | {Words.load(WORDS, language).say(f"title.{name}"): name for language in LANGUAGES for name in BOTS}
    )


def split_names(text: str) -> list[str]:
    """Split names of bots at commas; a comma between quotes belongs to a program's command."""
    names, quote, is_escaped = [""], "", False
    for letter in text:
        if letter == "," and not quote and not is_escaped:
            names.append("")
            continue
        names[-1] += letter
        if is_escaped or (letter == "\\" and quote != "'"):
            is_escaped = not is_escaped
        elif letter == quote or (letter in "'\"" and not quote):
            quote = "" if quote else letter
    return [name.strip() for name in names]
