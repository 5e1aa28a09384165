"""What people are shown of Cape Horn, and what an offered action means."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast

from typing_extensions import TypedDict

from cabotage.core.contract import HIDDEN
from cabotage.core.message import ChoiceText, message
from cabotage.games.cape_horn import chart as charts
from cabotage.games.cape_horn import deck as decks
from cabotage.games.cape_horn.actions import (
    BUY,
    IGNORE,
    KINDS,
    LAY_DONE,
    RENOUNCE,
    SAIL,
    SQUARES,
    STOP,
    Colour,
    Kind,
    Zone,
    kind_name,
    square_name,
)
from cabotage.games.cape_horn.box import LINE, ROSES_TO_FINISH
from cabotage.games.cape_horn.offers import banned
from cabotage.games.cape_horn.reach import (
    IGNORE_PRICE,
    SPRINT_PRICE,
    has_square,
    ignores_over_line,
    reachable,
    sails_over_line,
)
from cabotage.games.cape_horn.rules import takes_rose
from cabotage.games.cape_horn.state import MOST_POINTS, NO_ROSE, NOBODY, NOWHERE, OPEN, Phase
from cabotage.games.cape_horn.story import rose

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance

# What a move may cost: nothing, ignoring the card, a sprint, a sprint of which one leg ignores its card.
PRICES = (0, IGNORE_PRICE, SPRINT_PRICE, SPRINT_PRICE + IGNORE_PRICE)

ZoneName = Literal["I", "II", "III"]
ColourName = Literal["red", "green", "yellow"]
CompassName = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class Station(TypedDict):
    square: str  # "K4"
    colour: ColourName
    zone: ZoneName  # of the rose; the water may be of another


class Chart(TypedDict):
    """What never changes during a game."""

    rows: list[str]  # "1" "2" "3" water, "#" land, "-" and "=" title
    line: list[str]  # squares whose northern edge is the finish
    starts: list[str]
    stations: list[Station]
    kinds: dict[str, dict[ZoneName, list[list[CompassName]]]]  # the paths of each kind of card as it lies in a zone


class Card(TypedDict):
    square: str
    zone: ZoneName
    kind: str
    below: list[str]  # from the bottom up


class Covering(TypedDict):
    square: str
    why: Literal["ship", "reach"] | None  # why the player on turn may not cover it


class End(TypedDict):
    square: str  # or "line"
    price: int


class Lacks(TypedDict):
    """Roses that a player still has to take."""

    colours: list[ColourName]
    zones: list[ZoneName]


class Player(TypedDict):
    seat: int
    team: int
    ship: str | None  # None once it has crossed the line
    points: int
    cards: int
    hand: list[str] | None  # None if the viewer may not see it
    roses: dict[ZoneName, ColourName | None]
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
    rose: ColourName | None


class BuyChoice(ChoiceText):
    kind: Literal["buy"]
    price: int


class PlainChoice(ChoiceText):
    kind: Literal["lay_done", "renounce", "stop", "end_turn"]


Choice = CardChoice | MoveChoice | BuyChoice | PlainChoice


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """The chart with its winds and ships, every player's log, and where each ship can go."""
    g = glance[0]
    phase = Phase(int(g["phase"]))
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": _seat(g["turn"]),
        "starter": _seat(g["starter"]),
        "winner": _seat(g["winner"]),
        "round": _round(box, g),
        "stock": int(g["stock"]),
        "idle": int(g["idle"]),  # CAP-72
        "chart": _chart(box),
        "cards": _cards(box, g),
        "open": [square_name(box, at) for at in range(SQUARES) if g["wind"][at] == OPEN],
        "covering": covering(box, g) if phase is Phase.LAY and g["laid_now"] == 0 else [],
        "players": [_player(box, glance, seat) for seat in range(box.seats)],
    }


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _round(box: Box, g: Any) -> int:
    """The round being played, or the last one."""
    is_stopped = g["phase"] == Phase.OVER and g["winner"] == NOBODY
    return (int(g["turns"]) - (1 if is_stopped else 0)) // box.seats + 1


