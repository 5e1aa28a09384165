"""What people are shown of Captain Treasure Boots, and what an offered action means. All but secret ports is public."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired, cast

import numpy as np
from typing_extensions import TypedDict

from cabotage.core.contract import batch
from cabotage.core.message import ChoiceText, Message, SeatName, message
from cabotage.games.treasure_boots.actions import (
    AMOUNT,
    COLOURS,
    CONTROL,
    FACES,
    FIRE,
    LOSE,
    MOST_CHOICES,
    MOST_SEATS,
    NAME,
    PASS,
    SHIPS,
    SPEND,
    TAKE,
    UNLOAD_ALL,
    UNLOAD_PART,
    Kind,
    Token,
    Wind,
    ship_name,
)
from cabotage.games.treasure_boots.aim import NO_LINE, hits_of_36, write_gaps
from cabotage.games.treasure_boots.box import DIRECTIONS
from cabotage.games.treasure_boots.chart import OPEN_SEA, Chart, chart_of
from cabotage.games.treasure_boots.goods import bonus, hold_worth
from cabotage.games.treasure_boots.reach import PASSED, POINTS, UNREACHED, write_costs
from cabotage.games.treasure_boots.state import NOBODY, NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.story import carried_tokens, name_of, place, ship

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance

SHOOTING = (Phase.NAME, Phase.ATTACK_DIE, Phase.ATTACK_PEARLS, Phase.DEFENCE_DIE, Phase.DEFENCE_PEARLS,
            Phase.LOOT, Phase.LOSE, Phase.REFUGE)  # fmt: skip

CACHED = 256  # results of searches, for scenes of the same ships under the same wind

WindName = Literal["n", "e", "s", "w"]
TokenName = Literal["sails", "guns", "rum", "gold", "white", "black"]
KindName = Literal["sails", "guns", "rum", "gold", "pearl"]


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


class Island(Spot):
    number: int
    pips: int  # of 36 rolls
    token: TokenName | None
    is_rolled: bool
    is_drawn_for: bool


class Port(Spot):
    name: Message


class Player(TypedDict):
    seat: int
    score: int
    place: int  # 1 is first
    has_chosen: bool  # a start port; public even when the port is not


class End(TypedDict):
    """A square within reach."""

    square: int
    cost: int  # in points
    pearls: int
    before: int | None  # the square before the last step, drift included; None where the ship stands


class Ship(TypedDict):
    ship: str  # "0" to "7", or "x0" to "x11" for privateers
    seat: int | None
    slot: int | None
    square: int | None
    row: int | None
    column: int | None
    hold: dict[TokenName, int]
    points: int
    pearls: int
    worth: int  # unloaded now, bonus included
    bonus: int
    reach: list[list[int]] | None  # of privateers: squares that need no pearl, one, two ...


class Aim(TypedDict):
    """A possible shot with its exact chance, if nobody spends pearls."""

    target: str
    gap: int  # empty squares between the two
    guns: int
    rum: int
    hits: int
    of: int


class Shot(TypedDict):
    """The shot under way, with its chance as things stand."""

    attacker: str
    target: str
    defender: int
    attack: int
    attack_die: int | None
    guns: int
    gap: int
    defence: int | None
    defence_die: int | None
    rum: int
    hits: int
    of: int


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
    target: int  # points to win
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
    kind: KindName | None


class Step(TypedDict):
    square: int
    is_drift: bool


class GoChoice(ChoiceText):
    """A start port, a refuge, or where the ship sails; then with cost, way and possible shots."""

    kind: Literal["go"]
    square: int
    row: int
    column: int
    cost: NotRequired[int]
    pearls: NotRequired[int]
    way: NotRequired[list[Step]]
    targets: NotRequired[list[Aim]]


class ControlChoice(ChoiceText):
    kind: Literal["control"]
    ship: str
    square: int
    reach: list[End]


class FireChoice(ChoiceText, Aim):
    kind: Literal["fire"]
    ship: str


class NameChoice(ChoiceText):
    kind: Literal["name"]
    seat: int


class SpendChoice(ChoiceText):
    kind: Literal["spend"]
    pearls: int
    hits: NotRequired[int]  # for the attacker
    of: NotRequired[int]


class LoseChoice(ChoiceText):
    kind: Literal["lose"]
    token: KindName


class UnloadChoice(ChoiceText):
    kind: Literal["unload_all"]
    points: int


class AmountChoice(ChoiceText):
    kind: Literal["amount"]
    token: KindName
    amount: int


class PlainChoice(ChoiceText):
    kind: Literal["pass", "unload_part", "take"]


Choice = (
    GoChoice
    | ControlChoice
    | FireChoice
    | NameChoice
    | SpendChoice
    | LoseChoice
    | UnloadChoice
    | AmountChoice
    | PlainChoice
)


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """Chart, ships with their holds, wind, dice, scores, the box; the reach of the ship that moves; the shot."""
    g, chart = glance[0], chart_of(box)
    phase = Phase(int(g["phase"]))
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": int(g["turn"]),
        "round": int(g["rounds"]) + 1,
        "target": int(box.constants["target"][0]),
        "players": _players(box, glance, phase),
        "wind": cast("WindName", Wind(int(g["wind"])).name.lower()),
        "dice": (int(g["low"]), int(g["high"])) if g["low"] else None,
        "grid": {"top": chart.top, "left": chart.left, "rows": chart.rows, "columns": chart.columns},
        "sections": _sections(box),
        "islands": _islands(chart, g, phase),
        "ports": _ports(box),
        "ships": [_ship(box, glance, number) for number in range(SHIPS) if _is_known(box, g, number)],
        "bonus": [bonus(colours) for colours in range(COLOURS + 1)],
        "box": {_token_name(token): int(g["supply"][token]) for token in Token},
        "acting": ship_name(int(g["acting"])) if g["acting"] != NOBODY else None,
        "reach": _reach(box, glance, int(g["acting"])) if phase is Phase.GO else None,
        "shot": _shot(box, glance, phase) if phase in SHOOTING else None,
        "last_shot": None if phase in SHOOTING or not g["attack_die"] else _last_shot(g),
        "kind": _kind_name(g["kind"]) if g["kind"] != NOTHING else None,
    }


@cache
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


@cache
def _ports(box: Box) -> list[Port]:
    chart = chart_of(box)
    return [{**_spot(chart, square), "name": place(box, square)} for square in chart.ports]


def _spot(chart: Chart, square: int) -> Spot:
    row, column = chart.place(square)
    return {"square": square, "row": row, "column": column}


def _islands(chart: Chart, g: Any, phase: Phase) -> list[Island]:
    rolled = int(g["low"]) + int(g["high"]) if g["low"] else 0
    drawn_for = int(g["island"]) if phase is Phase.TOKEN else NOWHERE
    found: list[Island] = []
    for island, (square, token) in enumerate(zip(chart.islands, g["token"].tolist(), strict=False)):
        number = chart.cells[square]
        found.append(
            {
                **_spot(chart, square),
                "number": number,
                "pips": FACES - abs(FACES + 1 - number),
                "token": None if token == NOTHING else _token_name(token),
                "is_rolled": rolled == number,
                "is_drawn_for": drawn_for == island,
            }
        )
    return found


def _is_known(box: Box, g: Any, number: int) -> bool:
    return number < box.seats or (number >= MOST_SEATS and int(g["at"][number]) != NOWHERE)


def _ship(box: Box, glance: Glance, number: int) -> Ship:
    g = glance[0]
    square, holding = int(g["at"][number]), g["hold"][number].tolist()
    colours = sum(count > 0 for count in holding[:COLOURS])
    row, column = (None, None) if square == NOWHERE else chart_of(box).place(square)
    return {
        "ship": ship_name(number),
        "seat": number if number < MOST_SEATS else None,
        "slot": None if number < MOST_SEATS else number - MOST_SEATS,
        "square": None if square == NOWHERE else square,
        "row": row,
        "column": column,
        "hold": {_token_name(token): holding[token] for token in Token},
        "points": POINTS + holding[Token.SAILS],
        "pearls": holding[Token.WHITE] + holding[Token.BLACK],
        "worth": int(hold_worth(box.constants[0], g, number)),
        "bonus": bonus(colours),
        "reach": _squares_by_pearls(box, glance, number) if number >= MOST_SEATS else None,
    }


def _players(box: Box, glance: Glance, phase: Phase) -> list[Player]:
    g = glance[0]
    places = box.places(glance)
    return [
        {
            "seat": seat,
            "score": int(g["score"][seat]),
            "place": places[seat],
            "has_chosen": _has_chosen(box, g, phase, seat),
        }
        for seat in range(box.seats)
    ]


def _has_chosen(box: Box, g: Any, phase: Phase, seat: int) -> bool:
    if phase is not Phase.PORT:
        return phase not in (Phase.START, Phase.PORT_DRAW)
    starter = int(g["starter"])
    return (seat - starter) % box.seats < (int(g["turn"]) - starter) % box.seats


@cache
def _token_name(token: int) -> TokenName:
    return cast("TokenName", Token(int(token)).name.lower())


def _kind_name(kind: int) -> KindName:
    return cast("KindName", Kind(int(kind)).name.lower())


def _reach(box: Box, glance: Glance, number: int) -> list[End]:
    """Where the ship can go, with the cost in points, the pearls that it needs, and from where it gets there."""
    points = POINTS + int(glance[0]["hold"][number][Token.SAILS])
    costs = costs_of(box, glance, number)
    steps = _steps_before(box, costs, int(glance[0]["wind"]), int(glance[0]["at"][number]))
    return [
        {"square": square, "cost": cost, "pearls": max(0, cost - points), "before": steps[square]}
        for square, cost in enumerate(costs)
        if cost >= 0
    ]


def _squares_by_pearls(box: Box, glance: Glance, number: int) -> list[list[int]]:
    """Where the ship could go under this wind: squares that need no pearl, then those that need one, and so on."""
    holding = glance[0]["hold"][number].tolist()
    pearls = holding[Token.WHITE] + holding[Token.BLACK]
    return _by_pearls(costs_of(box, glance, number), POINTS + holding[Token.SAILS], pearls)


@lru_cache(maxsize=CACHED)
def _by_pearls(costs: tuple[int, ...], points: int, pearls: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(1 + pearls)]
    for square, cost in enumerate(costs):
        if cost >= 0:
            found[max(0, cost - points)].append(square)
    return found


@lru_cache(maxsize=CACHED)
def _steps_before(box: Box, costs: tuple[int, ...], wind: int, start: int) -> dict[int, int | None]:
    """For every end the square before its last step, drift included: enough to draw the way of anybody's ship."""
    chart = chart_of(box)
    return {
        end: None if end == start else _step_before(box, costs, chart, wind, start, end)[0]
        for end, cost in enumerate(costs)
        if cost >= 0
    }


