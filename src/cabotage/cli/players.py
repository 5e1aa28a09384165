"""The players: people first, then bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cabotage.bots import make_bot, split_names, title
from cabotage.cli.errors import UsageError
from cabotage.core.errors import CabotageError

if TYPE_CHECKING:
    from cabotage.bots.bot import Bot
    from cabotage.core.box import Box
    from cabotage.core.words import Words


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
    box: Box, people: int, names: Sequence[str], bots: str, seed: int | None, words: Words
) -> list[Player]:
    """People at the first seats, bots at the others."""
    if not 0 <= people <= box.seats:
        raise UsageError(words.say("refused.people", people=people, seats=box.seats))
    if len(names) > people:
        raise UsageError(words.say("refused.names", names=len(names), people=people))
    kinds = split_names(bots)
    places = box.seats - people
    if len(kinds) not in (1, places):
        raise UsageError(words.say("refused.bots", bots=len(kinds), places=places))
    given = [*names, *(words.say("player.person", number=seat + 1) for seat in range(len(names), people))]
    if len(set(given)) < len(given):
        raise UsageError(words.say("refused.same_names"))
    players = [Player(seat, name) for seat, name in enumerate(given)]
    for place in range(places):
        seat, kind = people + place, kinds[place % len(kinds)]
        try:
            bot = make_bot(kind, box, seed=None if seed is None else _own_seed(seed, seat))
        except CabotageError:
            close_bots(players)
            raise
        players.append(Player(seat, words.say("player.bot", number=seat + 1), title(kind, words.language), bot))
    return players


def close_bots(players: Sequence[Player]) -> None:
    for player in players:
        if player.bot is not None:
            player.bot.close()


def _own_seed(seed: int, seat: int) -> int:
    """The seed of a bot: with the table's own seed it could predict the dice."""
    return (seed << 8) ^ (0xB07 + seat)
