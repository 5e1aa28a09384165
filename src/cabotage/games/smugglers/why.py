"""Why a field is closed in Smugglers' Island: the light, a reef, a boat, a good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cabotage.core.message import message, reason
from cabotage.games.smugglers.actions import HARBOURS, field_names
from cabotage.games.smugglers.scene import is_lit
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Scene
    from cabotage.core.message import Message, Reason


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Reason]:
    g = glance[0]
    names = field_names(box)
    offered = {choice.get("field") for choice in choices}
    missing = [field for field in range(len(names)) if names[field] not in offered]
    why: Callable[[int], Message | None] = {
        Phase.REEF: lambda field: _no_reef(g, field),
        Phase.HARBOUR: lambda field: _taken(g, field),
        Phase.LAY: lambda field: _no_room(box, g, field),
        Phase.LAY_PUSHED: lambda field: _no_room(box, g, field),
        Phase.SAIL: _closed(box, g),
        Phase.SAIL_ON: _closed(box, g),
    }.get(Phase(int(g["phase"])), lambda field: None)
    found = ((field, why(field)) for field in missing)
    return [
        reason(f"field {names[field]}", message("thing.field", field=names[field]), cause)
        for field, cause in found
        if cause is not None
    ]


def _no_reef(g: Any, field: int) -> Message | None:
    if field < HARBOURS:
        return None
    return message("why.reef" if _is_reef(g, field) else "why.cut_off")  # SMG-7


def _taken(g: Any, field: int) -> Message | None:
    """SMG-13"""
    seat = _boat(g, field)
    return message("why.boat", who={"seat": seat}) if field < HARBOURS and seat is not None else None


def _no_room(box: Box, g: Any, field: int) -> Message | None:
    """Next to the boat that was caught, but not free (SMG-32)."""
    seats = [(int(g["turn"]) + k) % box.seats for k in range(box.seats)]
    caught = next((seat for seat in seats if int(g["caught"]) >> seat & 1), None)  # SMG-34
    if caught is None or field < HARBOURS or field not in _near(box, int(g["boat"][caught])):
        return None
    if _is_reef(g, field):
        return message("why.reef")
    seat = _boat(g, field)
    if seat is not None:
        return message("why.boat", who={"seat": seat})
    return message("why.good") if field in map(int, g["at"]) else None


def _closed(box: Box, g: Any) -> Callable[[int], Message | None]:
    """Fields that the pips would be enough for, if nothing were in the way."""
    start, pips = int(g["boat"][int(g["turn"])]), int(g["pips"])
    boats = {int(boat) for boat in g["boat"]}

    def can_enter(field: int, past_boats: bool, past_light: bool) -> bool:
        if _is_reef(g, field):
            return False
        return (past_boats or field not in boats) and (past_light or not is_lit(box, g, field))

    def within(past_boats: bool, past_light: bool) -> set[int]:
        return _within(box, start, pips, lambda field: can_enter(field, past_boats, past_light))

    anyhow = _within(box, start, pips, lambda field: True)
    past_boats, past_light = within(True, False), within(False, True)

    def why(field: int) -> Message | None:
        if field == start or field not in anyhow:
            return None
        if _is_reef(g, field):
            return message("why.reef")  # SMG-8
        if is_lit(box, g, field):
            return message("why.lit")  # SMG-37, SMG-38
        if field in past_boats:
            return message("why.behind_boat")  # SMG-41
        return message("why.behind_light" if field in past_light else "why.way_round")  # SMG-39

    return why


def _within(box: Box, start: int, steps: int, can_enter: Callable[[int], bool]) -> set[int]:
    reached = shore = {start}
    for _ in range(steps):
        shore = {near for field in shore for near in _near(box, field) if can_enter(near)} - reached
        reached = reached | shore
    return reached


def _near(box: Box, field: int) -> Iterable[int]:
    return [int(near) for near in box.constants["near"][0, field] if near != NONE]


def _is_reef(g: Any, field: int) -> bool:
    return field in [int(reef) for reef in g["reef"]]


def _boat(g: Any, field: int) -> int | None:
    return next((seat for seat, boat in enumerate(g["boat"]) if boat == field), None)
