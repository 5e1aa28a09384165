"""What people are shown of Captain Treasure Boots. All but secret ports is public."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from typing_extensions import TypedDict

from cabotage.core.box import per_box
from cabotage.core.message import Message
from cabotage.core.part import fixed, part
from cabotage.games.treasure_boots.actions import COLOURS, FACES, MOST_SEATS, SHIPS, Token, Wind, ship_name
from cabotage.games.treasure_boots.aim import hits_of_36
from cabotage.games.treasure_boots.chart import Chart, chart_of
from cabotage.games.treasure_boots.choices import Choice, KindName, choice
from cabotage.games.treasure_boots.routes import End, ends, gaps, points_and_pearls, squares_by_pearls, worths
from cabotage.games.treasure_boots.state import NOBODY, NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.story import TOKEN_NAMES, TokenName, name_of, place

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

__all__ = ["Choice", "KindName", "Scene", "choice", "scene"]

SHOOTING = (Phase.NAME, Phase.ATTACK_DIE, Phase.ATTACK_PEARLS, Phase.DEFENCE_DIE, Phase.DEFENCE_PEARLS,
            Phase.LOOT, Phase.LOSE, Phase.REFUGE)  # fmt: skip

WindName = Literal["n", "e", "s", "w"]

IS_SHARED = True  # scenes and stories depend on the glance, not on who looks


class Grid(TypedDict):
    top: int
    left: int
    rows: int
    columns: int


class Section(TypedDict):
    id: str
    name: Message
    row: int
    column: int
    height: int
    width: int


class Spot(TypedDict):
    square: int
    row: int
    column: int


class NumberedSpot(Spot):
    number: int
    pips: int  # of 36 rolls


class Island(NumberedSpot):
    token: TokenName | None
    is_rolled: bool
    is_drawn_for: bool


class Port(Spot):
    name: Message


class Player(TypedDict):
    seat: int
    score: int


class Ship(TypedDict):
    ship: str  # "0" to "7", or "x0" to "x11" for privateers
    seat: int | None
    square: int | None
    row: int | None
    column: int | None
    hold: dict[TokenName, int]
    points: int  # movement points
    pearls: int
    worth: int  # unloaded now, bonus included
    bonus: int
    reach: list[list[int]] | None  # of privateers: squares that need no pearl, one, two ...


class Shot(TypedDict):
    """The shot under way, with its chance as things stand."""

    attacker: str  # ships
    attacked: str
    attack: int
    attack_die: int | None
    guns: int
    gap: int
    defence: int | None
    defence_die: int | None
    rum: int
    hits: int
    of: int
    is_hit: bool | None  # None until it is known


class LastShot(TypedDict):
    """A shot that is over; its dice still lie there."""

    attack: int
    attack_die: int
    defence: int
    defence_die: int
    is_hit: bool


class Scene(TypedDict):
    viewer: int
    phase: str
    turn: int
    round: int
    target: int  # score to win
    players: list[Player]
    wind: WindName
    dice: tuple[int, int] | None
    grid: Grid
    sections: list[Section]
    islands: list[Island]
    ports: list[Port]
    ships: list[Ship]
    bonus: list[int]  # by the number of colours
    box: dict[TokenName, int]
    acting: str | None
    reach: list[End] | None
    shot: Shot | None
    last_shot: LastShot | None


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """Chart, ships with their holds, wind, dice, scores, the box; the reach of the ship that moves; the shot."""
    g, phase = glance.fields, Phase(glance.fields["phase"])
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": g["turn"],
        "round": g["rounds"] + 1,
        "target": box.plain["target"],
        "players": _players(box, glance),
        "wind": cast("WindName", Wind(g["wind"]).name.lower()),
        "dice": (g["low"], g["high"]) if g["low"] else None,
        "grid": _grid(box),
        "sections": _sections(box),
        "islands": _islands(box, glance),
        "ports": _ports(box),
        "ships": _ships(box, glance),
        "bonus": box.plain["bonus"],
        "box": _supply(box, glance),
        "acting": ship_name(g["acting"]) if g["acting"] != NOBODY else None,
        "reach": ends(box, glance, g["acting"]) if phase is Phase.GO else None,
        "shot": _shot(box, glance, phase) if phase in SHOOTING else None,
        "last_shot": None if phase in SHOOTING or not g["attack_die"] else _last_shot(g),
    }


@part("score")
def _players(box: Box, g: Fields) -> list[Player]:
    return [{"seat": seat, "score": g["score"][seat]} for seat in range(box.seats)]


@per_box
def _grid(box: Box) -> Grid:
    chart = chart_of(box)
    return {"top": chart.top, "left": chart.left, "rows": chart.rows, "columns": chart.columns}


@part("supply")
def _supply(_: Box, g: Fields) -> dict[TokenName, int]:
    return dict(zip(TOKEN_NAMES, g["supply"], strict=True))


@per_box
def _sections(box: Box) -> list[Section]:
    return [
        {
            "id": piece.section.id,
            "name": name_of(piece.section.name),
            "row": piece.row + 1,
            "column": piece.column + 1,
            "height": piece.section.height,
            "width": piece.section.width,
        }
        for piece in chart_of(box).placed
    ]


@per_box
def _ports(box: Box) -> list[Port]:
    chart = chart_of(box)
    return [{**_spot(chart, square), "name": place(box, square)} for square in chart.ports]


def _spot(chart: Chart, square: int) -> Spot:
    row, column = chart.place(square)
    return {"square": square, "row": row, "column": column}


@per_box
def _numbered(box: Box) -> list[NumberedSpot]:
    chart = chart_of(box)
    numbers = {square: chart.cells[square] for square in chart.islands}
    return [
        {**_spot(chart, square), "number": number, "pips": FACES - abs(FACES + 1 - number)}
        for square, number in numbers.items()
    ]


@part("low", "high", "phase", "island", "token")
def _islands(box: Box, g: Fields) -> list[Island]:
    rolled = g["low"] + g["high"] if g["low"] else 0
    drawn_for = g["island"] if g["phase"] == Phase.TOKEN else NOWHERE
    return [
        _island(box, island, token, rolled == spot["number"], drawn_for == island)
        for island, (spot, token) in enumerate(zip(_numbered(box), g["token"], strict=False))
    ]


@fixed
def _island(box: Box, island: int, token: int, is_rolled: bool, is_drawn_for: bool) -> Island:
    return {
        **_numbered(box)[island],
        "token": None if token == NOTHING else TOKEN_NAMES[token],
        "is_rolled": is_rolled,
        "is_drawn_for": is_drawn_for,
    }


@part("at", "hold", "wind")
def _ships(box: Box, g: Fields) -> list[Ship]:
    """The players' ships and the privateers in play."""
    at, worth = g["at"], worths(box, g)
    privateers = [number for number in range(MOST_SEATS, SHIPS) if at[number] != NOWHERE]
    own = [_ship(box, number, at[number], tuple(g["hold"][number]), worth[number]) for number in range(box.seats)]
    return own + [
        {
            **_ship(box, number, at[number], tuple(g["hold"][number]), worth[number]),
            "reach": squares_by_pearls(box, g, number),
        }
        for number in privateers
    ]


