"""What people are shown of Smugglers' Island, and what an offered action means.

A good shows its back only to viewers who have carried it: the book lets owners look whenever they like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from typing_extensions import TypedDict

from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, message
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
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message

BETWEEN_TURNS = (Phase.LOAD, Phase.DICE)  # what lies there was rolled for the turn before

Point = tuple[float, float]  # on a square of 30 by 30
YellowName = Literal["red_2", "red_3", "green_2", "green_3", "black_2", "asleep"]
Arrival = Literal["take", "exchange", "deliver", "load", "wrong"]


class Roll(TypedDict):
    yellow: YellowName
    white: int


class Field(TypedDict):
    name: str  # "O3"
    kind: Literal["sea", "harbour"]
    sector: int
    at: Point
    next: list[str]
    is_lit: bool
    is_reef: bool


class Island(TypedDict):
    island: int
    harbour: str
    stack: int


class Good(TypedDict):
    """A token as the viewer knows it."""

    token: int  # 4 * origin + how many had left that stack before
    origin: int
    dest: int | None  # None unless the viewer has seen its back
    points: int | None
    not_dest: list[int]


class FloatingGood(Good):
    field: str


class DeliveredGood(Good):
    seat: int


class Player(TypedDict):
    seat: int
    score: int
    field: str | None
    cargo: Good | None
    is_warned: bool


class Scene(TypedDict):
    viewer: int
    phase: str
    turn: int
    round: int
    target: int  # points to win
    sectors: int
    beam: int | None
    danger: list[int]  # sectors that the next roll can light
    dice: Roll | None  # of this turn
    rolled: Roll | None  # as they lie, also after the turn they were rolled for
    pips: int
    lighthouse: Point
    fields: list[Field]
    islands: list[Island]
    players: list[Player]
    floating: list[FloatingGood]
    delivered: list[DeliveredGood]
    caught: list[int]


class FieldChoice(ChoiceText):
    kind: Literal["load", "lay", "reef", "harbour"]
    field: str


class StayChoice(ChoiceText):
    kind: Literal["stay"]
    field: str
    take: bool
    then: Arrival | None


class GoChoice(ChoiceText):
    kind: Literal["go"]
    field: str
    take: bool
    then: Arrival | None
    path: list[str]


class PushChoice(ChoiceText):
    kind: Literal["push"]
    field: str
    take: bool
    then: Arrival | None
    path: list[str]
    seat: int  # whose boat is pushed
    to: str
    is_swap: bool
    is_lit: bool


class LightChoice(ChoiceText):
    kind: Literal["turn"]
    way: Literal["clockwise", "counter_clockwise"]
    beam: int
    seats: list[int]  # whose boats it would stop on


Choice = FieldChoice | StayChoice | GoChoice | PushChoice | LightChoice


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
        "target": int(box.constants["target"][0]),
        "sectors": int(box.constants["sectors"][0]),
        "beam": None if beam == NONE else beam,
        "danger": _danger(box, beam),
        "dice": _dice(g) if g["phase"] not in BETWEEN_TURNS else None,
        "rolled": _dice(g),
        "pips": int(g["pips"]),
        "lighthouse": _point(box.boards["board"].data["lighthouse"]),
        "fields": [_field(box, g, names, field) for field in range(len(names))],
        "islands": [_island(g, names, island) for island in range(HARBOURS)],
        "players": [_player(box, g, names, seat) for seat in range(box.seats)],
        "floating": [
            {"field": names[int(g["at"][token])], **good_of(box, g, token)}
            for token in range(GOODS)
            if g["at"][token] != NONE
        ],
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


def _dice(g: Any) -> Roll | None:
    """Both dice as they lie, also when that turn is over; none before the first roll."""
    if g["yellow"] == NONE:
        return None
    return {"yellow": cast("YellowName", Yellow(int(g["yellow"])).name.lower()), "white": int(g["white"])}


def _field(box: Box, g: Any, names: list[str], field: int) -> Field:
    data = box.boards["board"].data
    written = data["harbours"][field] if field < HARBOURS else data["sea"][field - HARBOURS]
    return {
        "name": names[field],
        "kind": "harbour" if field < HARBOURS else "sea",
        "sector": int(written["sector"]),
        "at": _point(written["at"]),
        "next": list(written["next"]),
        "is_lit": is_lit(box, g, field),
        "is_reef": field in g["reef"],
    }


def _point(written: list[float]) -> Point:
    x, y = written
    return float(x), float(y)


def is_lit(box: Box, g: Any, field: int) -> bool:
    beam = int(g["beam"])
    return beam != NONE and bool(int(box.constants["lit"][0, beam]) >> field & 1)


def _island(g: Any, names: list[str], island: int) -> Island:
    return {"island": island, "harbour": names[island], "stack": STACK - int(g["drawn"][island])}


def _player(box: Box, g: Any, names: list[str], seat: int) -> Player:
    field, token = int(g["boat"][seat]), int(g["cargo"][seat])
    return {
        "seat": seat,
        "score": int(g["score"][seat]),
        "field": None if field == NONE else names[field],
        "cargo": None if token == NONE else good_of(box, g, token),
        "is_warned": bool(g["warned"][seat]),
    }


def good_of(box: Box, g: Any, token: int) -> Good:
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


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    g = glance[0]
    names = field_names(box)
    if action == LOAD:
        here = names[int(g["boat"][int(g["turn"])])]
        return {"kind": "load", "field": here, "text": message("choice.load"), "short": message("short.load")}
    if action <= STAY_TAKE:
        field, take = int(g["boat"][int(g["turn"])]), action == STAY_TAKE
        then = _then(box, g, field, take) if take else None
        texts = _way(message("choice.stay"), then, message("short.stay"), take)
        return {"kind": "stay", "field": names[field], "take": take, "then": _arrival(then), **texts}
    if action < PUSH:
        return _go(box, g, names, action)
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


def _spot(kind: Literal["lay", "reef"], field: str) -> FieldChoice:
    """Something to be put on a field."""
    return {"kind": kind, "field": field, "text": message(f"choice.{kind}", field=field), "short": _short_field(field)}


def _short_field(field: str) -> Message:
    return message("short.field", field=field.lower())


def _way(move: Message, then: Message | None, short: Message, take: bool) -> ChoiceText:
    """How to read a move and what happens at its end."""
    text = message("choice.way", move=move, then=then) if then else move
    return {"text": text, "short": message("short.take", move=short) if take else short}


def _arrival(then: Message | None) -> Arrival | None:
    return cast("Arrival", then["key"].removeprefix("then.")) if then else None


def _go(box: Box, g: Any, names: list[str], action: int) -> GoChoice:
    field, take = (action - GO) // 2, bool((action - GO) % 2)
    then, name = _then(box, g, field, take), names[field]
    texts = _way(message("choice.go", field=name), then, _short_field(name), take)
    path = way(box, g, field)
    return {"kind": "go", "field": name, "take": take, "then": _arrival(then), "path": path, **texts}


def _push(box: Box, g: Any, names: list[str], action: int) -> PushChoice:
    where, take = (action - PUSH) // 2, bool((action - PUSH) % 2)
    field, neighbour = divmod(where, MOST_NEIGHBOURS)
    target = int(box.constants["near"][0, field, neighbour])
    other = [int(boat) for boat in g["boat"]].index(field)
    how = "swap" if target < HARBOURS else "push_light" if is_lit(box, g, target) else "push"
    move = message(f"choice.{how}", field=names[field], to=names[target], other={"seat": other})
    short = message("short.push", field=names[field].lower(), to=names[target].lower())
    then = _then(box, g, field, take)
    return {
        "kind": "push",
        "field": names[field],
        "take": take,
        "then": _arrival(then),
        **_way(move, then, short, take),
        "path": way(box, g, field),
        "seat": other,
        "to": names[target],
        "is_swap": target < HARBOURS,
        "is_lit": is_lit(box, g, target),
    }


def _then(box: Box, g: Any, field: int, take: bool) -> Message | None:
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


def _turn(box: Box, g: Any, step: int) -> LightChoice:
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
    way: Literal["clockwise", "counter_clockwise"] = "clockwise" if step > 0 else "counter_clockwise"
    text, short = message(f"choice.{way}", sector=beam), message(f"short.{way}")
    return {"kind": "turn", "way": way, "beam": beam, "seats": found, "text": text, "short": short}


def island_name(island: int) -> Message:
    return message(f"island.{island}")


def goods_name(token: int) -> Message:
    """What all see of a token: its front."""
    return message(f"goods.{token // STACK}")
