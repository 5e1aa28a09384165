"""What people are told of Captain Treasure Boots: the log lines of one event. Only secret ports are hidden."""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

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
from cabotage.games.treasure_boots.chart import OPEN_SEA, PORT, chart_of
from cabotage.games.treasure_boots.state import NOTHING, NOWHERE, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message, SeatName

WORDS = Path(__file__).with_name("words")

TokenName = Literal["sails", "guns", "rum", "gold", "white", "black"]


def ship(number: int) -> Message | SeatName:
    """A player's ship is called by the player's name."""
    if number < MOST_SEATS:
        return {"seat": number}
    return message("ship.privateer", name=ship_name(number))


def place(box: Box, square: int) -> Message:
    chart = chart_of(box)
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


@cache
def token_name(token: int) -> TokenName:
    return cast("TokenName", Token(token).name.lower())


def carried_tokens(g: Any, number: int) -> Message:
    """What lies in the hold, each kind with its number; or that it is empty."""
    holding = g["hold"][number]
    kinds = [message(f"hold.{token_name(token)}", count=int(holding[token])) for token in Token if holding[token]]
    if not kinds:
        return message("hold.empty")
    return reduce(lambda told, kind: message("hold.more", told=told, kind=kind), kinds)


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event: what was drawn or chosen, then what came of it."""
    b, a = before[0], after[0]
    phase = Phase(int(b["phase"]))
    if phase in (Phase.START, Phase.PORT, Phase.PORT_DRAW, Phase.REVEAL):
        return _beginning(box, b, number, a)
    if phase is Phase.DICE:
        return _roll(b, a)
    if phase is Phase.TOKEN:
        return _new_token(box, b, number - TOKEN)
    return _deed(box, b, phase, number, a) + _consequences(box, b, phase, number, a) + _ending(box, after)


def _beginning(box: Box, b: Any, number: int, a: Any) -> list[Message]:
    if b["phase"] == Phase.START:
        return [message("story.begins", who={"seat": number - START}), *_in_port(box, b, a)]
    return _in_port(box, b, a) or [message("story.has_chosen", who={"seat": int(b["turn"])})]


def _in_port(box: Box, b: Any, a: Any) -> list[Message]:
    """Ships that have appeared in a port."""
    return [
        message("story.starts", who={"seat": seat}, place=place(box, int(a["at"][seat])))
        for seat in range(box.seats)
        if b["at"][seat] == NOWHERE and a["at"][seat] != NOWHERE
    ]


def _roll(b: Any, a: Any) -> list[Message]:
    turned = (int(a["wind"]) - int(b["wind"])) % len(Wind)
    return [
        message(
            "story.rolls_same" if turned == 0 else "story.rolls",
            who={"seat": int(b["turn"])},
            low=int(a["low"]),
            high=int(a["high"]),
            wind={"key": f"wind.{Wind(int(a['wind'])).name.lower()}"},
        )
    ]


def _new_token(box: Box, b: Any, token: int) -> list[Message]:
    square = int(box.constants["island_square"][0, int(b["island"])])
    if token == Token.BLACK:
        return [message("story.privateer_appears", place=place(box, square))]
    return [message("story.appears", place=place(box, square), token=_token(token))]


def _deed(box: Box, b: Any, phase: Phase, number: int, a: Any) -> list[Message]:
    """The choice or the die itself."""
    who, acting = {"seat": int(b["turn"])}, int(b["acting"])
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
        margin = int(a["attack"]) - int(b["hold"][target][Token.RUM])
        return [message("story.fires", ship=ship(acting), other=ship(target), hits=int(hits_of_36(margin)), of=36)]
    if phase is Phase.NAME:
        return [message("story.names", who=who, other={"seat": number - NAME}, ship=ship(int(b["target"])))]
    if phase is Phase.ATTACK_DIE:
        die = number - ATTACK + 1
        return [message("story.attack_die", ship=ship(acting), die=die, value=int(b["attack"]) + die)]
    if phase is Phase.DEFENCE_DIE:
        die, target = number - DEFENCE + 1, int(b["target"])
        value = die + int(b["hold"][target][Token.RUM])
        return [message("story.defence_die", ship=ship(target), die=die, value=value)]
    if phase in (Phase.ATTACK_PEARLS, Phase.DEFENCE_PEARLS) and number > SPEND:
        spender = ship(acting if phase is Phase.ATTACK_PEARLS else int(b["target"]))
        return [message("story.spends", ship=spender, pearls=number - SPEND)]
    if phase in (Phase.COLLECT, Phase.LOOT) and number == PASS:
        return [message(f"story.leaves_{phase.name.lower()}", ship=ship(acting))]
    if phase is Phase.REFUGE:
        sunk = int(b["target"])
        return [message("story.starts", who=ship(sunk), place=place(box, int(a["at"][sunk])))]
    return []


def _sailing(box: Box, b: Any, acting: int, square: int, a: Any) -> list[Message]:
    if square == int(b["at"][acting]):
        return [message("story.stays", ship=ship(acting))]
    spent = sum(int(a["supply"][token]) - int(b["supply"][token]) for token in (Token.WHITE, Token.BLACK))
    key = "story.sails_for_pearls" if spent else "story.sails"
    return [message(key, ship=ship(acting), place=place(box, square), pearls=spent)]


def _consequences(box: Box, b: Any, phase: Phase, number: int, a: Any) -> list[Message]:
    """What followed without a question: a token picked up, cargo ashore, a hit or a miss, loot, a ship sunk, points."""
    acting = int(b["acting"])
    lines: list[Message] = []
    if phase in (Phase.GO, Phase.COLLECT):
        lines += [
            message("story.collects", ship=ship(acting), token=_token(int(b["token"][island])))
            for island in range(int(box.constants["islands"][0]))
            if b["token"][island] != NOTHING and a["token"][island] == NOTHING
        ]
    elif phase in (Phase.UNLOAD, Phase.AMOUNT) and a["supply"].sum() > b["supply"].sum():
        lines.append(_unloading(b, a))
    elif phase in (Phase.DEFENCE_DIE, Phase.DEFENCE_PEARLS, Phase.LOOT, Phase.LOSE):
        lines += _outcome(b, phase, number, a)
    points = int(a["score"][int(b["turn"])]) - int(b["score"][int(b["turn"])])
    if acting >= MOST_SEATS and points:
        lines.append(message("story.scores", who={"seat": int(b["turn"])}, points=points))
    return lines


def _unloading(b: Any, a: Any) -> Message:
    seat = int(b["turn"])
    gone = b["hold"][seat] - a["hold"][seat]
    colours = int((gone[:COLOURS] > 0).sum())
    points = int(a["score"][seat]) - int(b["score"][seat])
    return message("story.unloads", who={"seat": seat}, tokens=int(gone.sum()), colours=colours, points=points)


def _outcome(b: Any, phase: Phase, number: int, a: Any) -> list[Message]:
    """Whether the shot hit, once that is known; what was taken, and whether the ship sank."""
    acting, target = int(b["acting"]), int(b["target"])
    if a["phase"] == Phase.DEFENCE_PEARLS or (phase is Phase.LOOT and number == PASS):
        return []
    if phase is Phase.DEFENCE_DIE:
        is_hit = int(b["attack"]) >= number - DEFENCE + 1 + int(b["hold"][target][Token.RUM])
    else:
        is_hit = phase is not Phase.DEFENCE_PEARLS or number == SPEND
    lines = [] if phase in (Phase.LOOT, Phase.LOSE) else [message("story.hit" if is_hit else "story.miss")]
    lines += [
        message("story.takes", ship=ship(acting), other=ship(target), token=_token(token))
        for token in Token
        if is_hit and a["hold"][target][token] < b["hold"][target][token]
    ]
    is_sunk = is_hit and not a["hold"][target].any()
    if is_sunk and target >= MOST_SEATS and a["at"][target] == NOWHERE:
        lines.append(message("story.sinks_privateer", ship=ship(acting), other=ship(target)))
    elif is_sunk and target < MOST_SEATS and not (acting >= MOST_SEATS and a["phase"] == Phase.OVER):
        lines.append(message("story.sinks", ship=ship(target)))
    return lines


def _ending(box: Box, after: Glance) -> list[Message]:
    if after["phase"][0] != Phase.OVER:
        return []
    first = [seat for seat, place in enumerate(box.places(after)) if place == 1]
    key = "story.wins" if len(first) == 1 else "story.shares"
    return [message(key, who={"seat": seat}, points=int(after["score"][0][seat])) for seat in first]


def _token(token: int) -> Message:
    return message(f"token.{token_name(token)}")
