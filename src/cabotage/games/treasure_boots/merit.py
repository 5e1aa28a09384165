"""What speaks for a choice in Captain Treasure Boots: what a hold is worth, the chance of a shot, distances, pearls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cabotage.core.comparison import compare
from cabotage.core.message import message
from cabotage.games.treasure_boots.actions import (
    AMOUNT,
    COLOURS,
    CONTROL,
    FIRE,
    LOSE,
    MOST_SEATS,
    NAME,
    PASS,
    PEARLS,
    SPEND,
    TAKE,
    UNLOAD_ALL,
    UNLOAD_PART,
    Kind,
    Token,
)
from cabotage.games.treasure_boots.choices import choice
from cabotage.games.treasure_boots.routes import aims, aims_within_reach, costs_of, movement, squares_by_pearls, worths
from cabotage.games.treasure_boots.state import NOTHING, NOWHERE, Phase
from cabotage.games.treasure_boots.story import TOKEN_NAMES, ship

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message

NEAR = 6  # squares: two or three moves
LIKELY = 4  # a chance of one in so many is worth more than a shorter way


def merit(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    """By the kind of action."""
    g = glance.fields
    phase = Phase(g["phase"])
    if action < PASS:
        return _go(box, glance, action) if phase is Phase.GO else _port(box, g, action, others)
    if action == PASS:
        return _pass(box, glance, phase)
    if action < FIRE:
        return _control(box, glance, MOST_SEATS + action - CONTROL)
    if action < NAME:
        return _fire(box, glance, action - FIRE, [other - FIRE for other in others if FIRE <= other < NAME])
    if action < SPEND:
        return _name(g, action - NAME, [other - NAME for other in others])
    if action < LOSE:
        return _pearls(box, glance, phase, action)
    if action < UNLOAD_ALL:
        return _lose(g, action - LOSE)
    return _cargo(box, glance, phase, action)


def _squares_apart(box: Box, one: int, other: int) -> int:
    """How many squares it is from one to the other in a straight line, diagonals included."""
    row, column = box.plain["row"], box.plain["column"]
    return int(max(abs(row[one] - row[other]), abs(column[one] - column[other])))


def _nearest(box: Box, square: int, goals: Iterable[int]) -> int | None:
    """How far the nearest of these squares is."""
    return min((_squares_apart(box, square, goal) for goal in goals), default=None)


def _islands(box: Box) -> list[int]:
    return list(box.plain["island_square"][: box.plain["islands"]])


def _treasures(box: Box, g: Fields) -> list[int]:
    """The squares of the islands where a treasure lies."""
    return [square for square, token in zip(_islands(box), g["token"], strict=False) if token != NOTHING]


def _port(box: Box, g: Fields, square: int, others: Sequence[int]) -> Message:
    count, *rest = (
        sum(_squares_apart(box, port, island) <= NEAR for island in _islands(box)) for port in (square, *others)
    )
    return message(f"merit.port_{compare(count, rest)}", count=count, squares=NEAR)


def _go(box: Box, glance: Glance, square: int) -> Message:
    """What the ship can do there: collect, unload, fire; else what it comes nearer to."""
    g = glance.fields
    number = g["acting"]
    spent = max(0, costs_of(box, g, number)[square] - movement(g, number)[0])
    island = box.plain["island_at"][square]
    if island != NOWHERE and g["token"][island] != NOTHING and square != g["at"][number]:
        return _collect(box, glance, number, g["token"][island], spent)
    worth = worths(box, g)[number] - spent
    if box.plain["is_port"][square] and number < MOST_SEATS and worth > 0:
        return message("merit.home_win" if _wins(box, g, worth) else "merit.home", points=worth)
    shots = aims_within_reach(box, glance, number).get(square, {})
    aim = max(shots.items(), key=lambda each: each[1]["hits"], default=None)
    nearer = _nearer(box, g, number, square)
    if aim is not None and aim[1]["hits"] * (LIKELY if nearer else aim[1]["of"]) >= aim[1]["of"]:
        return _aim(g, aim[0])
    return nearer or message("merit.later")


def _aim(g: Fields, target: int) -> Message:
    """What a hit would bring (TRB-65, TRB-67, TRB-72); its chance is part of the choice."""
    count = sum(g["hold"][target])
    if count:
        return message("merit.aim_hold", ship=ship(target), count=count)
    return message("merit.aim_privateer" if target >= MOST_SEATS else "merit.aim_empty", ship=ship(target))


def _wins(box: Box, g: Fields, points: int) -> bool:
    """Whether these points win at once; not if the others finish the round (TRB-91)."""
    return bool(not box.plain["finish_round"] and g["score"][g["turn"]] + points >= box.plain["target"])


def _collect(box: Box, glance: Glance, number: int, token: int, spent: int) -> Message:
    """A privateer brings a point at once; one's own hold is worth more, with a new colour by its bonus."""
    g, name = glance.fields, message(f"token.{TOKEN_NAMES[token]}")
    if number >= MOST_SEATS:
        return message("merit.privateer_takes", token=name)  # TRB-29
    hold, bonus = g["hold"][number], box.plain["bonus"]
    worth = worths(box, g)[number] - spent + (box.plain["gold_value"] if token == Token.GOLD else 1)
    if token >= COLOURS or hold[token]:
        return message("merit.take", token=name, points=worth)
    colours = COLOURS - hold[:COLOURS].count(0)
    worth += bonus[colours + 1] - bonus[colours]
    return message("merit.take_colour", token=name, points=worth, colours=colours + 1)


