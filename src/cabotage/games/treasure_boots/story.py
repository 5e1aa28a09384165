"""What people are told of Captain Treasure Boots: the log lines of one event. Only secret ports are hidden."""

from __future__ import annotations

from functools import lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from cabotage.core.box import per_box
from cabotage.core.message import message
from cabotage.core.words import Words
from cabotage.games.treasure_boots.actions import (
    ATTACK,
    COLOURS,
    CONTROL,
    DEFENCE,
    FIRE,
    MOST_SEATS,
    NAME,
    PASS,
    SPEND,
    START,
    TOKEN,
    Token,
    Wind,
    ship_name,
)
from cabotage.games.treasure_boots.aim import hits_of_36
from cabotage.games.treasure_boots.chart import OPEN_SEA, PORT, Chart, chart_of
from cabotage.games.treasure_boots.state import NOTHING, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message, SeatName

WORDS = Path(__file__).with_name("words")

TokenName = Literal["sails", "guns", "rum", "gold", "white", "black"]
TOKEN_NAMES: tuple[TokenName, ...] = get_args(TokenName)


def ship(number: int) -> Message | SeatName:
    """A player's ship is called by the player's name."""
    if number < MOST_SEATS:
        return {"seat": number}
    return message("ship.privateer", name=ship_name(number))


def place(box: Box, square: int) -> Message:
    return _places(box)[square]


@per_box
def _places(box: Box) -> list[Message]:
    chart = chart_of(box)
    return [_place(chart, square) for square in range(len(chart.cells))]


def _place(chart: Chart, square: int) -> Message:
    row, column = chart.place(square)
    if chart.cells[square] == OPEN_SEA:
        return message("place.sea", row=row, column=column)
    if chart.cells[square] == PORT:
        name = name_of(chart.port_names[square])
        is_unique = list(chart.port_names.values()).count(chart.port_names[square]) == 1
        return name if is_unique else message("place.same_port", name=name, row=row, column=column)
    return message("place.island", number=chart.cells[square], row=row, column=column)


@lru_cache(maxsize=256)
def name_of(name: str) -> Message:
    """Ports and seas of the boards we ship are translated; those of other boards keep their name."""
    key = f"chart.{name.lower().replace(' ', '_')}"
    return message(key) if key in Words.load(WORDS, "en") else message("place.port", name=name)


