"""Which box each part of the games is played with: one network has to serve all boxes of a game.

Half of the games have the usual number of seats and all defaults, a quarter another number of seats, and a quarter any
options. What is fixed from outside stays fixed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from cabotage.core.box import Box
from cabotage.core.chance import ENTROPY_BITS, repeatable
from cabotage.core.errors import OptionError, SeatsError

if TYPE_CHECKING:
    from cabotage.core.game import Game

USUAL_SEATS = 3  # as in the tournaments that measure strength
KINDS = 4
CHANGED = 0.5  # of the options, where any are drawn
USUAL, ANY = (0, 2), 3  # parts, modulo KINDS; the last has other seats and defaults


def box_of(game: Game, seats: int | None, options: Mapping[str, Any], seed: int, part: int) -> Box:
    """The box of this part of the games; the same for the same seed."""
    random = Random(f"box {seed} {part}")
    if part % KINDS == ANY:
        drawn = {option.name: random.choice(option.values) for option in game.options if random.random() < CHANGED}
        with suppress(OptionError, SeatsError):  # not all options and seats fit together
            return _made(game, seats, {**drawn, **options}, random)
    return _made(game, seats, options, random, is_usual=part % KINDS in USUAL)


def usual_box(game: Game, seats: int | None, options: Mapping[str, Any]) -> Box:
    """The box in which strength is measured."""
    return box_of(game, seats, options, 0, USUAL[0])


def _made(game: Game, seats: int | None, options: Mapping[str, Any], random: Random, *, is_usual: bool = False) -> Box:
    """The box with these options, and any number of seats that they allow, or the usual one."""
    if seats is None:
        allowed = game.seats_for(game.choose(None, options)[1])
        seats = min(max(USUAL_SEATS, allowed[0]), allowed[-1]) if is_usual else random.choice(allowed)
    with repeatable(random.getrandbits(ENTROPY_BITS)):
        return Box(game, seats, options)
