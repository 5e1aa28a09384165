"""What speaks for a choice in Cape Horn: roses, the line, and how many squares are left to the win.

Distances are those of `steps_to_win`: in single steps, through the stations that a ship still has to visit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cabotage.core.comparison import compare
from cabotage.core.message import message
from cabotage.games.cape_horn.actions import ZONES, numbering, square_names
from cabotage.games.cape_horn.box import ROSES_TO_FINISH, haul_of
from cabotage.games.cape_horn.state import MOST_POINTS, NO_ROSE, NOWHERE
from cabotage.games.cape_horn.story import rose

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message


def merit(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    """By the kind of action: what a move takes or nears, where a card leads, what is kept or gained."""
    g, first = glance.fields, numbering(box)
    seat = g["turn"]
    if action < first.lay_done:
        return _card(box, g, *divmod(action, box.plain["squares"]))
    if action == first.lay_done:
        return message("merit.lay_done", cards=g["held"][seat])
    if action < first.renounce:
        return _move(box, g, action, others)
    if action == first.renounce:
        return _renounce(box, g, others)
    if action == first.buy:
        return message("merit.buy", cards=g["held"][seat] + 1)
    return message("merit.keep", points=g["points"][seat])


def _end(box: Box, action: int) -> int:
    """The square where a move ends; beyond the last one for the line."""
    first = numbering(box)
    return action - (first.ignore if action >= first.ignore else first.sail)


def _is_move(box: Box, action: int) -> bool:
    first = numbering(box)
    return first.sail <= action < first.renounce


def _move(box: Box, g: Fields, action: int, others: Sequence[int]) -> Message:
    seat, to = g["turn"], _end(box, action)
    if to >= box.plain["squares"]:
        return message("merit.line")
    haul = haul_of(g["roses"][seat])
    if box.plain["haul_after"][haul][to] != haul:
        return _rose(box, g, to)
    name = square_names(box)[to]
    before, after = _steps(box, g, g["ship"][seat]), _steps(box, g, to)
    if after < before:
        ends = [_end(box, other) for other in others if _is_move(box, other)]
        rest = [-_steps(box, g, end) for end in ends if end < box.plain["squares"]]
        key = "merit.nearest" if compare(-after, rest) == "most" and rest else "merit.nearer"
        return message(key, square=name, before=before, after=after)
    onward = _onward(box, haul, g["wind"][to], to)
    if onward is not None and onward[0] < before:
        return message("merit.leads_on", square=name, end=square_names(box)[onward[1]])
    return message("merit.later")


def _rose(box: Box, g: Fields, square: int) -> Message:
    count = 1 + ZONES - g["roses"][g["turn"]].count(NO_ROSE)
    if count == ZONES and box.plain["three_roses_win"]:
        return message("merit.rose_wins", rose=rose(box, square))
    return message("merit.rose" if count < ROSES_TO_FINISH else "merit.rose_enough", rose=rose(box, square))


def _steps(box: Box, g: Fields, square: int) -> int:
    """How far it is to the win for the ship on turn from this square, with what it has and finds there."""
    tables = box.plain
    haul = tables["haul_after"][haul_of(g["roses"][g["turn"]])][square]
    return int(tables["steps_to_win"][haul][square])


def _onward(box: Box, haul: int, kind: int, square: int) -> tuple[int, int] | None:
    """The best end of this card from this square, by how far it is from the win."""
    tables = box.plain
    ends = [end for end in tables["ends"][kind][square] if end != NOWHERE] if kind >= 0 else []
    return min(((int(tables["steps_to_win"][tables["haul_after"][haul][end]][end]), end) for end in ends), default=None)


def _renounce(box: Box, g: Fields, others: Sequence[int]) -> Message:
    if g["points"][g["turn"]] >= MOST_POINTS:
        return message("merit.later")
    here = _steps(box, g, g["ship"][g["turn"]])
    ends = [_end(box, other) for other in others if _is_move(box, other)]
    is_stuck = all(end < box.plain["squares"] and _steps(box, g, end) >= here for end in ends)
    return message("merit.renounce_stuck" if is_stuck else "merit.renounce")


def _card(box: Box, g: Fields, kind: int, square: int) -> Message:
    """A card where one's own ship can go next and where it leads on; or one that holds up a rival."""
    seat, names = g["turn"], square_names(box)
    if square in _ends(box, g, seat):
        haul = box.plain["haul_after"][haul_of(g["roses"][seat])][square]
        if box.plain["crosses"][kind][square] and ZONES - g["roses"][seat].count(NO_ROSE) >= ROSES_TO_FINISH:
            return message("merit.card_line", square=names[square])
        onward, now = _onward(box, haul, kind, square), _steps(box, g, square)
        if onward is not None and onward[0] < now:
            return message("merit.card_leads", square=names[square], end=names[onward[1]])
        if g["wind"][square] < 0:
            return message("merit.card_opens", square=names[square])
    for k in range(1, box.seats):
        rival = (seat + k) % box.seats
        if box.teams[rival] != box.teams[seat] and square in _ends(box, g, rival):
            haul = box.plain["haul_after"][haul_of(g["roses"][rival])][square]
            onward = _onward(box, haul, kind, square)
            if onward is None or onward[0] >= box.plain["steps_to_win"][haul][square]:
                return message("merit.card_spoils", who={"seat": rival}, square=names[square])
    return message("merit.card_later", cards=g["held"][seat] - 1)


def _ends(box: Box, g: Fields, seat: int) -> list[int]:
    """Where the card under this seat's ship leads."""
    at = g["ship"][seat]
    return [end for end in box.plain["ends"][g["wind"][at]][at] if end != NOWHERE] if at != NOWHERE else []