def costs_of(box: Box, glance: Glance, number: int) -> tuple[int, ...]:
    """What every square costs this ship with all its points and pearls; see `write_costs`."""
    g = glance[0]
    holding = g["hold"][number].tolist()
    most = POINTS + holding[Token.SAILS] + holding[Token.WHITE] + holding[Token.BLACK]
    return _costs(box, tuple(g["at"].tolist()), int(g["wind"]), number, most)


@lru_cache(maxsize=CACHED)
def _costs(box: Box, at: tuple[int, ...], wind: int, number: int, most: int) -> tuple[int, ...]:
    """Ships and wind are all that costs depend on, so most moves leave them as they are."""
    states = batch(box.schema.dtype)
    states["at"][0], states["wind"][0] = at, wind
    room = np.zeros(MOST_CHOICES, np.int32)
    write_costs(box.constants, states, 0, number, most, room)
    return tuple(room[: len(chart_of(box).cells)].tolist())


def way(box: Box, glance: Glance, number: int, end: int) -> list[Step]:
    """A cheapest way from the ship to this square: the squares after the first, each with whether it is drift."""
    costs, chart, wind = costs_of(box, glance, number), chart_of(box), int(glance[0]["wind"])
    start = int(glance[0]["at"][number])
    steps: list[Step] = []
    while end != start:
        before, drifted = _step_before(box, costs, chart, wind, start, end)
        steps.append({"square": end, "is_drift": drifted is not None})
        if drifted is not None:
            steps.append({"square": drifted, "is_drift": False})
        end = before
    return steps[::-1]


