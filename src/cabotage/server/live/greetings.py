"""Short preset greetings, and pointing at a part of the board where the game allows it; there is no free chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.server.errors import NotYourSeat, UnknownGreeting
from cabotage.server.language import GREETINGS

if TYPE_CHECKING:
    from cabotage.server.people.caller import Caller
    from cabotage.server.services import Services
    from cabotage.tables import Table


def greet(services: Services, table: Table, caller: Caller, seat: int, greeting: str) -> None:
    """Send it to all sockets of the table, at all servers; it is not stored."""
    if seat < 0 or caller.identity is None:
        raise NotYourSeat("seat.here_too")
    box = table.state.box
    known = (*GREETINGS, *(gesture["id"] for gesture in box.game.gestures(box)))
    if greeting not in known:
        raise UnknownGreeting("greeting.unknown", known=", ".join(known))
    services.limits.greeting(caller.identity)
    services.presence.greet(table.id, seat, greeting)
