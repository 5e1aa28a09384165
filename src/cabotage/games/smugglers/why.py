"""Why a field is closed in Smugglers' Island: the light, a reef, a boat, a good."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cabotage.core.message import message, reason
from cabotage.games.smugglers.actions import HARBOURS, field_names
from cabotage.games.smugglers.scene import is_lit, near
from cabotage.games.smugglers.state import Phase

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
        Phase.REEF: lambda field: None if field < HARBOURS else _occupied(g, field) or message("why.cut_off"),  # SMG-7
        Phase.HARBOUR: lambda field: _occupied(g, field) if field < HARBOURS else None,  # SMG-13
        Phase.LAY: _no_room(box, g),
        Phase.LAY_PUSHED: _no_room(box, g),
        Phase.SAIL: _closed(box, g),
        Phase.SAIL_ON: _closed(box, g),
    }.get(Phase(int(g["phase"])), lambda field: None)
    found = ((field, why(field)) for field in missing)
    return [
        reason(f"field {names[field]}", message("thing.field", field=names[field]), cause)
        for field, cause in found
        if cause is not None
    ]


def _occupied(g: Any, field: int) -> Message | None:
    if field in g["reef"]:
        return message("why.reef")
    if field in g["boat"]:
        return message("why.boat", who={"seat": list(g["boat"]).index(field)})
    return message("why.good") if field in g["at"] else None


def _no_room(box: Box, g: Any) -> Callable[[int], Message | None]:
    """Sea fields next to the boat that was caught, but not free (SMG-32)."""
    seats = [(int(g["turn"]) + k) % box.seats for k in range(box.seats)]
    caught = next((seat for seat in seats if int(g["caught"]) >> seat & 1), seats[0])  # SMG-34
    beside = [field for field in near(box, int(g["boat"][caught])) if field >= HARBOURS]
    return lambda field: _occupied(g, field) if field in beside else None


def _closed(box: Box, g: Any) -> Callable[[int], Message | None]:
    """Fields that the pips would be enough for, if nothing were in the way."""
    start, pips = int(g["boat"][int(g["turn"])]), int(g["pips"])

    def can_enter(field: int, past_boats: bool, past_light: bool) -> bool:
        if field in g["reef"]:
            return False
        return (past_boats or field not in g["boat"]) and (past_light or not is_lit(box, g, field))

    def within(past_boats: bool, past_light: bool) -> set[int]:
        return _within(box, start, pips, lambda field: can_enter(field, past_boats, past_light))

    anyhow = _within(box, start, pips, lambda field: True)
    past_boats, past_light = within(True, False), within(False, True)

    def why(field: int) -> Message | None:
        if field == start or field not in anyhow:
            return None
        if field in g["reef"]:
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
        shore = {other for field in shore for other in near(box, field) if can_enter(other)} - reached
        reached = reached | shore
    return reached