def _step_before(
    box: Box, costs: tuple[int, ...], chart: Chart, wind: int, start: int, end: int
) -> tuple[int, int | None]:
    """From where this square is reached at its cost; with drift, also the square between."""

    def cost(square: int) -> int:
        return PASSED - costs[square] if costs[square] <= PASSED else costs[square]

    def leads_on(square: int, price: int) -> bool:
        is_passable = square == start or chart.cells[square] == OPEN_SEA
        return is_passable and costs[square] != UNREACHED and cost(square) == cost(end) - price

    neighbour, step_cost = box.constants["neighbour"][0], box.constants["step_cost"][0, wind]
    for direction in range(len(DIRECTIONS)):
        before = int(neighbour[end, (direction + 4) % 8])
        if before != NOWHERE and step_cost[direction] and leads_on(before, int(step_cost[direction])):
            return before, None
    between = int(neighbour[end, (2 * wind + 4) % 8])
    return int(neighbour[between, (2 * wind + 4) % 8]), between


def gaps(box: Box, glance: Glance, number: int, square: int) -> dict[int, int]:
    """The ships in the lines of fire from this square, with the empty squares between."""
    room = np.zeros(SHIPS, np.int32)
    write_gaps(box.constants, glance, 0, number, square, room)
    return {target: int(gap) for target, gap in enumerate(room) if gap != NO_LINE}


