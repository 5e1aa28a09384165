"""The players: people, then bots, unless they draw lots for their seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.arena.stream import bot_seed
from cabotage.bots import is_foreign, make_bot, split_names, title
from cabotage.cli.errors import UsageError
from cabotage.core.chance import Dice
from cabotage.core.errors import CabotageError
from cabotage.core.lot import draw_lot

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box
    from cabotage.core.words import Words


LOT_NUMBER = 0xFF  # in place of a seat


@dataclass(frozen=True)
class Player:
    """A person or a bot at one seat."""

    seat: int
    name: str
    kind: str = ""  # the name of the bot
    bot: Bot | None = None

    @property
    def is_person(self) -> bool:
        return self.bot is None


def seat_players(
    box: Box,
    people: int,
    names: Sequence[str],
    bots: str,
    seed: int | None,
    words: Words,
    lot: Sequence[int] | None = None,
) -> list[Player]:
    """People at the first seats, bots at the others; or as the lot says: the listed player of each seat."""
    if not 0 <= people <= box.seats:
        raise UsageError(words.say("refused.people", people=people, seats=box.seats))
    if len(names) > people:
        raise UsageError(words.say("refused.names", names=len(names), people=people))
    kinds = split_names(bots)
    places = box.seats - people
    if len(kinds) not in (1, places):
        raise UsageError(words.say("refused.bots", bots=len(kinds), places=places))
    order = range(box.seats) if lot is None else lot
    called = {
        seat: names[listed] if listed < len(names) else words.say("player.person", number=seat + 1)
        for seat, listed in enumerate(order)
        if listed < people
    }
    if len(set(called.values())) < people:
        raise UsageError(words.say("refused.same_names"))
    players: list[Player] = []
    for seat, listed in enumerate(order):
        if seat in called:
            players.append(Player(seat, called[seat]))
            continue
        kind = kinds[(listed - people) % len(kinds)]
        try:
            bot = make_bot(kind, box, seed=None if seed is None else _bot_seed(kind, seed, seat))
        except CabotageError:
            close_bots(players)
            raise
        players.append(Player(seat, words.say("player.bot", number=seat + 1), title(kind, words.language), bot))
    return players


def lot_of(box: Box, seed: int | None) -> list[int]:
    """Which of the listed players sits at each seat."""
    return draw_lot(box.teams, Dice(None if seed is None else _own_seed(seed, LOT_NUMBER)), [])


def close_bots(players: Sequence[Player]) -> None:
    for player in players:
        if player.bot is not None:
            player.bot.close()


def _bot_seed(kind: str, seed: int, seat: int) -> int:
    """The seed of a bot. One that is not ours gets a hash, from which it cannot compute the table's seed."""
    return bot_seed(seed, 0, 0, seat) if is_foreign(kind) else _own_seed(seed, seat)


def _own_seed(seed: int, seat: int) -> int:
    """The seed of a bot, or of the lot: with the table's own seed a bot could predict the dice."""
    return (seed << 8) ^ (0xB07 + seat)