@fixed
def _ship(box: Box, number: int, square: int, holding: tuple[int, ...], worth: int) -> Ship:
    points, pearls = points_and_pearls(holding)
    row, column = (None, None) if square == NOWHERE else chart_of(box).place(square)
    return {
        "ship": ship_name(number),
        "seat": number if number < MOST_SEATS else None,
        "square": None if square == NOWHERE else square,
        "row": row,
        "column": column,
        "hold": dict(zip(TOKEN_NAMES, holding, strict=True)),
        "points": points,
        "pearls": pearls,
        "worth": worth,
        "bonus": box.plain["bonus"][COLOURS - holding[:COLOURS].count(0)],
        "reach": None,
    }


def _shot(box: Box, glance: Glance, phase: Phase) -> Shot:
    g = glance.fields
    attacker, attacked = g["acting"], g["target"]
    guns, rum = g["hold"][attacker][Token.GUNS], g["hold"][attacked][Token.RUM]
    attack, defence = g["attack"], g["defence"]
    if phase in (Phase.NAME, Phase.ATTACK_DIE):
        hits, of = int(hits_of_36(attack - rum)), FACES * FACES
    elif phase in (Phase.ATTACK_PEARLS, Phase.DEFENCE_DIE):
        hits, of = min(FACES, max(0, attack - rum)), FACES
    else:
        hits, of = int(attack >= defence), 1
    return {
        "attacker": ship_name(attacker),
        "attacked": ship_name(attacked),
        "attack": attack,
        "attack_die": g["attack_die"] or None,
        "guns": guns,
        "gap": gaps(box, glance, attacker, [g["at"][attacker]])[0][attacked],
        "defence": defence if g["defence_die"] else None,
        "defence_die": g["defence_die"] or None,
        "rum": rum,
        "hits": hits,
        "of": of,
        "is_hit": True if phase in (Phase.LOOT, Phase.LOSE, Phase.REFUGE) else None,  # a miss has no such phase
    }


def _last_shot(g: Fields) -> LastShot:
    return {
        "attack": g["attack"],
        "attack_die": g["attack_die"],
        "defence": g["defence"],
        "defence_die": g["defence_die"],
        "is_hit": g["attack"] >= g["defence"],
    }