def _aim(g: Any, number: int, target: int, gap: int) -> Aim:
    guns, rum = int(g["hold"][number][Token.GUNS]), int(g["hold"][target][Token.RUM])
    return {
        "target": ship_name(target),
        "gap": gap,
        "guns": guns,
        "rum": rum,
        "hits": int(hits_of_36(guns - gap - rum)),
        "of": FACES * FACES,
    }


def _shot(box: Box, glance: Glance, phase: Phase) -> Shot:
    g = glance[0]
    attacker, target = int(g["acting"]), int(g["target"])
    guns, rum = int(g["hold"][attacker][Token.GUNS]), int(g["hold"][target][Token.RUM])
    attack, defence = int(g["attack"]), int(g["defence"])
    if phase in (Phase.NAME, Phase.ATTACK_DIE):
        hits, of = int(hits_of_36(attack - rum)), FACES * FACES
    elif phase in (Phase.ATTACK_PEARLS, Phase.DEFENCE_DIE):
        hits, of = min(FACES, max(0, attack - rum)), FACES
    else:
        hits, of = int(attack >= defence), 1
    return {
        "attacker": ship_name(attacker),
        "target": ship_name(target),
        "defender": int(g["defender"]),
        "attack": attack,
        "attack_die": int(g["attack_die"]) or None,
        "guns": guns,
        "gap": gaps(box, glance, attacker, int(g["at"][attacker]))[target],
        "defence": defence if g["defence_die"] else None,
        "defence_die": int(g["defence_die"]) or None,
        "rum": rum,
        "hits": hits,
        "of": of,
    }


