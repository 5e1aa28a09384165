"""What people are shown of Cape Horn, and what an offered action means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast, get_args

import numpy as np
from typing_extensions import TypedDict

from cabotage.core.box import per_box
from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, Message, message
from cabotage.games.cape_horn.actions import MOST_SQUARES, ZONES, Zone, kind_names, numbering, square_names
from cabotage.games.cape_horn.box import ROSES_TO_FINISH, haul_of
from cabotage.games.cape_horn.chart import cell_name
from cabotage.games.cape_horn.course import aside, course, files
from cabotage.games.cape_horn.deck import points
from cabotage.games.cape_horn.offers import write_banned
from cabotage.games.cape_horn.reach import IGNORE_PRICE, NO_WAY, SPRINT_PRICE, line_price, reachable
from cabotage.games.cape_horn.state import MOST_POINTS, NO_ROSE, NOBODY, NOWHERE, OPEN, Phase
from cabotage.games.cape_horn.story import card, rose

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

# What a move may cost: nothing, ignoring the card, a sprint, a sprint of which one leg ignores its card.
PRICES = (0, IGNORE_PRICE, SPRINT_PRICE, SPRINT_PRICE + IGNORE_PRICE)

TINTS = 8  # papers of cards on the page

ZoneName = Literal["I", "II", "III"]
ColourName = Literal["red", "green", "yellow"]
CompassName = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
ZONE_NAMES: tuple[ZoneName, ...] = get_args(ZoneName)
COLOUR_NAMES: tuple[ColourName, ...] = get_args(ColourName)

IS_SHARED = True  # scenes and stories depend on the glance, not on who looks


class Station(TypedDict):
    square: str  # "K4"
    colour: ColourName
    zone: ZoneName  # of the rose; the water may be of another


class Wind(TypedDict):
    """One kind of card."""

    kind: str
    name: Message
    tint: int  # which of the page's papers it is drawn on
    paths: dict[ZoneName, list[list[CompassName]]]  # as it lies in each water


class Chart(TypedDict):
    """What never changes during a game."""

    rows: list[str]  # "1" "2" "3" water, "#" land, "-" and "=" title
    line: list[str]  # squares whose northern edge is the finish
    starts: list[str]
    stations: list[Station]
    winds: list[Wind]


class Card(TypedDict):
    square: str
    zone: ZoneName
    kind: str
    below: list[str]  # from the bottom up


class Covering(TypedDict):
    square: str
    why: Literal["ship", "reach"] | None  # why the player on turn may not cover it


class End(TypedDict):
    """Where a ship can go."""

    square: str  # or "line"
    price: int
    kind: Literal["sail", "ignore", "sprint"]
    way: list[str]  # the squares of the move, both ends included; empty if it takes two moves


class Lacks(TypedDict):
    """Roses that a player still has to take."""

    colours: list[ColourName]
    zones: list[ZoneName]


class Player(TypedDict):
    seat: int
    team: int
    start: str | None  # the square it began on; None before the starting player is drawn
    ship: str | None  # None once it has crossed the line
    points: int
    cards: int
    hand: list[str] | None  # None if the viewer may not see it
    roses: dict[ZoneName, ColourName | None]
    rounds: dict[ZoneName, int]  # in which its roses were taken
    lacks: Lacks
    may_finish: bool
    steps_to_line: int
    ends: list[End]


class Scene(TypedDict):
    viewer: int
    phase: str
    turn: int | None
    starter: int | None
    winner: int | None
    round: int
    stock: int
    idle: int
    chart: Chart
    cards: list[Card]
    open: list[str]
    covering: list[Covering]
    players: list[Player]


class CardChoice(ChoiceText):
    kind: Literal["lay", "cover"]
    card: str
    square: str
    ends: list[str]


class MoveChoice(ChoiceText):
    kind: Literal["sail", "ignore"]
    square: str  # or "line"
    price: int
    way: list[str]


class BuyChoice(ChoiceText):
    kind: Literal["buy"]
    price: int


PlainKind = Literal["lay_done", "renounce", "stop", "end_turn"]


class PlainChoice(ChoiceText):
    kind: PlainKind


Choice = CardChoice | MoveChoice | BuyChoice | PlainChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """The chart with its winds and ships, every player's log, and where each ship can go."""
    g, names = glance.fields, square_names(box)
    phase = Phase(g["phase"])
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": _seat(g["turn"]),
        "starter": _seat(g["starter"]),
        "winner": _seat(g["winner"]),
        "round": _round(box, g),
        "stock": g["stock"],
        "idle": g["idle"],  # CAP-72
        "chart": _chart(box),
        "cards": _cards(box, g),
        "open": [name for name, wind in zip(names, g["wind"], strict=False) if wind == OPEN],
        "covering": covering(box, glance) if phase is Phase.LAY and g["laid_now"] == 0 else [],
        "players": [_player(box, glance, seat) for seat in range(box.seats)],
    }


def squares(box: Box) -> range:
    return range(box.plain["squares"])


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _round(box: Box, g: Fields) -> int:
    """The round being played, or the last one."""
    is_stopped = g["phase"] == Phase.OVER and g["winner"] == NOBODY
    return int(g["turns"] - (1 if is_stopped else 0)) // box.seats + 1


