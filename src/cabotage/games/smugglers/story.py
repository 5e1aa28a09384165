"""What people read about Smugglers' Island: the log lines of one event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.smugglers.actions import GOODS, HARBOURS, Meaning, Yellow, field_names, meaning
from cabotage.games.smugglers.scene import goods_name, island_name, known_good
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message

SHORE = (Phase.DICE, Phase.TURN, Phase.LAY)  # before the boat on turn is asked where it goes


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """What was done, what the light did, what became of goods, and who has won.

    What people have to remember is said when it happens, and not kept in the log.
    """
    b, a = before.fields, after.fields
    done = Meaning("good") if number == HIDDEN else meaning(box, number)
    return [
        *_deed(box, b, done, a, is_hidden=number == HIDDEN),
        *_light(box, b, done, a),
        *_losses(box, b, a),
        *_takings(box, b, a),
        *_deliveries(box, b, a),
        *_rest(b, number, a),
        *_ending(box, a),
    ]


def _deed(box: Box, b: Fields, done: Meaning, a: Fields, is_hidden: bool) -> list[Message]:
    """The choice or draw itself; what only the owner of a good sees is hidden."""
    names = field_names(box)
    kind, value, take, to = done
    who: dict[str, Any] = {"who": {"seat": b["turn"]}}
    match kind:
        case "good" if b["phase"] == Phase.LOOK:
            return [] if is_hidden else [_look(box, b["turn"], value)]
        case "good":
            values = who | {"goods": goods_name(a["cargo"][b["turn"]])}
            kept = message("story.loads", **values)
            return [kept if is_hidden else {**kept, "now": message("story.loads_known", **values, **_back(box, value))}]
        case "kept":
            seat = b["docking"]
            values = {"who": {"seat": seat}, "goods": goods_name(b["cargo"][seat])}
            return [{**message("story.keeps", **values), "now": message("story.keeps_wrong", **values)}]
        case "stay":
            return [] if take else [message("story.stays", **who)]
        case "go":
            return [message("story.goes", field=names[value], **who)]
        case "push":
            other = {"seat": b["boat"].index(value)}
            key = "story.swaps" if to < HARBOURS else "story.pushes"
            return [message(key, other=other, field=names[value], to=names[to], **who)]
        case "reef":
            return [message("story.reef", field=names[value], **who)]
        case "random_reef":
            return [message("story.random_reef", field=names[value])]
        case "harbour":
            return [message("story.harbour", island=island_name(value), **who)]
        case "dice":
            return [message("story.rolls", yellow={"key": f"yellow.{Yellow(value).name.lower()}"}, white=to, **who)]
        case "beam":
            sectors = box.plain["sector"][:HARBOURS]
            if value not in sectors:
                return [message("story.beam_mark", sector=value)]
            return [message("story.beam", island=island_name(sectors.index(value)))]
    return []


def _back(box: Box, good: int) -> dict[str, Any]:
    return {"dest": island_name(box.plain["dest"][good]), "points": box.plain["points"][good]}


def _look(box: Box, seat: int, good: int) -> Message:
    """What the owner sees, and has to remember afterwards (SMG-76)."""
    return {**message("story.peeks", who={"seat": seat}), "now": message("story.looks", **_back(box, good))}


def _light(box: Box, b: Fields, done: Meaning, a: Fields) -> list[Message]:
    """How far the beam has swung, and on whom it stopped."""
    if b["beam"] == NONE or a["beam"] == b["beam"]:
        return []
    is_clockwise = done.value < (Yellow.GREEN_2 if done.kind == "dice" else 1)
    steps = (a["beam"] - b["beam"]) * (1 if is_clockwise else -1) % box.plain["sectors"]
    lines = [message("story.clockwise" if is_clockwise else "story.counter_clockwise", steps=steps)]
    lit = box.plain["lit"][a["beam"]]
    for seat in range(box.seats):
        if lit >> b["boat"][seat] & 1:
            is_warned = a["warned"][seat] and not b["warned"][seat]
            key = "story.spots_empty" if b["cargo"][seat] == NONE else "story.warns" if is_warned else "story.spots"
            lines.append(message(key, who={"seat": seat}))
    return lines


def _losses(box: Box, b: Fields, a: Fields) -> list[Message]:
    """Goods that went overboard; and the boat that was pushed into the light."""
    names = field_names(box)
    lines: list[Message] = []
    for seat in range(box.seats):
        token = b["cargo"][seat]
        is_pushed = a["boat"][seat] != b["boat"][seat] and seat != b["turn"]
        if is_pushed and token != NONE:
            if a["warned"][seat] and not b["warned"][seat]:
                lines.append(message("story.warns", who={"seat": seat}))
            elif box.plain["lit"][a["beam"]] >> a["boat"][seat] & 1:
                lines.append(message("story.spots", who={"seat": seat}))
        if token != NONE and a["at"][token] not in (NONE, a["boat"][seat]):
            field = names[a["at"][token]]
            lines.append(message("story.overboard", who={"seat": seat}, goods=goods_name(token), field=field))
    return lines


def _takings(box: Box, b: Fields, a: Fields) -> list[Message]:
    """A good fished out of the sea, perhaps for another one."""
    seat = b["turn"]
    left, taken = b["cargo"][seat], a["cargo"][seat]
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
        lines.append(_look(box, seat, good))
    return lines


def _deliveries(box: Box, b: Fields, a: Fields) -> list[Message]:
    return [
        message(
            "story.delivers",
            who={"seat": a["taker"][token]},
            goods=goods_name(token),
            **_back(box, a["shown"][token]),
        )
        for token in range(GOODS)
        if a["taker"][token] != b["taker"][token]
    ]


def _rest(b: Fields, number: int, a: Fields) -> list[Message]:
    """A boat that could only stay was not offered a choice."""
    if b["phase"] in SHORE and a["turn"] != b["turn"] and number != HIDDEN:
        return [message("story.locked", who={"seat": b["turn"]})]
    return []


def _ending(box: Box, a: Fields) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    points = a["score"][: box.seats]
    winners = [seat for seat, score in enumerate(points) if score == max(points)]
    key = "story.wins" if len(winners) == 1 else "story.shares"
    return [message(key, who={"seat": seat}, points=points[seat]) for seat in winners]