def _nearer(box: Box, g: Fields, number: int, square: int) -> Message | None:
    here = g["at"][number]
    ports = box.plain["port_square"][: box.plain["ports"]]
    for key, goals in (("treasure", _treasures(box, g)), ("port", ports if any(g["hold"][number]) else [])):
        before, after = _nearest(box, here, goals), _nearest(box, square, goals)
        if before is not None and after is not None and after < before:
            return message(f"merit.nearer_{key}", squares=after)
    return None


def _pass(box: Box, glance: Glance, phase: Phase) -> Message:
    g = glance.fields
    if phase is Phase.CONTROL:
        return message("merit.later" if g["low"] == g["high"] else "merit.keep_pearl")  # TRB-22
    if phase is Phase.FIRE:
        shots = aims(box, glance, g["acting"], g["at"][g["acting"]]).values()
        best = max(shots, key=lambda aim: aim["hits"])
        return message("merit.hold_fire", hits=best["hits"], of=best["of"])
    if phase is Phase.UNLOAD:
        colours, bonus = COLOURS - g["hold"][g["acting"]][:COLOURS].count(0), box.plain["bonus"]
        if colours < COLOURS and bonus[colours + 1] > bonus[colours]:
            return message("merit.keep_hold", colours=colours, of=COLOURS)
        return message("merit.keep_powers")
    return message("merit.later")


def _control(box: Box, glance: Glance, number: int) -> Message:
    """What this privateer could do at once, without a pearl of its own."""
    g = glance.fields
    within = set(squares_by_pearls(box, g, number)[0])
    if within & set(_treasures(box, g)) - {g["at"][number]}:
        return message("merit.control_treasure")
    reach = aims_within_reach(box, glance, number)
    hits = [aim for square, shots in reach.items() if square in within for aim in shots.values() if aim["hits"]]
    best = max(hits, key=lambda aim: aim["hits"], default=None)
    return message("merit.control_aim", hits=best["hits"], of=best["of"]) if best else message("merit.later")


def _fire(box: Box, glance: Glance, target: int, others: Sequence[int]) -> Message:
    g = glance.fields
    shots = aims(box, glance, g["acting"], g["at"][g["acting"]])
    aim = shots[target]
    key = f"fire_{compare(aim['hits'], (shots[other]['hits'] for other in others))}" if others else "fire_only"
    return message(f"merit.{key}", ship=ship(target), hits=aim["hits"], of=aim["of"])


def _name(g: Fields, seat: int, others: Sequence[int]) -> Message:
    comparison = compare(-g["score"][seat], (-g["score"][other] for other in others))
    key = "merit.name" if comparison == "less" else "merit.name_least"
    return message(key, who={"seat": seat}, points=g["score"][seat])


def _pearls(box: Box, glance: Glance, phase: Phase, action: int) -> Message:
    spent = action - SPEND
    if phase is Phase.DEFENCE_PEARLS:
        return message("merit.defend") if spent else message("merit.keep_pearls")
    meant = choice(box, glance, action)
    hits, of = (meant.get("hits", 0), meant.get("of", 0)) if meant["kind"] == "spend" else (0, 0)
    return message("merit.attack" if spent else "merit.attack_not", hits=hits, of=of, pearls=spent)


def _lose(g: Fields, kind: int) -> Message:
    """The attacker gains a colour, or a defender keeps one."""
    target, acting = g["target"], g["acting"]
    name = message(f"kind.{Kind(kind).name.lower()}")
    if g["defender"] == target and g["hold"][target][Token.GOLD]:
        is_spare = kind == PEARLS or g["hold"][target][kind] > 1
        return message("merit.give_spare" if is_spare else "merit.give_last", kind=name)
    is_new = kind != PEARLS and not g["hold"][acting][kind]
    return message("merit.seize_colour" if is_new else "merit.seize", kind=name)


def _cargo(box: Box, glance: Glance, phase: Phase, action: int) -> Message:
    g = glance.fields
    number = g["acting"]
    if action == UNLOAD_ALL:
        points = worths(box, g)[number]
        return message("merit.unload_win" if _wins(box, g, points) else "merit.unload", points=points)
    if action == UNLOAD_PART:
        return message("merit.unload_part")
    if action == TAKE:
        return message(f"merit.take_{phase.name.lower()}")
    name = message(f"kind.{Kind(g['kind']).name.lower()}")
    return message("merit.amount" if action > AMOUNT else "merit.amount_none", count=action - AMOUNT, kind=name)
