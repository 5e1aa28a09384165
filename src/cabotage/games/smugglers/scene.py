"""What people are shown of Smugglers' Island, and what an offered action means.

A good shows its back only to the owner of the boat that carries it, until it is delivered (SMG-76, SMG-77).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from typing_extensions import TypedDict

from cabotage.core.box import per_box
from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, message
from cabotage.core.part import fixed, part
from cabotage.games.smugglers.actions import GOODS, HARBOURS, STACK, Yellow, field_names, meaning
from cabotage.games.smugglers.rules import BIG_STEP, SMALL_STEP
from cabotage.games.smugglers.state import NONE, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message

STACKED = "stack"
BETWEEN_TURNS = (Phase.BERTH, Phase.LOAD, Phase.DICE)  # what lies there was rolled for the turn before

Point = tuple[float, float]  # on a square of 30 by 30
YellowName = Literal["red_2", "red_3", "green_2", "green_3", "black_2", "asleep"]
Arrival = Literal["take", "exchange", "deliver", "deliver_later", "load", "wrong"]

IS_SHARED = True  # scenes and stories depend on the glance, not on who looks


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
    beam, rolled = g["beam"], _rolled(box, glance)
    return {
        "viewer": viewer,
        "phase": Phase(g["phase"]).name.lower(),
        "turn": g["turn"],
        "round": g["rounds"] + 1,
        "target": box.plain["target"],
        "sectors": box.plain["sectors"],
        "beam": None if beam == NONE else beam,
        "danger": _danger(box, glance),
        "dice": None if g["phase"] in BETWEEN_TURNS else rolled,
        "rolled": rolled,
        "pips": g["pips"],
        "white_die": _white_die(box),
        "lighthouse": _lighthouse(box),
        "fields": _fields(box, glance),
        "ways": _ways(box, glance),
        "islands": _islands(box, glance),
        "players": _players(box, glance),
        "goods": _goods(box, glance),
    }


@per_box
def _white_die(box: Box) -> list[int]:
    return [pips + 1 for pips, faces in enumerate(box.plain["white"]) for _ in range(faces)]


@per_box
def _lighthouse(box: Box) -> Point:
    return _point(box.boards["board"].data["lighthouse"])


@part("beam")
def _danger(box: Box, g: Fields) -> list[int]:
    """The sectors that the next roll can bring into the light."""
    sectors, beam = box.plain["sectors"], g["beam"]
    if beam == NONE:
        return []
    return sorted({(beam + step) % sectors for step in range(-BIG_STEP, BIG_STEP + 1)} - {beam})


@part("yellow", "white")
def _rolled(_: Box, g: Fields) -> Roll | None:
    """Both dice as they lie, also when that turn is over; none before the first roll."""
    if g["yellow"] == NONE:
        return None
    return {"yellow": cast("YellowName", Yellow(g["yellow"]).name.lower()), "white": g["white"]}


@part("beam", "reef")
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


@part("phase", "turn", "pips", "boat", "reef", "beam")
def _ways(box: Box, g: Fields) -> dict[str, str]:
    """The field before each field within the pips of the boat on turn, on a shortest way.

    Boats can only be pushed (SMG-41), harbours not be passed (SMG-75).
    """
    if g["phase"] not in (Phase.SAIL, Phase.SAIL_ON):
        return {}
    names, near, start = field_names(box), neighbours(box), g["boat"][g["turn"]]
    free = ~(lit_fields(box, g) | as_set(g["reef"]) | 1 << start)
    ends = as_set(g["boat"]) | (1 << HARBOURS) - 1
    edge, ways = [start], {}
    for _ in range(g["pips"]):
        reached = []
        for field in edge:
            for other in near[field]:
                if free >> other & 1:
                    free &= ~(1 << other)
                    ways[names[other]] = names[field]
                    if not ends >> other & 1:
                        reached.append(other)
        edge = reached
    return ways


def as_set(fields: Iterable[int]) -> int:
    """These fields as bits, without NONE."""
    found = 0
    for field in fields:
        if field != NONE:
            found |= 1 << field
    return found


@per_box
def neighbours(box: Box) -> list[list[int]]:
    """The neighbours of each field."""
    return [[other for other in near if other != NONE] for near in box.plain["near"]]


def lit_fields(box: Box, g: Fields) -> int:
    """The set of fields in the light."""
    return 0 if g["beam"] == NONE else int(box.plain["lit"][g["beam"]])


@part("drawn")
def _islands(box: Box, g: Fields) -> list[Island]:
    names = field_names(box)
    return [
        {"island": island, "harbour": names[island], "stack": STACK - g["drawn"][island]} for island in range(HARBOURS)
    ]


@part("score", "boat", "warned")
def _players(box: Box, g: Fields) -> list[Player]:
    names = field_names(box)
    return [
        {
            "seat": seat,
            "score": g["score"][seat],
            "field": None if g["boat"][seat] == NONE else names[g["boat"][seat]],
            "is_warned": bool(g["warned"][seat]),
        }
        for seat in range(box.seats)
    ]


@part("cargo", "aboard", "at", "taker", "shown")
def _goods(box: Box, g: Fields) -> list[Good]:
    names = field_names(box)
    return [_good(box, token, _home(g, names, token), known_good(g, token)) for token in range(GOODS)]


@fixed
def _good(box: Box, token: int, home: str, good: int) -> Good:
    is_known = good != NONE and home != STACKED
    return {
        "token": token,
        "origin": token // STACK,
        "dest": box.plain["dest"][good] if is_known else None,
        "points": box.plain["points"][good] if is_known else None,
        "home": home,
    }


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


class Then(NamedTuple):
    """What happens at the end of a way."""

    arrival: Arrival
    value: int = 0  # the island a good is from, or its points

    @property
    def text(self) -> Message:
        if self.arrival in ("take", "exchange"):
            return message(f"then.{self.arrival}", goods=message(f"goods.{self.value}"))
        if self.arrival == "deliver":
            return message("then.deliver", points=self.value)
        return message(f"then.{self.arrival}")


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    g = glance.fields
    kind, value, take, to = meaning(box, action)
    match kind:
        case "turn":
            return _turn(box, g, -1 if value else 1)
        case "stay" | "load":
            here = g["boat"][g["turn"]]
            if kind == "load":
                return _load(field_names(box)[here])
            return _stay(field_names(box)[here], take, _then(box, g, here, take) if take else None)
        case "go":
            return _go(field_names(box)[value], take, _then(box, g, value, take))
        case "push":
            return _push(box, g, value, to, take)
    return _pick(cast("Literal['lay', 'reef', 'harbour']", kind), field_names(box)[value], value)


@fixed
def _load(field: str) -> FieldChoice:
    return {"kind": "load", "field": field, "text": message("choice.load"), "short": message("short.load")}


@fixed
def _stay(field: str, take: bool, then: Then | None) -> WayChoice:
    texts = _way(message("choice.stay"), then, message("short.stay"), take)
    return {"kind": "stay", "field": field, "take": take, "then": then and then.arrival, **texts}


@fixed
def _go(field: str, take: bool, then: Then | None) -> WayChoice:
    texts = _way(message("choice.go", field=field), then, _short_field(field), take)
    return {"kind": "go", "field": field, "take": take, "then": then and then.arrival, **texts}


@fixed
def _pick(kind: Literal["lay", "reef", "harbour"], field: str, number: int) -> FieldChoice:
    island = {"island": island_name(number)} if kind == "harbour" else {}
    text = message(f"choice.{kind}", field=field, **island)
    return {"kind": kind, "field": field, "text": text, "short": _short_field(field)}


def _short_field(field: str) -> Message:
    return message("short.field", field=field.lower())


def _way(move: Message, then: Then | None, short: Message, take: bool) -> ChoiceText:
    """How to read a move and what happens at its end."""
    text = message("choice.way", move=move, then=then.text) if then else move
    return {"text": text, "short": message("short.take", move=short) if take else short}


def _push(box: Box, g: Fields, field: int, to: int, take: bool) -> PushChoice:
    names, other, is_lit = field_names(box), g["boat"].index(field), lit_fields(box, g) >> to & 1 == 1
    how = "swap" if to < HARBOURS else "push_light" if is_lit else "push"
    then = _then(box, g, field, take)
    if box.plain["push_ends_turn"]:  # before anything happens on the field (SMG-74)
        then = Then("deliver_later") if then is not None and then.arrival == "deliver" else None  # SMG-73
    return _pushed(how, names[field], names[to], take, other, is_lit, then)


@fixed
def _pushed(how: str, field: str, to: str, take: bool, other: int, is_lit: bool, then: Then | None) -> PushChoice:
    move = message(f"choice.{how}", field=field, to=to, other={"seat": other})
    short = message("short.push", field=field.lower(), to=to.lower())
    return {
        "kind": "push",
        "field": field,
        "take": take,
        "then": then and then.arrival,
        **_way(move, then, short, take),
        "seat": other,
        "to": to,
        "is_lit": is_lit,
    }


def _then(box: Box, g: Fields, field: int, take: bool) -> Then | None:
    """What happens on that field; a harbour where the good does not go is a shelter."""
    if not take and field >= HARBOURS:
        return None
    token = g["cargo"][g["turn"]]
    if take:
        return Then("take" if token == NONE else "exchange", g["at"].index(field) // STACK)
    if token == NONE:
        return Then("load") if g["drawn"][field] < STACK else None
    good = known_good(g, token)
    if good != NONE and box.plain["dest"][good] == field:
        return Then("deliver", box.plain["points"][good])
    return Then("wrong")


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
    return _turned("clockwise" if step > 0 else "counter_clockwise", beam, tuple(found))


@fixed
def _turned(way: Literal["clockwise", "counter_clockwise"], beam: int, seats: tuple[int, ...]) -> LightChoice:
    text, short = message(f"choice.{way}", sector=beam), message(f"short.{way}")
    return {"kind": "turn", "way": way, "beam": beam, "seats": list(seats), "text": text, "short": short}


def island_name(island: int) -> Message:
    return message(f"island.{island}")


def goods_name(token: int) -> Message:
    """What all see of a token: its front."""
    return message(f"goods.{token // STACK}")