@lru_cache(maxsize=32)
def _chart(box: Box) -> Chart:
    """Water, land, stations, and where each kind of card leads in each zone."""
    chart = charts.read(box.boards["board"])
    winds = decks.read(box.boards["deck"])
    return {
        "rows": list(box.boards["board"].data["rows"]),
        "line": [charts.cell_name(cell) for cell in chart.line],
        "starts": [charts.cell_name(cell) for cell in chart.starts],
        "stations": [
            {
                "square": charts.cell_name(station.cell),
                "colour": _colour_name(station.colour),
                "zone": _zone_name(station.zone),
            }
            for station in chart.stations
        ],
        "kinds": {
            kind_name(kind): {
                _zone_name(zone): [_points(path, chart.forward[zone]) for path in winds[kind].paths] for zone in Zone
            }
            for kind in Kind
        },
    }


def _points(path: decks.Path, forward: str) -> list[CompassName]:
    return [cast("CompassName", decks.turned(step, forward)) for step in path]


def _zone_name(zone: int) -> ZoneName:
    return cast("ZoneName", Zone(int(zone)).name)


def _colour_name(colour: int) -> ColourName:
    return cast("ColourName", Colour(int(colour)).name.lower())


def _cards(box: Box, g: Any) -> list[Card]:
    """Every square with a card: its top card, and what lies below it from the bottom up."""
    piles: dict[int, list[str]] = {
        int(at): [kind_name(int(box.constants["start_wind"][0]))] for at in box.constants["starts"][0]
    }
    for n in range(int(g["laid"])):
        piles.setdefault(int(g["laid_square"][n]), []).append(kind_name(int(g["laid_kind"][n])))
    return [
        {
            "square": square_name(box, at),
            "zone": _zone_name(box.constants["zone"][0, at]),
            "kind": kind_name(int(g["wind"][at])),
            "below": piles.get(at, [])[:-1],
        }
        for at in range(SQUARES)
        if g["wind"][at] >= 0
    ]


def covering(box: Box, g: Any) -> list[Covering]:
    """Every square with a card, and why the player on turn may not cover it (CAP-26, CAP-27)."""
    low, high = banned(box.constants[0], g)
    ships = {int(at) for at in g["ship"][: box.seats]}
    return [
        {
            "square": square_name(box, at),
            "why": "ship" if at in ships else "reach" if has_square(int(low), int(high), at) else None,
        }
        for at in range(SQUARES)
        if g["wind"][at] >= 0
    ]


def _player(box: Box, glance: Glance, seat: int) -> Player:
    g = glance[0]
    at = int(g["ship"][seat])
    roses = [None if colour == NO_ROSE else _colour_name(colour) for colour in g["roses"][seat]]
    taken = len(roses) - roses.count(None)
    return {
        "seat": seat,
        "team": box.teams[seat],
        "ship": None if at == NOWHERE else square_name(box, at),
        "points": int(g["points"][seat]),
        "cards": int(g["held"][seat]),
        "hand": _hand(g, seat),
        "roses": {_zone_name(zone): roses[zone] for zone in Zone},
        "lacks": {
            "colours": [_colour_name(colour) for colour in Colour if _colour_name(colour) not in roses],
            "zones": [_zone_name(zone) for zone in Zone if roses[zone] is None],
        },
        "may_finish": taken >= ROSES_TO_FINISH,
        "steps_to_line": 0 if at == NOWHERE else int(box.constants["steps_to_line"][0, at]),
        "ends": [] if at == NOWHERE or g["phase"] == Phase.OVER else _ends(box, glance, seat),
    }


def _hand(g: Any, seat: int) -> list[str] | None:
    counts = [int(count) for count in g["hand"][seat]]
    if counts[0] == HIDDEN:
        return None
    return [kind_name(kind) for kind in range(KINDS) for _ in range(counts[kind])]


def _ends(box: Box, glance: Glance, seat: int) -> list[End]:
    """Where this ship can go and what it costs: now if its player is on turn, else in their next turn."""
    g = glance[0]
    points = int(g["points"][seat])
    paid = 0
    prices: tuple[int, ...] = PRICES
    if seat != g["turn"] or g["phase"] in (Phase.DRAW, Phase.BUY):
        points = min(points + 1, MOST_POINTS)
    elif g["phase"] == Phase.SPRINT:
        paid, prices = SPRINT_PRICE, PRICES[:2]
    found: dict[int, int] = {}
    for price in prices:
        if price + paid <= points:
            low, high = reachable(box.constants, glance, 0, seat, price)
            for at in range(SQUARES):
                if has_square(int(low), int(high), at):
                    found.setdefault(at, price + paid)
    line = _line_price(box, glance, seat, found)
    if line is not None and line + paid <= points:
        found[LINE] = line + paid
    return [{"square": _name(box, at), "price": price} for at, price in sorted(found.items())]


