"""What an offered action of Captain Treasure Boots means, with what there is to know before choosing it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired, cast

from cabotage.core.box import per_box
from cabotage.core.message import ChoiceText, Message, message
from cabotage.core.part import fixed
from cabotage.games.treasure_boots.actions import (
    AMOUNT,
    CONTROL,
    FACES,
    FIRE,
    LOSE,
    MOST_SEATS,
    NAME,
    PASS,
    SPEND,
    TAKE,
    UNLOAD_ALL,
    UNLOAD_PART,
    Kind,
    Token,
    ship_name,
)
from cabotage.games.treasure_boots.chart import OPEN_SEA, chart_of
from cabotage.games.treasure_boots.routes import (
    Aim,
    Shot,
    aim_of,
    aims,
    costs_of,
    movement,
    shots_within_reach,
    worths,
)
from cabotage.games.treasure_boots.state import NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.story import TOKEN_NAMES, carried_tokens, place, ship

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

CACHED = 64  # ships that act, each at its table

KindName = Literal["sails", "guns", "rum", "gold", "pearl"]
PlainKind = Literal["pass", "unload_all", "unload_part", "take"]


class GoChoice(ChoiceText):
    """A start port, a refuge, or where the ship sails; then with its cost and the shots that it could fire there."""

    kind: Literal["go"]
    square: int
    cost: NotRequired[int]
    pearls: NotRequired[int]
    shots: NotRequired[list[Aim]]


class ControlChoice(ChoiceText):
    kind: Literal["control"]
    ship: str


class FireChoice(ChoiceText, Aim):
    kind: Literal["fire"]


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


class AmountChoice(ChoiceText):
    kind: Literal["amount"]
    token: KindName
    amount: int


class PlainChoice(ChoiceText):
    kind: PlainKind


Choice = GoChoice | ControlChoice | FireChoice | NameChoice | SpendChoice | LoseChoice | AmountChoice | PlainChoice


def choice(box: Box, glance: Glance, action: int) -> Choice:
    """What choosing this means."""
    g = glance.fields
    phase = Phase(g["phase"])
    if action < PASS:
        return _sailing(box, glance, action) if phase is Phase.GO else _port(box, phase, action)
    if action == PASS:
        return _plain("pass", f"pass_{phase.name.lower()}")
    if action < FIRE:
        return _control(box, g, MOST_SEATS + action - CONTROL)
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
    return _cargo(box, glance, phase, action)


def _port(box: Box, phase: Phase, square: int) -> GoChoice:
    text = message(f"choice.{phase.name.lower()}", place=place(box, square))
    return {"kind": "go", "square": square, "text": text, "short": _go_texts(box)[square]}


@per_box
def _go_texts(box: Box) -> list[Message]:
    """What one may type for each square."""
    chart = chart_of(box)
    places = map(chart.place, range(len(chart.cells)))
    return [message("short.go", row=row, column=column) for row, column in places]


def _sailing(box: Box, glance: Glance, square: int) -> GoChoice:
    g, (acting, points, costs, shots) = glance.fields, _sailor(box, glance)
    island = box.plain["island_at"][square]
    token = g["token"][island] if island != NOWHERE else NOTHING
    cost, is_staying = costs[square], square == g["at"][acting]
    return _sail(box, square, cost, max(0, cost - points), is_staying, token, shots.get(square, ()))


@lru_cache(CACHED)
def _sailor(box: Box, glance: Glance) -> tuple[int, int, tuple[int, ...], dict[int, tuple[Shot, ...]]]:
    """The ship that acts: its number, its points, what each square costs it, and its shots from there."""
    g = glance.fields
    acting = g["acting"]
    return acting, movement(g, acting)[0], costs_of(box, g, acting), shots_within_reach(box, glance, acting)


@fixed
def _sail(
    box: Box, square: int, cost: int, pearls: int, is_staying: bool, token: int, shots: tuple[Shot, ...]
) -> GoChoice:
    key = "choice.stay" if is_staying else "choice.go_for_pearls" if pearls else "choice.go"
    values: dict[str, Any] = {"place": place(box, square), "pearls": pearls}
    if token != NOTHING:
        treasure = message(f"token.{TOKEN_NAMES[token]}")
        values["place"] = message("place.treasure", place=values["place"], token=treasure)
    best = max(shots, key=lambda shot: shot.hits, default=None)
    can_hit = best is not None and best.hits > 0
    if key == "choice.go" and best is not None and can_hit:
        key = "choice.go_to_fire"
        values |= {"ship": ship(best.target), "hits": best.hits, "of": FACES * FACES}
    return {
        "kind": "go",
        "square": square,
        "cost": cost,
        "pearls": pearls,
        "shots": list(map(aim_of, shots)),
        "text": message(key, **values),
        "short": _go_texts(box)[square],
        "is_detail": key != "choice.stay" and chart_of(box).cells[square] == OPEN_SEA and not can_hit,
    }


def _control(box: Box, g: Fields, number: int) -> ControlChoice:
    name, spot = ship_name(number), place(box, g["at"][number])
    text = message("choice.control", ship=ship(number), place=spot, hold=carried_tokens(g, number))
    return {"kind": "control", "ship": name, "text": text, "short": message("short.control", ship=name)}


def _fire(box: Box, glance: Glance, target: int) -> FireChoice:
    g = glance.fields
    acting = g["acting"]
    aim = aims(box, glance, acting, g["at"][acting])[target]
    chance = {"gap": aim["gap"], "hits": aim["hits"], "of": aim["of"]}
    return {
        **aim,
        "kind": "fire",
        "text": message("choice.fire", ship=ship(target), hold=carried_tokens(g, target), **chance),
        "short": message("short.fire", ship=target + 1 if target < MOST_SEATS else ship_name(target)),
        "is_detail": False,
    }


def _pearls(g: Fields, phase: Phase, pearls: int) -> SpendChoice:
    short = message("short.spend", pearls=pearls)
    if phase is Phase.DEFENCE_PEARLS:
        key = "choice.defend" if pearls else "choice.defend_not"
        return {"kind": "spend", "pearls": pearls, "text": message(key, pearls=pearls), "short": short}
    hits = min(FACES, max(0, g["attack"] + pearls - g["hold"][g["target"]][Token.RUM]))
    key = "choice.attack" if pearls else "choice.attack_not"
    text = message(key, pearls=pearls, hits=hits, of=FACES)
    return {"kind": "spend", "pearls": pearls, "hits": hits, "of": FACES, "text": text, "short": short}


def _plain(kind: PlainKind, key: str, **values: int) -> PlainChoice:
    return {"kind": kind, "text": message(f"choice.{key}", **values), "short": message(f"short.{kind}")}


def _cargo(box: Box, glance: Glance, phase: Phase, action: int) -> AmountChoice | PlainChoice:
    g = glance.fields
    if action == UNLOAD_ALL:
        return _plain("unload_all", "unload_all", points=worths(box, g)[g["acting"]])
    if action == UNLOAD_PART:
        return _plain("unload_part", "unload_part")
    if action == TAKE:
        return _plain("take", f"take_{phase.name.lower()}")
    kind, amount = _kind_name(g["kind"]), action - AMOUNT
    text = message("choice.amount", amount=amount, kind=message(f"kind.{kind}"))
    short = message("short.amount", amount=amount)
    return {"kind": "amount", "token": kind, "amount": amount, "text": text, "short": short}


def _kind_name(kind: int) -> KindName:
    return cast("KindName", Kind(kind).name.lower())
