"""Where the core finds bots by name, without knowing them: the package itself provides them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import View


class Opponent(Protocol):
    """A bot that plays the other seats of one game."""

    def choose(self, view: View, seat: int, /) -> int:
        """One of the actions offered to this seat."""


Maker = Callable[[str, "Box", int], Opponent]  # by name, for a box, with a seed
_makers: list[Maker] = []


def provide(make: Maker) -> None:
    """Let this function make opponents."""
    _makers[:] = [make]


def make_opponent(name: str, box: Box, seed: int) -> Opponent:
    """The bot of this name; raises OptionError if there is none."""
    return _makers[0](name, box, seed)
