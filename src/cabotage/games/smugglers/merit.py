"""What speaks for a choice in Smugglers' Island: points, the way to go, and the light.

For goods that are not on the own boat it goes by what all see: where they lie, not where they belong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabotage.core.comparison import compare
from cabotage.core.message import message
from cabotage.games.smugglers.actions import HARBOURS, STACK, meaning
from cabotage.games.smugglers.rules import BIG_STEP
from cabotage.games.smugglers.scene import choice, island_name, known_good, lit_fields, neighbours
from cabotage.games.smugglers.state import NONE

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message


def merit(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    """By the kind of action: what a way brings, whom the light meets, where cargo, reef or boat come to lie."""
    g = glance.fields
    kind, field, take, to = meaning(box, action)
    match kind:
        case "load":
            return message("merit.load")
        case "turn":
            return _light(box, glance, action)
        case "lay":
            return _lay(box, g, field)
        case "reef":
            return message("merit.reef", fields=len(neighbours(box)[field]))
        case "harbour":
            apart, *rest = (_sectors_apart(box, g, meaning(box, each).value) for each in (action, *others))
            if not apart:
                return message("merit.harbour_lit")
            return message(f"merit.harbour_{compare(apart, rest)}", sectors=apart)
    here = g["boat"][g["turn"]]
    return _way(box, g, here if kind == "stay" else field, take, to if kind == "push" else NONE)


def _sectors_apart(box: Box, g: Fields, field: int) -> int:
    """How many sectors lie between the light and this field, the shorter way round."""
    apart = abs(int(box.plain["sector"][field]) - int(g["beam"]))
    return min(apart, int(box.plain["sectors"]) - apart)


def is_threatened(box: Box, g: Fields, field: int) -> bool:
    """Whether the next roll can turn the light onto a boat on this field."""
    steps = (step for step in range(-BIG_STEP, BIG_STEP + 1) if step)
    return any(box.plain["lit"][(g["beam"] + step) % box.plain["sectors"]] >> field & 1 for step in steps)


def _light(box: Box, glance: Glance, action: int) -> Message:
    """Whom the light finds, and whether one's own cargo is safe from it."""
    g = glance.fields
    found = choice(box, glance, action)
    seats = [seat for seat in found["seats"] if g["cargo"][seat] != NONE] if found["kind"] == "turn" else []
    rivals = [seat for seat in seats if seat != g["turn"]]
    if g["turn"] in seats:
        return message("merit.light_mine")
    if rivals:
        return message("merit.light_rival", who={"seat": rivals[0]})
    return message("merit.light_nobody" if g["cargo"][g["turn"]] == NONE else "merit.light_spares")


def _lay(box: Box, g: Fields, field: int) -> Message:
    """Where cargo falls that the light has found: the own one near its harbour, a rival's out of their way."""
    loser = next(seat for k in range(box.seats) if g["caught"] >> (seat := (g["turn"] + k) % box.seats) & 1)  # SMG-34
    good = known_good(g, g["cargo"][loser])
    far = box.plain["distance"][field]
    if loser == g["turn"] and good != NONE:
        dest = box.plain["dest"][good]
        return message("merit.lay_mine", fields=far[dest], island=island_name(dest))
    if lit_fields(box, g) >> field & 1:
        return message("merit.lay_lit", who={"seat": loser})
    return message("merit.lay", fields=far[g["boat"][g["turn"]]])


def _way(box: Box, g: Fields, field: int, take: bool, pushed_to: int) -> Message:
    """What happens where the boat ends: points, a push into the light, cargo; else how far it is and how safe."""
    cargo = g["cargo"][g["turn"]]
    good = known_good(g, cargo) if cargo != NONE else NONE
    if pushed_to != NONE and lit_fields(box, g) >> pushed_to & 1:
        other = g["boat"].index(field)
        if g["cargo"][other] != NONE:
            return message("merit.push_light", who={"seat": other})
    is_arriving = pushed_to == NONE or not box.plain["push_ends_turn"]  # SMG-41
    if is_arriving and take:
        return message("merit.take" if cargo == NONE else "merit.exchange")
    if is_arriving and field < HARBOURS:
        if good != NONE and box.plain["dest"][good] == field:
            points = box.plain["points"][good]
            is_win = g["score"][g["turn"]] + points >= box.plain["target"]
            return message("merit.deliver_win" if is_win else "merit.deliver", points=points)
        if cargo == NONE and g["drawn"][field] < STACK and field != g["boat"][g["turn"]]:
            return message("merit.load_there")
    return _course(box, g, field, good)


def _course(box: Box, g: Fields, field: int, good: int) -> Message:
    """How near the goal the boat comes, and whether the next roll can find it there."""
    goals = [box.plain["dest"][good]] if good != NONE else _sources(g)
    is_safe = not is_threatened(box, g, field)
    if not goals:
        return message("merit.safe" if is_safe else "merit.later")
    here, far = g["boat"][g["turn"]], box.plain["distance"]
    goal = min(goals, key=lambda each: far[field][each])
    after, before = far[field][goal], min(far[here][each] for each in goals)
    kind = "home" if good != NONE else "cargo"
    values = {"fields": after} | ({"island": island_name(goal)} if good != NONE else {})
    if not after:
        return message(f"merit.{kind}_there", **values)
    if after < before:
        return message(f"merit.{kind}_safe" if is_safe else f"merit.{kind}", **values)
    if is_safe and is_threatened(box, g, here):
        return message("merit.shelter")
    if is_safe:
        return message("merit.safe")
    return message(f"merit.{kind}_still", **values) if after == before else message("merit.later")


def _sources(g: Fields) -> list[int]:
    """Where there is cargo to load: harbours that have some, and fields where some floats."""
    stacks = [island for island in range(HARBOURS) if g["drawn"][island] < STACK]
    return stacks + [field for field in g["at"] if field != NONE]
