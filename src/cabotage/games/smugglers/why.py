"""Why a field is closed in Smugglers' Island: the light, a reef, a boat, a good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cabotage.core.box import per_box
from cabotage.core.message import message, reason
from cabotage.core.part import fixed
from cabotage.games.smugglers.actions import HARBOURS, field_names
from cabotage.games.smugglers.scene import as_set, lit_fields, neighbours
from cabotage.games.smugglers.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance, Scene
    from cabotage.core.message import Reason


class Cause(NamedTuple):
    """Why a field is closed."""

    key: str
    seat: int | None = None  # whose boat is there


Why = Callable[[int], Cause | None]


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    why, offered = _why(box, glance.fields), {choice.get("field") for choice in choices}
    missing = ((name, why(field)) for field, name in enumerate(field_names(box)) if name not in offered)
    return [_reason(name, cause) for name, cause in missing if cause is not None]


@fixed
def _reason(field: str, cause: Cause) -> Reason:
    who = {} if cause.seat is None else {"who": {"seat": cause.seat}}
    return reason(f"field {field}", message("thing.field", field=field), message(cause.key, **who))


def _why(box: Box, g: Fields) -> Why:
    """What explains why a field is not offered in this phase."""
    match g["phase"]:
        case Phase.REEF:
            return lambda field: None if field < HARBOURS else _occupied(g, field) or Cause("why.cut_off")  # SMG-7
        case Phase.HARBOUR:
            return lambda field: _occupied(g, field) if field < HARBOURS else None  # SMG-13
        case Phase.LAY | Phase.LAY_PUSHED:
            return _no_room(box, g)
        case Phase.SAIL | Phase.SAIL_ON:
            return _closed(box, g)
    return lambda field: None


def _occupied(g: Fields, field: int) -> Cause | None:
    if field in g["reef"]:
        return Cause("why.reef")
    if field in g["boat"]:
        return Cause("why.boat", g["boat"].index(field))
    return Cause("why.good") if field in g["at"] else None


def _no_room(box: Box, g: Fields) -> Why:
    """Sea fields next to the boat that was caught, but not free (SMG-32)."""
    seats = [(g["turn"] + k) % box.seats for k in range(box.seats)]
    caught = next((seat for seat in seats if g["caught"] >> seat & 1), seats[0])  # SMG-34
    beside = [field for field in neighbours(box)[g["boat"][caught]] if field >= HARBOURS]
    return lambda field: _occupied(g, field) if field in beside else None


def _closed(box: Box, g: Fields) -> Why:
    """Fields that the pips would be enough for, if nothing were in the way."""
    start, pips, reefs, boats = g["boat"][g["turn"]], g["pips"], as_set(g["reef"]), as_set(g["boat"])
    lit = lit_fields(box, g)
    anyhow, past_boats = _within(box, start, pips, 0), _within(box, start, pips, reefs | lit)
    through_light = _within(box, start, pips, reefs | boats)

    def why(field: int) -> Cause | None:
        if field == start or not anyhow >> field & 1:
            return None
        if reefs >> field & 1:
            return Cause("why.reef")  # SMG-8
        if lit >> field & 1:
            return Cause("why.lit")  # SMG-37, SMG-38
        if past_boats >> field & 1:
            return Cause("why.behind_boat")  # SMG-41
        return Cause("why.behind_light" if through_light >> field & 1 else "why.way_round")  # SMG-39

    return why


@fixed
def _within(box: Box, start: int, steps: int, closed: int) -> int:
    """The fields within so many steps, without those that are closed; as sets of bits."""
    near = _beside(box)
    reached = edge = 1 << start
    for _ in range(steps):
        found = 0
        while edge:
            lowest = edge & -edge
            found |= near[lowest.bit_length() - 1]
            edge ^= lowest
        edge = found & ~(closed | reached)
        reached |= edge
    return reached


@per_box
def _beside(box: Box) -> list[int]:
    """The neighbours of each field."""
    return [as_set(near) for near in neighbours(box)]
