"""The games in OpenSpiel: `register()`, then `pyspiel.load_game("cabotage_calypso(players=3)")`.

Install it with `cabotage[openspiel]`.
"""

from __future__ import annotations

import pyspiel

from cabotage.games import GAMES
from cabotage.research.openspiel.game import class_of, name_of, type_of

__all__ = ["name_of", "register"]


def register() -> None:
    """Register all games; does nothing the second time."""
    known = set(pyspiel.registered_names())
    for game in GAMES.values():
        if name_of(game.id) not in known:
            pyspiel.register_game(type_of(game), class_of(game.id))
