"""The registry: one line a game. Everything else discovers games here."""

from cabotage.core.errors import UnknownGame
from cabotage.core.game import Game
from cabotage.games import calypso, cape_horn, captn_clever, smugglers, treasure_boots

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        calypso.GAME,
        captn_clever.GAME,
        smugglers.GAME,
        cape_horn.GAME,
        treasure_boots.GAME,
    )
}  # fmt: skip


def find(name: str) -> Game:
    """The game of this id."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame("game.unknown", name=repr(name), known=", ".join(GAMES)) from None
