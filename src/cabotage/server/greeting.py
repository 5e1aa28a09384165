"""Short preset greetings, and pointing at a part of the board where the game allows it; there is no free chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.server.errors import NotYourSeat, UnknownGreeting
from cabotage.server.language import GREETINGS

if TYPE_CHECKING:
    from cabotage.server.house import House
    from cabotage.server.people import Caller
    from cabotage.tables import Table


def greet(house: House, table: Table, caller: Caller, seat: int, greeting: str) -> None:
    """Tell it to all sockets of the table; it is not kept."""
    if seat < 0 or caller.identity is None:
        raise NotYourSeat("seat.here_too")
    box = table.fold.box
    known = (*GREETINGS, *(gesture["id"] for gesture in box.game.gestures(box)))
    if greeting not in known:
        raise UnknownGreeting("greeting.unknown", known=", ".join(known))
    house.limits.greeting(caller.identity)
    house.hall.tell(table.id, {"type": "greeting", "seat": seat, "greeting": greeting})
