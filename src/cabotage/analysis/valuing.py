"""How an analysis values states: where its playouts end, and how far it trusts them; see tools/calibration.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.bots.values import Values
from cabotage.core.contract import Playouts

if TYPE_CHECKING:
    from cabotage.core.box import Box

# Playouts of the quick policy are far too sure of themselves in Cape Horn: real players choose otherwise.
# Fitted to 150 games of sailors, with seeds that calibration does not use.
MEASURED = {"cape_horn": Playouts(1, horizon=12, is_learned=True, confidence=0.5)}


def values_of(box: Box, tries: int, horizon: int) -> Values:
    """Values by so many playouts, with the measured settings of this game; without any, with this horizon."""
    settings = MEASURED.get(box.game.id, Playouts(tries, horizon))
    return Values(box, settings._replace(tries=tries))
