"""What people are shown and told of Smugglers' Island, made from glances: a good's back only if the viewer has seen it.

A good that a viewer once carried stays marked for that viewer alone: the book lets owners look whenever they like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.games.smugglers.actions import (
    CLOCKWISE,
    GO,
    GOODS,
    HARBOUR,
    HARBOURS,
    LAY,
    LOAD,
    MOST_NEIGHBOURS,
    PUSH,
    REEF,
    STACK,
    STAY_TAKE,
    Yellow,
    field_names,
)
from cabotage.games.smugglers.rules import BIG_STEP, SMALL_STEP
from cabotage.games.smugglers.state import NONE, Phase
from cabotage.games.smugglers.way import way

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Message, Scene

BETWEEN_TURNS = (Phase.LOAD, Phase.DICE)  # what lies there was rolled for the turn before


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """The sea with light, boats, goods and reefs; points; whose turn it is."""
    g = glance[0]
    names = field_names(box)
    beam = int(g["beam"])
    return {
        "viewer": viewer,
        "phase": Phase(int(g["phase"])).name.lower(),
        "turn": int(g["turn"]),
        "round": int(g["rounds"]) + 1,
        "sectors": int(box.constants["sectors"][0]),
        "beam": None if beam == NONE else beam,
        "danger": _danger(box, beam),
        "dice": _dice(g) if g["phase"] not in BETWEEN_TURNS else None,
        "rolled": _dice(g),
        "pips": int(g["pips"]),
        "lighthouse": [float(number) for number in box.boards["board"].data["lighthouse"]],
        "fields": [_field(box, g, names, field) for field in range(len(names))],
        "islands": [_island(g, names, island) for island in range(HARBOURS)],
        "boats": [_boat(box, g, names, seat) for seat in range(box.seats)],
        "floating": [
            {"field": names[int(g["at"][token])], **good_of(box, g, token)}
            for token in range(GOODS)
            if g["at"][token] != NONE
        ],
        "points": [int(points) for points in g["score"][: box.seats]],
        "target": int(box.constants["target"][0]),
        "delivered": [
            {"seat": int(g["taker"][token]), **good_of(box, g, token)}
            for token in range(GOODS)
            if g["taker"][token] != NONE
        ],
        "caught": [seat for seat in range(box.seats) if int(g["caught"]) >> seat & 1],
    }


def _danger(box: Box, beam: int) -> list[int]:
    """The sectors that the next roll can bring into the light."""
    sectors = int(box.constants["sectors"][0])
    if beam == NONE:
        return []
    return sorted({(beam + step) % sectors for step in range(-BIG_STEP, BIG_STEP + 1)} - {beam})


def _dice(g: Any) -> Scene | None:
    """Both dice as they lie, also when that turn is over; none before the first roll."""
    if g["yellow"] == NONE:
        return None
    return {"yellow": Yellow(int(g["yellow"])).name.lower(), "white": int(g["white"])}


def _field(box: Box, g: Any, names: list[str], field: int) -> Scene:
    data = box.boards["board"].data
    written = data["harbours"][field] if field < HARBOURS else data["sea"][field - HARBOURS]
    return {
        "name": names[field],
        "kind": "harbour" if field < HARBOURS else "sea",
        "sector": int(written["sector"]),
        "at": [float(number) for number in written["at"]],
        "next": list(written["next"]),
        "is_lit": is_lit(box, g, field),
        "is_reef": field in g["reef"],
    }


def is_lit(box: Box, g: Any, field: int) -> bool:
    beam = int(g["beam"])
    return beam != NONE and bool(int(box.constants["lit"][0, beam]) >> field & 1)


def _island(g: Any, names: list[str], island: int) -> Scene:
    return {"island": island, "harbour": names[island], "stack": STACK - int(g["drawn"][island])}


def _boat(box: Box, g: Any, names: list[str], seat: int) -> Scene:
    field, token = int(g["boat"][seat]), int(g["cargo"][seat])
    return {
        "seat": seat,
        "field": None if field == NONE else names[field],
        "cargo": None if token == NONE else good_of(box, g, token),
        "is_warned": bool(g["warned"][seat]),
    }


def good_of(box: Box, g: Any, token: int) -> Scene:
    """A token as this viewer knows it; an island where it was not delivered is none where it goes."""
    good = known_good(g, token)
    is_known = good != NONE
    return {
        "token": token,
        "origin": token // STACK,
        "dest": int(box.constants["dest"][0, good]) if is_known else None,
        "points": int(box.constants["points"][0, good]) if is_known else None,
        "not_dest": [island for island in range(HARBOURS) if int(g["not_dest"][token]) >> island & 1],
    }


def known_good(g: Any, token: int) -> int:
    """Which good a token is, or NONE if the viewer has never seen it."""
    shown, good = int(g["shown"][token]), int(g["good"][token])
    return shown if shown != NONE else (NONE if good == HIDDEN else good)


def choice(box: Box, glance: Glance, action: int) -> Scene:
    """What choosing this means, with the parts of the board to pick for it."""
    g = glance[0]
    names = field_names(box)
    if action == LOAD:
        here = names[int(g["boat"][int(g["turn"])])]
        return {"kind": "load", "field": here, "text": message("choice.load"), "short": message("short.load")}
    if action <= STAY_TAKE:
        field = int(g["boat"][int(g["turn"])])
        then = _then(box, g, field, action) if action == STAY_TAKE else None
        return _way("stay", names[field], action == STAY_TAKE, message("choice.stay"), then, message("short.stay"))
    if action < PUSH:
        field, take = divmod(action - GO, 2)
        move = message("choice.go", field=names[field])
        described = _way("go", names[field], bool(take), move, _then(box, g, field, take), _short_field(names[field]))
        return {**described, "path": way(box, g, field)}
    if action < LAY:
        return _push(box, g, names, action)
    if action < CLOCKWISE:
        return _spot("lay", names[action - LAY])
    if action < REEF:
        return _turn(box, g, 1 if action == CLOCKWISE else -1)
    if action < HARBOUR:
        return _spot("reef", names[action - REEF])
    island = action - HARBOUR
    text = message("choice.harbour", island=island_name(island), field=names[island])
    return {"kind": "harbour", "field": names[island], "text": text, "short": _short_field(names[island])}


def _spot(kind: str, field: str) -> Scene:
    """Something to be put on a field."""
    return {"kind": kind, "field": field, "text": message(f"choice.{kind}", field=field), "short": _short_field(field)}


def _short_field(field: str) -> Message:
    return message("short.field", field=field.lower())


def _way(kind: str, field: str, take: bool, move: Message, then: Message | None, short: Message) -> Scene:
    """A way, and in "then" what happens at its end: take, exchange, deliver, load, wrong."""
    text = message("choice.way", move=move, then=then) if then else move
    what = then["key"].removeprefix("then.") if then else None
    short = message("short.take", move=short) if take else short
    return {"kind": kind, "field": field, "take": take, "then": what, "text": text, "short": short}


def _push(box: Box, g: Any, names: list[str], action: int) -> Scene:
    where, take = divmod(action - PUSH, 2)
    field, neighbour = divmod(where, MOST_NEIGHBOURS)
    target = int(box.constants["near"][0, field, neighbour])
    other = [int(boat) for boat in g["boat"]].index(field)
    how = "swap" if target < HARBOURS else "push_light" if is_lit(box, g, target) else "push"
    move = message(f"choice.{how}", field=names[field], to=names[target], other={"seat": other})
    short = message("short.push", field=names[field].lower(), to=names[target].lower())
    described = _way("push", names[field], bool(take), move, _then(box, g, field, take), short)
    return {
        **described,
        "path": way(box, g, field),
        "seat": other,
        "to": names[target],
        "is_swap": target < HARBOURS,
        "is_lit": is_lit(box, g, target),
    }


def _then(box: Box, g: Any, field: int, take: int) -> Message | None:
    """What happens on that field; a harbour where the good does not go is a shelter."""
    token = int(g["cargo"][int(g["turn"])])
    if take:
        found = next(token for token in range(GOODS) if g["at"][token] == field)
        return message("then.take" if token == NONE else "then.exchange", goods=goods_name(found))
    if field >= HARBOURS:
        return None
    if token == NONE:
        return message("then.load") if g["drawn"][field] < STACK else None
    good = known_good(g, token)
    if good != NONE and int(box.constants["dest"][0, good]) == field:
        return message("then.deliver", points=int(box.constants["points"][0, good]))
    return message("then.wrong")


def _turn(box: Box, g: Any, step: int) -> Scene:
    """Where the beam would stop, and on whom."""
    sectors = int(box.constants["sectors"][0])
    beam = int(g["beam"])
    found: list[int] = []
    for _ in range(SMALL_STEP):
        beam = (beam + step) % sectors
        lit = int(box.constants["lit"][0, beam])
        found = [seat for seat in range(box.seats) if lit >> int(g["boat"][seat]) & 1]
        if found:
            break
    kind = "clockwise" if step > 0 else "counter_clockwise"
    text, short = message(f"choice.{kind}", sector=beam), message(f"short.{kind}")
    return {"kind": "turn", "way": kind, "beam": beam, "seats": found, "text": text, "short": short}


def island_name(island: int) -> Message:
    return {"key": f"island.{island}"}


def goods_name(token: int) -> Message:
    """What all see of a token: its front."""
    return {"key": f"goods.{token // STACK}"}


def message(key: str, **values: Any) -> Message:
    return {"key": key, "values": values} if values else {"key": key}


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event."""
    from cabotage.games.smugglers.story import tell

    return tell(box, before[0], number, after[0])
