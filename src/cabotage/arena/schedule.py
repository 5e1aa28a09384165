"""Who sits where in which game. The games of a round share their draws; each rotation of the line-up is one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice
from typing import overload

from cabotage.arena.errors import ArenaError
from cabotage.bots import known_as, name_of
from cabotage.bots.bot import Bot


@dataclass(frozen=True)
class Match:
    """One game to play."""

    number: int  # from 0, through all rounds
    round: int  # games of one round share their draws
    rotation: int
    seating: tuple[str, ...]  # the bot at each seat


def line_up(bots: Sequence[str | type[Bot]], seats: int) -> tuple[str, ...]:
    """A bot for each seat: the first takes one seat, the others share the rest in turn; a single bot takes all."""
    if isinstance(bots, str) or not all(isinstance(bot, str) or _is_bot(bot) for bot in bots):
        raise ArenaError("refused.names", bots=repr(bots))
    if not bots or not all(bots):
        raise ArenaError("refused.nobody")
    if len(bots) > seats:
        raise ArenaError("refused.crowd", bots=len(bots), seats=seats)
    names = [known_as(name_of(bot)) for bot in bots]
    return tuple(islice(chain(names[:1], cycle(names[1:] or names)), seats))


def _is_bot(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Bot)


def rotations(lined_up: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The line-up shifted by 0, 1, 2 ... seats, without repeated seatings."""
    seats = len(lined_up)
    moved = (tuple(lined_up[(seat - by) % seats] for seat in range(seats)) for by in range(seats))
    return tuple(dict.fromkeys(moved))


class Schedule(Sequence[Match]):
    """The games in order, created on access. A longer schedule starts with the same games."""

    def __init__(self, lined_up: Sequence[str], numbers: range) -> None:
        self._seatings = rotations(lined_up)
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, which: int) -> Match: ...
    @overload
    def __getitem__(self, which: slice) -> Schedule: ...
    def __getitem__(self, which: int | slice) -> Match | Schedule:
        if isinstance(which, slice):
            return Schedule(self._seatings[0], self._numbers[which])
        number = self._numbers[which]
        round_, rotation = divmod(number, len(self._seatings))
        return Match(number, round_, rotation, self._seatings[rotation])


def whole_rounds(games: int, lined_up: Sequence[str]) -> int:
    """The number of rounds with at least this many games: an incomplete round would not be fair."""
    return -(-games // len(rotations(lined_up)))