@per_box
def _chart(box: Box) -> Chart:
    """Water, land, stations, and where each kind of card leads in each zone."""
    chart, winds = files(box)
    return {
        "rows": list(box.boards["board"].data["rows"]),
        "line": list(map(cell_name, chart.line)),
        "starts": list(map(cell_name, chart.starts)),
        "stations": [
            {"square": cell_name(cell), "colour": COLOUR_NAMES[colour], "zone": ZONE_NAMES[zone]}
            for cell, colour, zone in chart.stations
        ],
        "winds": [
            {
                "kind": wind.kind.lower(),
                "name": card(box, kind),
                "tint": kind % TINTS,
                "paths": {
                    ZONE_NAMES[zone]: [cast("list[CompassName]", points(path, forward)) for path in wind.paths]
                    for zone, forward in zip(Zone, chart.forward, strict=True)
                },
            }
            for kind, wind in enumerate(winds)
        ],
    }


def _cards(box: Box, g: Fields) -> list[Card]:
    """Every square with a card: its top card, and what lies below it from the bottom up."""
    kinds, b = kind_names(box), box.plain
    piles: dict[int, list[str]] = {at: [kinds[b["start_wind"]]] for at in b["starts"][: b["start_count"]]}
    for n in range(g["laid"]):
        piles.setdefault(g["laid_square"][n], []).append(kinds[g["laid_kind"][n]])
    return [
        {
            "square": name,
            "zone": ZONE_NAMES[b["zone"][at]],
            "kind": kinds[g["wind"][at]],
            "below": piles.get(at, [])[:-1],
        }
        for at, name in enumerate(square_names(box))
        if g["wind"][at] >= 0
    ]


def covering(box: Box, glance: Glance) -> list[Covering]:
    """Every square with a card, and why the player on turn may not cover it (CAP-26, CAP-27)."""
    g, room = glance.fields, np.zeros(MOST_SQUARES, np.int32)
    write_banned(box.constants, glance.records, 0, room)
    ships, is_banned = g["ship"][: box.seats], room.tolist()
    return [
        {
            "square": name,
            "why": "ship" if at in ships else "reach" if is_banned[at] else None,
        }
        for at, name in enumerate(square_names(box))
        if g["wind"][at] >= 0
    ]


def _player(box: Box, glance: Glance, seat: int) -> Player:
    g, names = glance.fields, square_names(box)
    at, roses = g["ship"][seat], g["roses"][seat]
    return {
        "seat": seat,
        "team": box.teams[seat],
        "start": _start(box, g, seat),
        "ship": None if at == NOWHERE else names[at],
        "points": g["points"][seat],
        "cards": g["held"][seat],
        "hand": _hand(box, g, seat),
        "roses": {ZONE_NAMES[zone]: None if rose == NO_ROSE else COLOUR_NAMES[rose] for zone, rose in enumerate(roses)},
        "rounds": {ZONE_NAMES[zone]: g["taken"][seat][zone] for zone, rose in enumerate(roses) if rose != NO_ROSE},
        "lacks": {
            "colours": [name for colour, name in enumerate(COLOUR_NAMES) if colour not in roses],
            "zones": [ZONE_NAMES[zone] for zone, rose in enumerate(roses) if rose == NO_ROSE],
        },
        "may_finish": _rose_count(g, seat) >= ROSES_TO_FINISH,
        "steps_to_line": 0 if at == NOWHERE else box.plain["steps_to_line"][at],
        "ends": [] if at == NOWHERE or g["phase"] == Phase.OVER else _ends(box, glance, seat),
    }


def _rose_count(g: Fields, seat: int) -> int:
    return ZONES - int(g["roses"][seat].count(NO_ROSE))


def _takes_rose(box: Box, g: Fields, seat: int, square: int) -> bool:
    haul = haul_of(g["roses"][seat])
    return bool(box.plain["haul_after"][haul][square] != haul)


def _start(box: Box, g: Fields, seat: int) -> str | None:
    if g["starter"] == NOBODY:
        return None
    at: int = box.plain["starts"][(seat - g["starter"]) % box.seats]  # CAP-8
    return square_names(box)[at]


def _hand(box: Box, g: Fields, seat: int) -> list[str] | None:
    counts = g["hand"][seat]
    if counts[0] == HIDDEN:
        return None
    return [name for name, count in zip(kind_names(box), counts, strict=False) for _ in range(count)]


def _ends(box: Box, glance: Glance, seat: int) -> list[End]:
    """Where this ship can go and what it costs: now if its player is on turn, else in their next turn."""
    g = glance.fields
    points = g["points"][seat]
    paid = 0
    if seat != g["turn"] or g["phase"] in (Phase.DRAW, Phase.BUY):
        points = min(points + 1, MOST_POINTS)
    elif g["phase"] == Phase.SPRINT:
        paid = SPRINT_PRICE
    found: dict[int, int] = {}
    marks = np.zeros(MOST_SQUARES, np.int32)
    for price in PRICES[:2] if paid else PRICES:
        if price + paid <= points:
            reachable(box.constants, glance.records, 0, seat, price, marks)
            for at in marks.nonzero()[0].tolist():
                found.setdefault(at, price)
    line = _line_price(box, glance, seat, found)
    if line is not None and line + paid <= points:
        found[len(squares(box))] = line
    return [_end(box, g, seat, at, price, paid) for at, price in sorted(found.items())]


