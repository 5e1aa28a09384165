"""What people are lines of Smugglers' Island: the log lines of one event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.smugglers.actions import (
    BEAM,
    CLOCKWISE,
    DICE,
    GO,
    GOOD,
    GOODS,
    HARBOUR,
    HARBOURS,
    KEPT,
    LAY,
    LOAD,
    MOST_NEIGHBOURS,
    PUSH,
    RANDOM_REEF,
    REEF,
    SHOWN,
    STAY,
    WHITE_FACES,
    Yellow,
    field_names,
)
from cabotage.games.smugglers.scene import goods_name, island_name, known_good
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message

SHORE = (Phase.DICE, Phase.TURN, Phase.LAY)  # before the boat on turn is asked where it goes


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """What was done, what the light did, what became of goods, and who has won."""
    b, a = before[0], after[0]
    return [
        *_deed(box, b, number, a),
        *_light(box, b, number, a),
        *_losses(box, b, a),
        *_takings(box, b, a),
        *_deliveries(box, b, a),
        *_rest(b, number, a),
        *_ending(box, a),
    ]


def _deed(box: Box, b: Any, number: int, a: Any) -> list[Message]:
    """The choice or draw itself."""
    names = field_names(box)
    who = {"seat": int(b["turn"])}
    if number == HIDDEN or GOOD <= number < SHOWN:
        return _loading(box, b, number, a)
    if number == KEPT:
        seat = int(b["docking"])
        return [message("story.keeps", who={"seat": seat}, goods=goods_name(int(b["cargo"][seat])))]
    if number == STAY:
        return [message("story.stays", who=who)]
    if number <= LOAD:
        return []
    if number < PUSH:
        return [message("story.goes", who=who, field=names[(number - GO) // 2])]
    if number < LAY:
        field, neighbour = divmod((number - PUSH) // 2, MOST_NEIGHBOURS)
        target = int(box.constants["near"][0, field, neighbour])
        other = {"seat": [int(boat) for boat in b["boat"]].index(field)}
        key = "story.swaps" if target < HARBOURS else "story.pushes"
        return [message(key, who=who, other=other, field=names[field], to=names[target])]
    if REEF <= number < HARBOUR:
        return [message("story.reef", who=who, field=names[number - REEF])]
    if HARBOUR <= number < DICE:
        return [message("story.harbour", who=who, island=island_name(number - HARBOUR))]
    if DICE <= number < GOOD:
        yellow, white = divmod(number - DICE, WHITE_FACES)
        face = {"key": f"yellow.{Yellow(yellow).name.lower()}"}
        return [message("story.rolls", who=who, yellow=face, white=white + 1)]
    if BEAM <= number < RANDOM_REEF:
        sectors = [int(sector) for sector in box.constants["sector"][0, :HARBOURS]]
        return [message("story.beam", island=island_name(sectors.index(number - BEAM)))]
    if number >= RANDOM_REEF:
        return [message("story.random_reef", field=names[number - RANDOM_REEF])]
    return []


def _loading(box: Box, b: Any, number: int, a: Any) -> list[Message]:
    """A good is drawn from a stack, or looked at after it was taken out of the sea."""
    if b["phase"] == Phase.LOOK:
        return [] if number == HIDDEN else [message("story.looks", **_back(box, number - GOOD))]
    seat = int(b["turn"])
    token = int(a["cargo"][seat])
    values = {"who": {"seat": seat}, "goods": goods_name(token)}
    if number == HIDDEN:
        return [message("story.loads", **values)]
    return [message("story.loads_known", **values, **_back(box, number - GOOD))]


def _back(box: Box, good: int) -> dict[str, Any]:
    return {"dest": island_name(int(box.constants["dest"][0, good])), "points": int(box.constants["points"][0, good])}


def _light(box: Box, b: Any, number: int, a: Any) -> list[Message]:
    """How far the beam has swung, and on whom it stopped."""
    if b["beam"] == NONE or a["beam"] == b["beam"]:
        return []
    sectors = int(box.constants["sectors"][0])
    is_clockwise = number == CLOCKWISE or DICE <= number < DICE + Yellow.GREEN_2 * WHITE_FACES
    steps = (int(a["beam"]) - int(b["beam"])) * (1 if is_clockwise else -1) % sectors
    lines = [message("story.clockwise" if is_clockwise else "story.counter_clockwise", steps=steps)]
    lit = int(box.constants["lit"][0, int(a["beam"])])
    for seat in range(box.seats):
        if lit >> int(b["boat"][seat]) & 1:
            is_warned = a["warned"][seat] and not b["warned"][seat]
            key = "story.spots_empty" if b["cargo"][seat] == NONE else "story.warns" if is_warned else "story.spots"
            lines.append(message(key, who={"seat": seat}))
    return lines


def _losses(box: Box, b: Any, a: Any) -> list[Message]:
    """Goods that went overboard; and the boat that was pushed into the light."""
    names = field_names(box)
    lines: list[Message] = []
    for seat in range(box.seats):
        token = int(b["cargo"][seat])
        is_pushed = a["boat"][seat] != b["boat"][seat] and seat != int(b["turn"])
        if is_pushed and token != NONE:
            if a["warned"][seat] and not b["warned"][seat]:
                lines.append(message("story.warns", who={"seat": seat}))
            elif int(box.constants["lit"][0, int(a["beam"])]) >> int(a["boat"][seat]) & 1:
                lines.append(message("story.spots", who={"seat": seat}))
        if token != NONE and a["at"][token] not in (NONE, a["boat"][seat]):
            field = names[int(a["at"][token])]
            lines.append(message("story.overboard", who={"seat": seat}, goods=goods_name(token), field=field))
    return lines


def _takings(box: Box, b: Any, a: Any) -> list[Message]:
    """A good fished out of the sea, perhaps for another one."""
    seat = int(b["turn"])
    left, taken = int(b["cargo"][seat]), int(a["cargo"][seat])
    if taken == NONE or b["at"][taken] == NONE:
        return []
    values: dict[str, Any] = {"who": {"seat": seat}, "goods": goods_name(taken)}
    key = "story.takes"
    if left != NONE and a["at"][left] == a["boat"][seat]:
        key = "story.exchanges"
        values["left"] = goods_name(left)
    lines = [message(key, **values)]
    good = known_good(a, taken)
    if good != NONE:
        lines.append(message("story.looks", **_back(box, good)))
    return lines


def _deliveries(box: Box, b: Any, a: Any) -> list[Message]:
    return [
        message(
            "story.delivers",
            who={"seat": int(a["taker"][token])},
            goods=goods_name(token),
            **_back(box, int(a["shown"][token])),
        )
        for token in range(GOODS)
        if a["taker"][token] != b["taker"][token]
    ]


def _rest(b: Any, number: int, a: Any) -> list[Message]:
    """A boat that could only stay was not offered a choice."""
    if b["phase"] in SHORE and a["turn"] != b["turn"] and number != HIDDEN:
        return [message("story.locked", who={"seat": int(b["turn"])})]
    return []


def _ending(box: Box, a: Any) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    points = [int(score) for score in a["score"][: box.seats]]
    winners = [seat for seat, score in enumerate(points) if score == max(points)]
    key = "story.wins" if len(winners) == 1 else "story.shares"
    return [message(key, who={"seat": seat}, points=points[seat]) for seat in winners]
