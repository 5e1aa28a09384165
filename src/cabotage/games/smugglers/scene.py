"""What people are shown of Smugglers' Island, and what an offered action means.

A good shows its back only to the owner of the boat that carries it, until it is delivered (SMG-76, SMG-77).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from typing_extensions import TypedDict

from cabotage.core.box import per_box
from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, message
from cabotage.games.smugglers.actions import GOODS, HARBOURS, STACK, Yellow, field_names, meaning
from cabotage.games.smugglers.rules import BIG_STEP, SMALL_STEP
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message

STACKED = "stack"
BETWEEN_TURNS = (Phase.BERTH, Phase.LOAD, Phase.DICE)  # what lies there was rolled for the turn before

Point = tuple[float, float]  # on a square of 30 by 30
YellowName = Literal["red_2", "red_3", "green_2", "green_3", "black_2", "asleep"]
Arrival = Literal["take", "exchange", "deliver", "deliver_later", "load", "wrong"]


class Roll(TypedDict):
    yellow: YellowName
    white: int


class ChartField(TypedDict):
    name: str  # "O3"
    kind: Literal["sea", "harbour"]
    sector: int
    at: Point
    next: list[str]


class Field(ChartField):
    is_lit: bool
    is_reef: bool


class Island(TypedDict):
    island: int
    harbour: str
    stack: int


class Good(TypedDict):
    """A token as the viewer sees it."""

    token: int  # 4 * origin + how many had left that stack before
    origin: int
    dest: int | None  # None unless it is on the viewer's boat, or delivered
    points: int | None
    home: str  # STACKED, "boat 2" (of a seat), "field O3" or "chest 0" (delivered by a seat)


class Player(TypedDict):
    seat: int
    score: int
    field: str | None
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
    white_die: list[int]  # the pips on its faces, ascending
    lighthouse: Point
    fields: list[Field]
    ways: dict[str, str]  # to each field that the boat on turn may row to: the field before it
    islands: list[Island]
    players: list[Player]
    goods: list[Good]  # by token


class FieldChoice(ChoiceText):
    kind: Literal["load", "lay", "reef", "harbour"]
    field: str


class WayChoice(ChoiceText):
    kind: Literal["stay", "go"]
    field: str
    take: bool
    then: Arrival | None


class PushChoice(ChoiceText):
    kind: Literal["push"]
    field: str
    take: bool
    then: Arrival | None
    seat: int  # whose boat is pushed
    to: str
    is_lit: bool


class LightChoice(ChoiceText):
    kind: Literal["turn"]
    way: Literal["clockwise", "counter_clockwise"]
    beam: int
    seats: list[int]  # whose boats it would stop on


Choice = FieldChoice | WayChoice | PushChoice | LightChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """The sea with light, boats, goods and reefs; points; whose turn it is."""
    g = glance.fields
    names, beam = field_names(box), g["beam"]
    return {
        "viewer": viewer,
        "phase": Phase(g["phase"]).name.lower(),
        "turn": g["turn"],
        "round": g["rounds"] + 1,
        "target": box.plain["target"],
        "sectors": box.plain["sectors"],
        "beam": None if beam == NONE else beam,
        "danger": _danger(box, beam),
        "dice": _dice(g) if g["phase"] not in BETWEEN_TURNS else None,
        "rolled": _dice(g),
        "pips": g["pips"],
        "white_die": [pips + 1 for pips, faces in enumerate(box.plain["white"]) for _ in range(faces)],
        "lighthouse": _point(box.boards["board"].data["lighthouse"]),
        "fields": _fields(box, g),
        "ways": _ways(box, g, names),
        "islands": [
            {"island": island, "harbour": names[island], "stack": STACK - g["drawn"][island]}
            for island in range(HARBOURS)
        ],
        "players": [_player(g, names, seat) for seat in range(box.seats)],
        "goods": [_good(box, g, names, token) for token in range(GOODS)],
    }


def _danger(box: Box, beam: int) -> list[int]:
    """The sectors that the next roll can bring into the light."""
    sectors = box.plain["sectors"]
    if beam == NONE:
        return []
    return sorted({(beam + step) % sectors for step in range(-BIG_STEP, BIG_STEP + 1)} - {beam})


def _dice(g: Fields) -> Roll | None:
    """Both dice as they lie, also when that turn is over; none before the first roll."""
    if g["yellow"] == NONE:
        return None
    return {"yellow": cast("YellowName", Yellow(g["yellow"]).name.lower()), "white": g["white"]}


def _fields(box: Box, g: Fields) -> list[Field]:
    looks, lit, reefs = _looks(box), lit_fields(box, g), g["reef"]
    return [look[lit >> field & 1][field in reefs] for field, look in enumerate(looks)]


@per_box
def _looks(box: Box) -> list[list[list[Field]]]:
    """Each field dark or lit, without and with a reef: made once, since there are many and few of them change."""
    dark_or_lit = (False, True)
    return [
        [[{**chart, "is_lit": is_lit, "is_reef": is_reef} for is_reef in dark_or_lit] for is_lit in dark_or_lit]
        for chart in _chart(box)
    ]


@per_box
def _chart(box: Box) -> list[ChartField]:
    data = box.boards["board"].data
    return [
        {
            "name": str(written["name"]),
            "kind": "harbour" if field < HARBOURS else "sea",
            "sector": int(written["sector"]),
            "at": _point(written["at"]),
            "next": list(written["next"]),
        }
        for field, written in enumerate((*data["harbours"], *data["sea"]))
    ]


def _point(written: list[float]) -> Point:
    x, y = written
    return float(x), float(y)


def _ways(box: Box, g: Fields, names: list[str]) -> dict[str, str]:
    """The field before each field within the pips of the boat on turn, on a shortest way.

    Boats can only be pushed (SMG-41), harbours not be passed (SMG-75).
    """
    if g["phase"] not in (Phase.SAIL, Phase.SAIL_ON):
        return {}
    near, boats, lit = neighbours(box), g["boat"], lit_fields(box, g)
    known = {boats[g["turn"]], *g["reef"]}
    edge, ways = [boats[g["turn"]]], {}
    for _ in range(g["pips"]):
        reached = []
        for field in edge:
            for other in near[field]:
                if other not in known and not lit >> other & 1:
                    known.add(other)
                    ways[names[other]] = names[field]
                    if other not in boats and other >= HARBOURS:
                        reached.append(other)
        edge = reached
    return ways


@per_box
def neighbours(box: Box) -> list[list[int]]:
    """The neighbours of each field."""
    return [[other for other in near if other != NONE] for near in box.plain["near"]]


def lit_fields(box: Box, g: Fields) -> int:
    """The set of fields in the light."""
    return 0 if g["beam"] == NONE else int(box.plain["lit"][g["beam"]])


def _player(g: Fields, names: list[str], seat: int) -> Player:
    field = g["boat"][seat]
    return {
        "seat": seat,
        "score": g["score"][seat],
        "field": None if field == NONE else names[field],
        "is_warned": bool(g["warned"][seat]),
    }


def _good(box: Box, g: Fields, names: list[str], token: int) -> Good:
    home = _home(g, names, token)
    if home == STACKED:
        return _stacked(box)[token]
    good = known_good(g, token)
    is_known = good != NONE
    return {
        "token": token,
        "origin": token // STACK,
        "dest": box.plain["dest"][good] if is_known else None,
        "points": box.plain["points"][good] if is_known else None,
        "home": home,
    }


@per_box
def _stacked(_: Box) -> list[Good]:
    """Each token in its stack, where nobody has seen its back."""
    return [
        {"token": token, "origin": token // STACK, "dest": None, "points": None, "home": STACKED}
        for token in range(GOODS)
    ]


def _home(g: Fields, names: list[str], token: int) -> str:
    if token in g["cargo"]:
        return f"boat {g['cargo'].index(token)}"
    if g["at"][token] != NONE:
        return f"field {names[g['at'][token]]}"
    return STACKED if g["taker"][token] == NONE else f"chest {g['taker'][token]}"


def known_good(g: Fields, token: int) -> int:
    """Which good a token is, or NONE if the viewer does not see it: on their own boat, or delivered."""
    if token in g["cargo"]:
        aboard = int(g["aboard"][g["cargo"].index(token)])
        return NONE if aboard == HIDDEN else aboard
    return int(g["shown"][token])


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    g, names = glance.fields, field_names(box)
    kind, value, take, to = meaning(box, action)
    here = g["boat"][g["turn"]]
    match kind:
        case "turn":
            return _turn(box, g, -1 if value else 1)
        case "load":
            return {
                "kind": "load",
                "field": names[here],
                "text": message("choice.load"),
                "short": message("short.load"),
            }
        case "stay":
            then = _then(box, g, here, take) if take else None
            texts = _way(message("choice.stay"), then, message("short.stay"), take)
            return {"kind": "stay", "field": names[here], "take": take, "then": _arrival(then), **texts}
        case "go":
            then = _then(box, g, value, take)
            texts = _way(message("choice.go", field=names[value]), then, _short_field(names[value]), take)
            return {"kind": "go", "field": names[value], "take": take, "then": _arrival(then), **texts}
        case "push":
            return _push(box, g, names, value, to, take)
    island = {"island": island_name(value)} if kind == "harbour" else {}
    text, short = message(f"choice.{kind}", field=names[value], **island), _short_field(names[value])
    return {
        "kind": cast("Literal['lay', 'reef', 'harbour']", kind),
        "field": names[value],
        "text": text,
        "short": short,
    }


def _short_field(field: str) -> Message:
    return message("short.field", field=field.lower())


def _way(move: Message, then: Message | None, short: Message, take: bool) -> ChoiceText:
    """How to read a move and what happens at its end."""
    text = message("choice.way", move=move, then=then) if then else move
    return {"text": text, "short": message("short.take", move=short) if take else short}


def _arrival(then: Message | None) -> Arrival | None:
    return cast("Arrival", then["key"].removeprefix("then.")) if then else None


def _push(box: Box, g: Fields, names: list[str], field: int, to: int, take: bool) -> PushChoice:
    other, is_lit = g["boat"].index(field), lit_fields(box, g) >> to & 1 == 1
    how = "swap" if to < HARBOURS else "push_light" if is_lit else "push"
    move = message(f"choice.{how}", field=names[field], to=names[to], other={"seat": other})
    short = message("short.push", field=names[field].lower(), to=names[to].lower())
    then = _then(box, g, field, take)
    if box.plain["push_ends_turn"]:  # before anything happens on the field (SMG-74)
        is_home = then is not None and then["key"] == "then.deliver"
        then = message("then.deliver_later") if is_home else None  # SMG-73
    return {
        "kind": "push",
        "field": names[field],
        "take": take,
        "then": _arrival(then),
        **_way(move, then, short, take),
        "seat": other,
        "to": names[to],
        "is_lit": is_lit,
    }


def _then(box: Box, g: Fields, field: int, take: bool) -> Message | None:
    """What happens on that field; a harbour where the good does not go is a shelter."""
    token = g["cargo"][g["turn"]]
    if take:
        found = g["at"].index(field)
        return message("then.take" if token == NONE else "then.exchange", goods=goods_name(found))
    if field >= HARBOURS:
        return None
    if token == NONE:
        return message("then.load") if g["drawn"][field] < STACK else None
    good = known_good(g, token)
    if good != NONE and box.plain["dest"][good] == field:
        return message("then.deliver", points=box.plain["points"][good])
    return message("then.wrong")


def _turn(box: Box, g: Fields, step: int) -> LightChoice:
    """Where the beam would stop, and on whom."""
    sectors, beam = box.plain["sectors"], g["beam"]
    found: list[int] = []
    for _ in range(SMALL_STEP):
        beam = (beam + step) % sectors
        lit = box.plain["lit"][beam]
        found = [seat for seat in range(box.seats) if lit >> g["boat"][seat] & 1]
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