def _end(box: Box, g: Fields, seat: int, to: int, price: int, paid: int) -> End:
    kind: Literal["sail", "ignore", "sprint"] = "sprint" if price + paid >= SPRINT_PRICE else "sail"
    if kind == "sail" and price:
        kind = "ignore"
    way = _way(box, g, seat, to, price == IGNORE_PRICE) if price < SPRINT_PRICE else []
    return {"square": _name(box, to), "price": price + paid, "kind": kind, "way": way}


def _way(box: Box, g: Fields, seat: int, to: int, is_ignoring: bool) -> list[str]:
    """The squares of one move, both ends included."""
    at = g["ship"][seat]
    return aside(box, at, to) if is_ignoring else course(box, g["wind"][at], at, to)[1]


def _line_price(box: Box, glance: Glance, seat: int, found: dict[int, int]) -> int | None:
    """The cheapest way over the line, by the card or past it, or by sprinting from one of the squares found."""
    g, crosses = glance.fields, box.plain["crosses"]
    at_once = int(line_price(box.constants, glance.records, 0, seat))
    prices = [] if at_once == NO_WAY else [at_once]
    for at, price in found.items():
        if price <= IGNORE_PRICE and crosses[g["wind"][at]][at]:
            roses = _rose_count(g, seat) + _takes_rose(box, g, seat, at)
            if roses >= ROSES_TO_FINISH:
                prices.append(price + SPRINT_PRICE)
    return min(prices, default=None)


def _name(box: Box, square: int) -> str:
    return square_names(box)[square] if square in squares(box) else "line"


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    g, first = glance.fields, numbering(box)
    if action < first.lay_done:
        return _card_choice(box, g, *divmod(action, len(squares(box))))
    if first.sail <= action < first.renounce:
        is_ignoring = action >= first.ignore
        return _move_choice(box, g, action - (first.ignore if is_ignoring else first.sail), is_ignoring)
    if action == first.buy:
        return {"kind": "buy", "price": 1, "text": message("choice.buy"), "short": message("short.buy")}
    kind = cast("PlainKind", first._fields[first.index(action)])
    return {"kind": kind, "text": message(f"choice.{kind}"), "short": message(f"short.{kind}")}


def _card_choice(box: Box, g: Fields, kind: int, square: int) -> CardChoice:
    """A card on a square, with the squares to which it would lead from there."""
    old = g["wind"][square]
    name, at = kind_names(box)[kind], square_names(box)[square]
    text = message("choice.lay", card=card(box, kind), square=at)
    if old >= 0:
        text = message("choice.cover", card=card(box, kind), square=at, old=card(box, old))
    return {
        "kind": "cover" if old >= 0 else "lay",
        "card": name,
        "square": at,
        "ends": _leads(box)[kind][square],
        "text": text,
        "short": message("short.lay", card=name, square=at.lower()),
        "is_detail": old >= 0 or not _is_near(box, g, square),
    }


@per_box
def _leads(box: Box) -> list[list[list[str]]]:
    """The names of the squares to which each kind leads from each square, and "line"."""
    names, ends, crosses = square_names(box), box.plain["ends"], box.plain["crosses"]
    return [
        [
            [names[end] for end in ends[kind][at] if end != NOWHERE] + ["line"] * (crosses[kind][at] != 0)
            for at in squares(box)
        ]
        for kind in range(box.plain["kinds"])
    ]


def _is_near(box: Box, g: Fields, square: int) -> bool:
    """Whether a card there helps the ship on turn at once: an end of its card or a neighbour."""
    at = g["ship"][g["turn"]]
    return square in box.plain["ends"][g["wind"][at]][at] or square in box.plain["neighbours"][at]


def _move_choice(box: Box, g: Fields, square: int, is_ignoring: bool) -> MoveChoice:
    price = (IGNORE_PRICE if is_ignoring else 0) + (SPRINT_PRICE if g["phase"] == Phase.SPRINT else 0)
    kind: Literal["sail", "ignore"] = "ignore" if is_ignoring else "sail"
    key = "choice.sprint" if price and not is_ignoring else f"choice.{kind}"  # what costs nothing names no price
    seat, name = g["turn"], _name(box, square)
    if square not in squares(box):
        text, short = message(f"{key}_line", price=price), message("short.line")
    else:
        text, short = message(key, square=name, price=price), message("short.sail", square=name.lower())
        if _takes_rose(box, g, seat, square):
            text = message(f"{key}_rose", square=name, price=price, rose=rose(box, square))
    way = _way(box, g, seat, square, is_ignoring)
    return {"kind": kind, "square": name, "price": price, "way": way, "text": text, "short": short}