def _last_shot(g: Any) -> LastShot:
    attack, defence = int(g["attack"]), int(g["defence"])
    return {
        "attack": attack,
        "attack_die": int(g["attack_die"]),
        "defence": defence,
        "defence_die": int(g["defence_die"]),
        "is_hit": attack >= defence,
    }


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means, with what there is to know before choosing it."""
    g = glance[0]
    phase = Phase(int(g["phase"]))
    if action < PASS:
        return _destination(box, glance, phase, action)
    if action == PASS:
        return {"kind": "pass", "text": message(f"choice.pass_{phase.name.lower()}"), "short": message("short.pass")}
    if action < FIRE:
        return _control(box, glance, MOST_SEATS + action - CONTROL)
    if action < NAME:
        return _fire(box, glance, action - FIRE)
    if action < SPEND:
        seat = action - NAME
        text = message("choice.name", who={"seat": seat})
        return {"kind": "name", "seat": seat, "text": text, "short": message("short.name", number=seat + 1)}
    if action < LOSE:
        return _pearls(g, phase, action - SPEND)
    if action < UNLOAD_ALL:
        kind = _kind_name(action - LOSE)
        text = message("choice.lose", kind=message(f"kind.{kind}"))
        return {"kind": "lose", "token": kind, "text": text, "short": message(f"short.lose_{kind}")}
    return _cargo(box, g, phase, action)


def _control(box: Box, glance: Glance, number: int) -> ControlChoice:
    g, name = glance[0], ship_name(number)
    square, hold = int(g["at"][number]), carried_tokens(g, number)
    return {
        "kind": "control",
        "ship": name,
        "square": square,
        "reach": _reach(box, glance, number),
        "text": message("choice.control", ship=ship(number), place=place(box, square), hold=hold),
        "short": message("short.control", ship=name),
    }


def _fire(box: Box, glance: Glance, target: int) -> FireChoice:
    g = glance[0]
    acting = int(g["acting"])
    aim = _aim(g, acting, target, gaps(box, glance, acting, int(g["at"][acting]))[target])
    chance = {"gap": aim["gap"], "hits": aim["hits"], "of": aim["of"]}
    return {
        **aim,
        "kind": "fire",
        "ship": ship_name(target),
        "text": message("choice.fire", ship=ship(target), hold=carried_tokens(g, target), **chance),
        "short": message("short.fire", ship=target + 1 if target < MOST_SEATS else ship_name(target)),
        "is_detail": False,
    }


def _destination(box: Box, glance: Glance, phase: Phase, square: int) -> GoChoice:
    g = glance[0]
    row, column = chart_of(box).place(square)
    short = message("short.go", row=row, column=column)
    if phase is not Phase.GO:
        text = message(f"choice.{phase.name.lower()}", place=place(box, square))
        return {"kind": "go", "square": square, "row": row, "column": column, "text": text, "short": short}
    acting = int(g["acting"])
    cost = costs_of(box, glance, acting)[square]
    pearls = max(0, cost - POINTS - int(g["hold"][acting][Token.SAILS]))
    island = int(box.constants["island_at"][0, square])
    token = int(g["token"][island]) if island != NOWHERE else NOTHING
    key = "choice.stay" if square == int(g["at"][acting]) else "choice.go_for_pearls" if pearls else "choice.go"
    values: dict[str, Any] = {"place": place(box, square), "pearls": pearls}
    if token != NOTHING:
        treasure = message(f"token.{_token_name(token)}")
        values["place"] = message("place.treasure", place=values["place"], token=treasure)
    targets = [_aim(g, acting, target, gap) for target, gap in gaps(box, glance, acting, square).items()]
    best = max(targets, key=lambda aim: aim["hits"], default=None)
    if key == "choice.go" and best and best["hits"]:
        key = "choice.go_to_fire"
        values |= {"ship": _named(best["target"]), "hits": best["hits"], "of": best["of"]}
    return {
        "kind": "go",
        "square": square,
        "row": row,
        "column": column,
        "cost": cost,
        "pearls": pearls,
        "way": way(box, glance, acting, square),
        "targets": targets,
        "text": message(key, **values),
        "short": short,
        "is_detail": key != "choice.stay" and chart_of(box).cells[square] == OPEN_SEA and not (best and best["hits"]),
    }


def _named(name: str) -> Message | SeatName:
    """The ship of that name in scenes."""
    return ship(MOST_SEATS + int(name[1:]) if name.startswith("x") else int(name))


def _pearls(g: Any, phase: Phase, pearls: int) -> SpendChoice:
    short = message("short.spend", pearls=pearls)
    if phase is Phase.DEFENCE_PEARLS:
        key = "choice.defend" if pearls else "choice.defend_not"
        return {"kind": "spend", "pearls": pearls, "text": message(key, pearls=pearls), "short": short}
    hits = min(FACES, max(0, int(g["attack"]) + pearls - int(g["hold"][int(g["target"])][Token.RUM])))
    key = "choice.attack" if pearls else "choice.attack_not"
    text = message(key, pearls=pearls, hits=hits, of=FACES)
    return {"kind": "spend", "pearls": pearls, "hits": hits, "of": FACES, "text": text, "short": short}


def _cargo(box: Box, g: Any, phase: Phase, action: int) -> UnloadChoice | AmountChoice | PlainChoice:
    if action == UNLOAD_ALL:
        points = int(hold_worth(box.constants[0], g, int(g["acting"])))
        text = message("choice.unload_all", points=points)
        return {"kind": "unload_all", "points": points, "text": text, "short": message("short.unload_all")}
    if action == UNLOAD_PART:
        return {"kind": "unload_part", "text": message("choice.unload_part"), "short": message("short.unload_part")}
    if action == TAKE:
        text = message(f"choice.take_{phase.name.lower()}")
        return {"kind": "take", "text": text, "short": message("short.take")}
    kind, amount = _kind_name(g["kind"]), action - AMOUNT
    text = message("choice.amount", amount=amount, kind=message(f"kind.{kind}"))
    short = message("short.amount", amount=amount)
    return {"kind": "amount", "token": kind, "amount": amount, "text": text, "short": short}
