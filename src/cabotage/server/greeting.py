"""Short preset greetings; there is no free chat."""

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
    if greeting not in GREETINGS:
        raise UnknownGreeting("greeting.unknown", known=", ".join(GREETINGS))
    house.limits.greeting(caller.identity)
    house.hall.tell(table.id, {"type": "greeting", "seat": seat, "greeting": greeting})
