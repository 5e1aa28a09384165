"""How far an analysis plays on to value a state, and how far it trusts the result; see tools/calibration.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from cabotage.bots.values import Values
from cabotage.core.contract import Playouts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box


class Trust(NamedTuple):
    """Decisions to play on before a state is estimated; and how much of the result is replaced by equal chances."""

    horizon: int
    doubt: float
    is_learned: bool = False  # whether the game's network estimates it then

    def values(self, box: Box, tries: int) -> Values:
        """Values by so many playouts."""
        return Values(box, Playouts(tries, self.horizon, self.is_learned))


# Playouts of the quick policy to the end are far too sure of themselves in Cape Horn: real players choose otherwise.
# Fitted to 60 games, with seeds that calibration does not use.
TRUST = {"cape_horn": Trust(horizon=12, doubt=0.14)}


def trust_of(box: Box, horizon: int) -> Trust:
    """The measured settings of this game; without any, this horizon and no doubt."""
    return TRUST.get(box.game.id, Trust(horizon, 0.0))


def trusted(shares: NDArray[Any], doubt: float) -> NDArray[Any]:
    """Shares of the win of all seats, moved towards equal chances. Means of such shares are moved alike."""
    return shares if doubt == 0 else (1 - doubt) * shares + doubt * shares.mean()
