"""What people are shown of Captain Treasure Boots, and what an offered action means. All but secret ports is public."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch
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
from cabotage.games.treasure_boots.rules import places
from cabotage.games.treasure_boots.state import NOBODY, NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.tale import carried_tokens, message, place, ship, story

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Message, Scene

__all__ = ["choice", "scene", "story"]

SHOOTING = (Phase.NAME, Phase.ATTACK_DIE, Phase.ATTACK_PEARLS, Phase.DEFENCE_DIE, Phase.DEFENCE_PEARLS,
            Phase.LOOT, Phase.LOSE, Phase.REFUGE)  # fmt: skip


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    """Chart, ships with their holds, wind, dice, scores, the box; the reach of the ship that moves; the shot."""
    g, chart = glance[0], chart_of(box)
    phase = Phase(int(g["phase"]))
    ranks = np.zeros(box.seats, np.int32)
    places(box.constants, glance, 0, ranks)
    return {
        "viewer": viewer,
        "phase": phase.name.lower(),
        "turn": int(g["turn"]),
        "round": int(g["rounds"]) + 1,
        "wind": Wind(int(g["wind"])).name.lower(),
        "dice": [int(g["low"]), int(g["high"])] if g["low"] else None,
        "grid": {"top": chart.top, "left": chart.left, "rows": chart.rows, "columns": chart.columns},
        "sections": [_frame(piece) for piece in chart.placed],
        "islands": [_island(chart, g, island) for island in range(len(chart.islands))],
        "ports": [_spot(chart, square) | {"name": place(box, square)} for square in chart.ports],
        "ships": [_ship(box, glance, number) for number in range(SHIPS) if _is_known(box, g, number)],
        "scores": [int(points) for points in g["score"][: box.seats]],
        "places": [int(rank) for rank in ranks],
        "target": int(box.constants["target"][0]),
        "bonus": [bonus(colours) for colours in range(COLOURS + 1)],
        "box": {token.name.lower(): int(g["supply"][token]) for token in Token},
        "chosen": _chosen(box, g, phase),
        "acting": ship_name(int(g["acting"])) if g["acting"] != NOBODY else None,
        "reach": _reach(box, glance, int(g["acting"])) if phase is Phase.GO else None,
        "shot": _shot(box, glance, phase) if phase in SHOOTING else None,
        "last_shot": None if phase in SHOOTING or not g["attack_die"] else _last_shot(g),
        "kind": Kind(int(g["kind"])).name.lower() if g["kind"] != NOTHING else None,
    }


def _frame(piece: Any) -> Scene:
    section = piece.section
    frame = {"id": section.id, "name": section.name, "row": piece.row + 1, "column": piece.column + 1}
    return frame | {"height": section.height, "width": section.width}


def _spot(chart: Chart, square: int) -> Scene:
    row, column = chart.place(square)
    return {"square": square, "row": row, "column": column}


def _island(chart: Chart, g: Any, island: int) -> Scene:
    square = chart.islands[island]
    number, token = chart.cells[square], int(g["token"][island])
    return _spot(chart, square) | {
        "number": number,
        "pips": FACES - abs(FACES + 1 - number),
        "token": None if token == NOTHING else Token(token).name.lower(),
        "is_rolled": bool(g["low"]) and int(g["low"]) + int(g["high"]) == number,
        "is_drawn_for": int(g["phase"]) == Phase.TOKEN and int(g["island"]) == island,
    }


def _is_known(box: Box, g: Any, number: int) -> bool:
    return number < box.seats or (number >= MOST_SEATS and int(g["at"][number]) != NOWHERE)


def _ship(box: Box, glance: Glance, number: int) -> Scene:
    g = glance[0]
    square, holding = int(g["at"][number]), g["hold"][number]
    colours = sum(int(count) > 0 for count in holding[:COLOURS])
    return {
        "ship": ship_name(number),
        "seat": number if number < MOST_SEATS else None,
        "slot": None if number < MOST_SEATS else number - MOST_SEATS,
        **(_spot(chart_of(box), square) if square != NOWHERE else {"square": None, "row": None, "column": None}),
        "hold": {token.name.lower(): int(holding[token]) for token in Token},
        "points": POINTS + int(holding[Token.SAILS]),
        "pearls": int(holding[Token.WHITE]) + int(holding[Token.BLACK]),
        "worth": int(hold_worth(box.constants[0], g, number)),
        "bonus": bonus(colours),
        "reach": _squares_by_pearls(box, glance, number) if number >= MOST_SEATS else None,
    }


def _chosen(box: Box, g: Any, phase: Phase) -> list[bool]:
    """Who has chosen a start port already; that is public even when the port is not."""
    if phase in (Phase.START, Phase.PORT_DRAW):
        return [False] * box.seats
    if phase is not Phase.PORT:
        return [True] * box.seats
    starter = int(g["starter"])
    return [(seat - starter) % box.seats < (int(g["turn"]) - starter) % box.seats for seat in range(box.seats)]


def _reach(box: Box, glance: Glance, number: int) -> list[Scene]:
    """Where the ship can go, with the cost in points, the pearls that it needs, and from where it gets there."""
    points = POINTS + int(glance[0]["hold"][number][Token.SAILS])
    costs = costs_of(box, glance, number)
    steps = _steps_before(box, costs, int(glance[0]["wind"]), int(glance[0]["at"][number]))
    return [
        {"square": square, "cost": cost, "pearls": max(0, cost - points), "from": steps[square]}
        for square, cost in enumerate(costs)
        if cost >= 0
    ]


def _squares_by_pearls(box: Box, glance: Glance, number: int) -> list[list[int]]:
    """Where the ship could go under this wind: squares that need no pearl, then those that need one, and so on."""
    holding = glance[0]["hold"][number]
    points = POINTS + int(holding[Token.SAILS])
    found: list[list[int]] = [[] for _ in range(1 + int(holding[Token.WHITE]) + int(holding[Token.BLACK]))]
    for square, cost in enumerate(costs_of(box, glance, number)):
        if cost >= 0:
            found[max(0, cost - points)].append(square)
    return found


@lru_cache(maxsize=16)
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
    return _costs(box, np.asarray(glance).tobytes(), number)


@lru_cache(maxsize=16)
def _costs(box: Box, record: bytes, number: int) -> tuple[int, ...]:
    states = batch(box.schema.dtype)
    states[:] = np.frombuffer(record, box.schema.dtype)
    holding = states["hold"][0][number]
    most = POINTS + int(holding[Token.SAILS]) + int(holding[Token.WHITE]) + int(holding[Token.BLACK])
    room = np.zeros(MOST_CHOICES, np.int32)
    write_costs(box.constants, states, 0, number, most, room)
    return tuple(int(cost) for cost in room[: len(chart_of(box).cells)])


def way(box: Box, glance: Glance, number: int, end: int) -> list[Scene]:
    """A cheapest way from the ship to this square: the squares after the first, each with whether it is drift."""
    costs, chart, wind = costs_of(box, glance, number), chart_of(box), int(glance[0]["wind"])
    start = int(glance[0]["at"][number])
    steps: list[Scene] = []
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


def _aim(g: Any, number: int, target: int, gap: int) -> Scene:
    """A possible shot with its exact chance, if nobody spends pearls."""
    guns, rum = int(g["hold"][number][Token.GUNS]), int(g["hold"][target][Token.RUM])
    return {
        "target": ship_name(target),
        "gap": gap,
        "guns": guns,
        "rum": rum,
        "hits": int(hits_of_36(guns - gap - rum)),
        "of": FACES * FACES,
    }


def _shot(box: Box, glance: Glance, phase: Phase) -> Scene:
    """The shot under way, with its chance as things stand."""
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


def _last_shot(g: Any) -> Scene:
    """How the shot ended whose dice still lie there."""
    attack, defence = int(g["attack"]), int(g["defence"])
    return {
        "attack": attack,
        "attack_die": int(g["attack_die"]),
        "defence": defence,
        "defence_die": int(g["defence_die"]),
        "is_hit": attack >= defence,
    }


def choice(box: Box, glance: Glance, action: int) -> Scene:
    """What choosing this means, with what there is to know before choosing it."""
    g = glance[0]
    phase = Phase(int(g["phase"]))
    if action < PASS:
        return _destination(box, glance, phase, action)
    if action == PASS:
        return {"kind": "pass", "text": message(f"choice.pass_{phase.name.lower()}"), "short": message("short.pass")}
    if action < FIRE:
        number = MOST_SEATS + action - CONTROL
        spot = int(g["at"][number])
        text = message("choice.control", ship=ship(number), place=place(box, spot), hold=carried_tokens(g, number))
        reach = _reach(box, glance, number)
        short = message("short.control", ship=ship_name(number))
        return {
            "kind": "control",
            "ship": ship_name(number),
            "square": spot,
            "reach": reach,
            "text": text,
            "short": short,
        }
    if action < NAME:
        target = action - FIRE
        acting = int(g["acting"])
        gap = gaps(box, glance, acting, int(g["at"][acting]))[target]
        aim = _aim(g, acting, target, gap)
        text = message(
            "choice.fire", ship=ship(target), gap=gap, hits=aim["hits"], of=aim["of"], hold=carried_tokens(g, target)
        )
        short = message("short.fire", ship=target + 1 if target < MOST_SEATS else ship_name(target))
        return {"kind": "fire", "ship": ship_name(target), **aim, "text": text, "short": short}
    if action < SPEND:
        seat = action - NAME
        text = message("choice.name", who={"seat": seat})
        return {"kind": "name", "seat": seat, "text": text, "short": message("short.name", number=seat + 1)}
    if action < LOSE:
        return _pearls(g, phase, action - SPEND)
    if action < UNLOAD_ALL:
        kind = Kind(action - LOSE).name.lower()
        text = message("choice.lose", kind={"key": f"kind.{kind}"})
        return {"kind": "lose", "token": kind, "text": text, "short": message(f"short.lose_{kind}")}
    return _cargo(box, g, phase, action)


def _destination(box: Box, glance: Glance, phase: Phase, square: int) -> Scene:
    g = glance[0]
    row, column = chart_of(box).place(square)
    spot = {"kind": "go", **_spot(chart_of(box), square), "short": message("short.go", row=row, column=column)}
    if phase is not Phase.GO:
        return spot | {"text": message(f"choice.{phase.name.lower()}", place=place(box, square))}
    acting = int(g["acting"])
    cost = costs_of(box, glance, acting)[square]
    pearls = max(0, cost - POINTS - int(g["hold"][acting][Token.SAILS]))
    island = int(box.constants["island_at"][0, square])
    token = int(g["token"][island]) if island != NOWHERE else NOTHING
    key = "choice.stay" if square == int(g["at"][acting]) else "choice.go_for_pearls" if pearls else "choice.go"
    values: dict[str, Any] = {"place": place(box, square), "pearls": pearls}
    if token != NOTHING:
        values["place"] = message(
            "place.treasure", place=values["place"], token={"key": f"token.{Token(token).name.lower()}"}
        )
    targets = [_aim(g, acting, target, gap) for target, gap in gaps(box, glance, acting, square).items()]
    best = max(targets, key=lambda aim: int(aim["hits"]), default=None)
    if key == "choice.go" and best and best["hits"]:
        key = "choice.go_to_fire"
        values |= {"ship": _named(best["target"]), "hits": best["hits"], "of": best["of"]}
    return spot | {
        "cost": cost,
        "pearls": pearls,
        "way": way(box, glance, acting, square),
        "targets": targets,
        "text": message(key, **values),
        "is_detail": key != "choice.stay" and chart_of(box).cells[square] == OPEN_SEA and not (best and best["hits"]),
    }


def _named(name: str) -> Message:
    """The ship that is called so in scenes."""
    return ship(MOST_SEATS + int(name[1:]) if name.startswith("x") else int(name))


def _pearls(g: Any, phase: Phase, pearls: int) -> Scene:
    short = message("short.spend", pearls=pearls)
    if phase is Phase.DEFENCE_PEARLS:
        key = "choice.defend" if pearls else "choice.defend_not"
        return {"kind": "spend", "pearls": pearls, "text": message(key, pearls=pearls), "short": short}
    hits = min(FACES, max(0, int(g["attack"]) + pearls - int(g["hold"][int(g["target"])][Token.RUM])))
    key = "choice.attack" if pearls else "choice.attack_not"
    text = message(key, pearls=pearls, hits=hits, of=FACES)
    return {"kind": "spend", "pearls": pearls, "hits": hits, "of": FACES, "text": text, "short": short}


def _cargo(box: Box, g: Any, phase: Phase, action: int) -> Scene:
    if action == UNLOAD_ALL:
        points = int(hold_worth(box.constants[0], g, int(g["acting"])))
        text = message("choice.unload_all", points=points)
        return {"kind": "unload_all", "points": points, "text": text, "short": message("short.unload_all")}
    if action == UNLOAD_PART:
        return {"kind": "unload_part", "text": message("choice.unload_part"), "short": message("short.unload_part")}
    if action == TAKE:
        text = message(f"choice.take_{phase.name.lower()}")
        return {"kind": "take", "text": text, "short": message("short.take")}
    kind, amount = Kind(int(g["kind"])).name.lower(), action - AMOUNT
    text = message("choice.amount", amount=amount, kind={"key": f"kind.{kind}"})
    short = message("short.amount", amount=amount)
    return {"kind": "amount", "token": kind, "amount": amount, "text": text, "short": short}
