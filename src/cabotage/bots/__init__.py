"""Opponents. A bot is given views, never states, so it cannot know what its seat may not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.errors import OptionError

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box

BOTS = ("random", "greedy")


def hire(name: str, box: Box, seed: int | None = None) -> Bot:
    """A bot of this name for this box; the same seed makes the same choices."""
    if name == "random":
        from cabotage.bots.aimless import Aimless

        return Aimless(box, seed).ready()
    if name == "greedy":
        from cabotage.bots.greedy import Greedy

        return Greedy(box, seed).ready()
    if name.startswith(("program:", "program@")):
        from cabotage.bots.program import Program

        return Program.named(name, box).ready()
    raise OptionError("bot.unknown", name=repr(name), known=", ".join(BOTS))


def split_names(text: str) -> list[str]:
    """Names of bots, separated by commas; a comma between quotes belongs to a program's command."""
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