def carried_tokens(g: Fields, number: int) -> Message:
    """What lies in the hold, each kind with its number; or that it is empty."""
    holding = zip(TOKEN_NAMES, g["hold"][number], strict=True)
    kinds = [message(f"hold.{name}", count=count) for name, count in holding if count]
    if not kinds:
        return message("hold.empty")
    return reduce(lambda told, kind: message("hold.more", told=told, kind=kind), kinds)


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event: what was drawn or chosen, then what came of it."""
    b, a = before.fields, after.fields
    phase = Phase(b["phase"])
    if phase in (Phase.START, Phase.PORT, Phase.PORT_DRAW, Phase.REVEAL):
        return _beginning(box, b, number, a)
    if phase is Phase.DICE:
        return _roll(b, a)
    if phase is Phase.TOKEN:
        return _new_token(box, b, number - TOKEN)
    return _deed(box, b, phase, number, a) + _consequences(box, b, phase, number, a) + _ending(box, after)


def _beginning(box: Box, b: Fields, number: int, a: Fields) -> list[Message]:
    if b["phase"] == Phase.START:
        return [message("story.begins", who={"seat": number - START}), *_in_port(box, b, a)]
    return _in_port(box, b, a) or [message("story.has_chosen", who={"seat": b["turn"]})]


def _in_port(box: Box, b: Fields, a: Fields) -> list[Message]:
    """Ships that have appeared in a port."""
    return [
        message("story.starts", who={"seat": seat}, place=place(box, a["at"][seat]))
        for seat in range(box.seats)
        if b["at"][seat] == NOWHERE and a["at"][seat] != NOWHERE
    ]


def _roll(b: Fields, a: Fields) -> list[Message]:
    return [
        message(
            "story.rolls_same" if a["wind"] == b["wind"] else "story.rolls",
            who={"seat": b["turn"]},
            low=a["low"],
            high=a["high"],
            wind={"key": f"wind.{Wind(a['wind']).name.lower()}"},
        )
    ]


def _new_token(box: Box, b: Fields, token: int) -> list[Message]:
    square = box.plain["island_square"][b["island"]]
    if token == Token.BLACK:
        return [message("story.privateer_appears", place=place(box, square))]
    return [message("story.appears", place=place(box, square), token=_token(token))]


def _deed(box: Box, b: Fields, phase: Phase, number: int, a: Fields) -> list[Message]:
    """The choice or the die itself."""
    who, acting = {"seat": b["turn"]}, b["acting"]
    if phase is Phase.CONTROL:
        if number == PASS:
            return []
        key = "story.commands" if b["low"] == b["high"] else "story.commands_for_a_pearl"
        return [message(key, who=who, ship=ship(MOST_SEATS + number - CONTROL))]
    if phase is Phase.GO:
        return _sailing(box, b, acting, number, a)
    if phase is Phase.FIRE:
        if number == PASS:
            return []
        target = number - FIRE
        margin = a["attack"] - b["hold"][target][Token.RUM]
        return [message("story.fires", ship=ship(acting), other=ship(target), hits=int(hits_of_36(margin)), of=36)]
    if phase is Phase.NAME:
        return [message("story.names", who=who, other={"seat": number - NAME}, ship=ship(b["target"]))]
    if phase is Phase.ATTACK_DIE:
        die = number - ATTACK + 1
        return [message("story.attack_die", ship=ship(acting), die=die, value=b["attack"] + die)]
    if phase is Phase.DEFENCE_DIE:
        die, target = number - DEFENCE + 1, b["target"]
        value = die + b["hold"][target][Token.RUM]
        return [message("story.defence_die", ship=ship(target), die=die, value=value)]
    if phase in (Phase.ATTACK_PEARLS, Phase.DEFENCE_PEARLS) and number > SPEND:
        spender = ship(acting if phase is Phase.ATTACK_PEARLS else b["target"])
        return [message("story.spends", ship=spender, pearls=number - SPEND)]
    if phase in (Phase.COLLECT, Phase.LOOT) and number == PASS:
        return [message(f"story.leaves_{phase.name.lower()}", ship=ship(acting))]
    if phase is Phase.REFUGE:
        sunk = b["target"]
        return [message("story.starts", who=ship(sunk), place=place(box, a["at"][sunk]))]
    return []


def _sailing(box: Box, b: Fields, acting: int, square: int, a: Fields) -> list[Message]:
    if square == b["at"][acting]:
        return [message("story.stays", ship=ship(acting))]
    spent = sum(a["supply"][token] - b["supply"][token] for token in (Token.WHITE, Token.BLACK))
    key = "story.sails_for_pearls" if spent else "story.sails"
    return [message(key, ship=ship(acting), place=place(box, square), pearls=spent)]


def _consequences(box: Box, b: Fields, phase: Phase, number: int, a: Fields) -> list[Message]:
    """What followed without a question: a token picked up, cargo ashore, a hit or a miss, loot, a ship sunk, points."""
    acting = b["acting"]
    lines: list[Message] = []
    if phase in (Phase.GO, Phase.COLLECT):
        lines += [
            message("story.collects", ship=ship(acting), token=_token(b["token"][island]))
            for island in range(box.plain["islands"])
            if b["token"][island] != NOTHING and a["token"][island] == NOTHING
        ]
    elif phase in (Phase.UNLOAD, Phase.AMOUNT) and sum(a["supply"]) > sum(b["supply"]):
        lines.append(_unloading(b, a))
    elif phase in (Phase.DEFENCE_DIE, Phase.DEFENCE_PEARLS, Phase.LOOT, Phase.LOSE):
        lines += _outcome(b, phase, number, a)
    points = a["score"][b["turn"]] - b["score"][b["turn"]]
    if acting >= MOST_SEATS and points:
        lines.append(message("story.scores", who={"seat": b["turn"]}, points=points))
    return lines


def _unloading(b: Fields, a: Fields) -> Message:
    seat = b["turn"]
    gone = [had - has for had, has in zip(b["hold"][seat], a["hold"][seat], strict=True)]
    colours = sum(count > 0 for count in gone[:COLOURS])
    points = a["score"][seat] - b["score"][seat]
    return message("story.unloads", who={"seat": seat}, tokens=sum(gone), colours=colours, points=points)


def _outcome(b: Fields, phase: Phase, number: int, a: Fields) -> list[Message]:
    """Whether the shot hit, once that is known; what was taken, and whether the ship sank."""
    acting, target = b["acting"], b["target"]
    if a["phase"] == Phase.DEFENCE_PEARLS or (phase is Phase.LOOT and number == PASS):
        return []
    if phase is Phase.DEFENCE_DIE:
        is_hit = b["attack"] >= number - DEFENCE + 1 + b["hold"][target][Token.RUM]
    else:
        is_hit = phase is not Phase.DEFENCE_PEARLS or number == SPEND
    lines = [] if phase in (Phase.LOOT, Phase.LOSE) else [message("story.hit" if is_hit else "story.miss")]
    lines += [
        message("story.takes", ship=ship(acting), other=ship(target), token=_token(token))
        for token in Token
        if is_hit and a["hold"][target][token] < b["hold"][target][token]
    ]
    is_sunk = is_hit and not any(a["hold"][target])
    if is_sunk and target >= MOST_SEATS and a["at"][target] == NOWHERE:
        lines.append(message("story.sinks_privateer", ship=ship(acting), other=ship(target)))
    elif is_sunk and target < MOST_SEATS and not (acting >= MOST_SEATS and a["phase"] == Phase.OVER):
        lines.append(message("story.sinks", ship=ship(target)))
    return lines


def _ending(box: Box, after: Glance) -> list[Message]:
    if after.fields["phase"] != Phase.OVER:
        return []
    first = [seat for seat, place in enumerate(box.places(after.records)) if place == 1]
    key = "story.wins" if len(first) == 1 else "story.shares"
    return [message(key, who={"seat": seat}, points=after.fields["score"][seat]) for seat in first]


def _token(token: int) -> Message:
    return message(f"token.{TOKEN_NAMES[token]}")