def _line_price(box: Box, glance: Glance, seat: int, found: dict[int, int]) -> int | None:
    """The cheapest way over the line, by the card or past it, or by sprinting from one of the squares found."""
    b, g = box.constants[0], glance[0]
    prices = []
    if sails_over_line(b, g, seat):
        prices.append(0)
    if ignores_over_line(b, g, seat):
        prices.append(IGNORE_PRICE)
    for at, price in found.items():
        roses = sum(int(colour) != NO_ROSE for colour in g["roses"][seat]) + takes_rose(b, g, seat, at)
        if price <= IGNORE_PRICE and b["crosses"][g["wind"][at], at] and roses >= ROSES_TO_FINISH:
            prices.append(price + SPRINT_PRICE)
    return min(prices, default=None)


def _name(box: Box, square: int) -> str:
    return "line" if square == LINE else square_name(box, square)


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with the parts of the board to pick for it."""
    g = glance[0]
    if action < LAY_DONE:
        return _card_choice(box, g, *divmod(action, SQUARES))
    if action == LAY_DONE:
        return _plain("lay_done")
    if action < RENOUNCE:
        is_ignoring = action >= IGNORE
        return _move_choice(box, g, action - (IGNORE if is_ignoring else SAIL), is_ignoring)
    if action == RENOUNCE:
        return _plain("renounce")
    if action == STOP:
        return _plain("stop")
    if action == BUY:
        return {"kind": "buy", "price": 1, "text": message("choice.buy"), "short": message("short.buy")}
    return _plain("end_turn")


def _plain(kind: Literal["lay_done", "renounce", "stop", "end_turn"]) -> PlainChoice:
    return {"kind": kind, "text": message(f"choice.{kind}"), "short": message(f"short.{kind}")}


def _card_choice(box: Box, g: Any, kind: int, square: int) -> CardChoice:
    """A card on a square, with the squares to which it would lead from there."""
    is_cover = bool(g["wind"][square] >= 0)
    ends = [square_name(box, int(end)) for end in box.constants["ends"][0, kind, square] if end != NOWHERE]
    card, at = {"key": f"kind.{kind_name(kind)}"}, square_name(box, square)
    if is_cover:
        text = message("choice.cover", card=card, square=at, old={"key": f"kind.{kind_name(int(g['wind'][square]))}"})
    else:
        text = message("choice.lay", card=card, square=at)
    return {
        "kind": "cover" if is_cover else "lay",
        "card": kind_name(kind),
        "square": at,
        "ends": ends + (["line"] if box.constants["crosses"][0, kind, square] else []),
        "text": text,
        "short": message("short.lay", card=kind_name(kind), square=at.lower()),
        "is_detail": is_cover or square not in _near(box, g),
    }


def _near(box: Box, g: Any) -> set[int]:
    """Where a card helps the ship on turn at once: the ends of its card and its neighbours."""
    at = int(g["ship"][g["turn"]])
    return {int(end) for end in (*box.constants["ends"][0, g["wind"][at], at], *box.constants["neighbours"][0, at])}


def _move_choice(box: Box, g: Any, square: int, is_ignoring: bool) -> MoveChoice:
    price = (IGNORE_PRICE if is_ignoring else 0) + (SPRINT_PRICE if g["phase"] == Phase.SPRINT else 0)
    kind: Literal["sail", "ignore"] = "ignore" if is_ignoring else "sail"
    key = "choice.sprint" if price and not is_ignoring else f"choice.{kind}"  # what costs nothing names no price
    name, colour = _name(box, square), None
    if square == LINE:
        text, short = message(f"{key}_line", price=price), message("short.line")
    else:
        text, short = message(key, square=name, price=price), message("short.sail", square=name.lower())
        if takes_rose(box.constants[0], g, int(g["turn"]), square):
            text = message(f"{key}_rose", square=name, price=price, rose=rose(box, square))
            colour = _colour_name(box.constants["rose_colour"][0, square])
    return {"kind": kind, "square": name, "price": price, "rose": colour, "text": text, "short": short}
