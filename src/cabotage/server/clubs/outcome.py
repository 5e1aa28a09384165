"""How a finished table of a club ended, seat by seat. Read from the table's log, and kept so that it is read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from cabotage.tables import Table


class SeatOutcome(TypedDict):
    """One seat. `number` is the member who sat there, `rank` the bot that played it to the end."""

    number: int | None
    rank: str | None
    place: int
    share: float  # of the win; all shares of a game add up to 1
    team: int


class Outcome(TypedDict):
    game: str
    ended_ms: int
    is_cooperative: bool
    seats: list[SeatOutcome]


def outcome(table: Table, numbers: Mapping[str, int]) -> Outcome | None:
    """None unless the table is over, and was played here to its end. `numbers` are those of the members."""
    state = table.state
    score = state.position.score if table.status == "over" and state.opening.kept is None else None
    if score is None:
        return None
    box = state.box
    teams, places = box.game.teams(box.seats, box.options), state.position.places
    return {
        "game": state.opening.game,
        "ended_ms": table.rows[-1].at_ms,
        "is_cooperative": box.is_cooperative,
        "seats": [
            {
                "number": numbers.get(seat.holder or ""),
                "rank": seat.bot,
                "place": places[index],
                "share": float(score[index]),
                "team": teams[index],
            }
            for index, seat in enumerate(state.seats)
        ],
    }
