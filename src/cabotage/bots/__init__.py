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
    raise OptionError("bot.unknown", name=repr(name), known=", ".join(BOTS))
