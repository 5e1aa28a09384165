"""What an observation of Cape Horn holds. The order in which cards were laid is left out; a view has it."""

from __future__ import annotations

from cabotage.core.observation import number, one_hot, seat
from cabotage.games.cape_horn.state import OPEN

OBSERVED = (
    one_hot("phase"),
    seat("turn"),
    number("turns"),
    number("idle"),
    number("stirred"),
    one_hot("ship", count="squares").by_seat(),
    number("points").by_seat(),
    one_hot("roses").by_seat(),
    number("taken").by_seat(),
    one_hot("wind", range(1), count="kinds").first("squares"),
    one_hot("wind", range(OPEN, OPEN + 1)).first("squares").named("open"),
    number("laid"),
    number("laid_now"),
    number("held").by_seat(),
    number("hand").by_seat(),
    number("stock"),
)
