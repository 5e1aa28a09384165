"""The lines of Cape Horn, made from what they see before and after each event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.cape_horn.actions import ZONES, Colour, Zone, kind_name, numbering, square_name
from cabotage.games.cape_horn.course import course
from cabotage.games.cape_horn.state import MOST_POINTS, NO_ROSE, NOBODY, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message, SeatName

OURS = ("a1", "a2", "f2", "f3", "d2", "k", "s1", "b2")  # kinds with a name in words/
ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event."""
    b, a, first = before[0], after[0], numbering(box)
    who: SeatName = {"seat": int(b["turn"])}
    lines: list[Message] = []
    if b["phase"] == Phase.STARTER:
        lines = [message("story.starts", who={"seat": number - first.starter})]
    elif b["phase"] == Phase.OPENING:
        lines = _dealt(box, number, a, who)
    elif b["phase"] == Phase.DRAW:
        lines = [message("story.draws", who=who) if number == HIDDEN else _drawn(box, who, number)]
    elif number < first.lay_done:
        lines = [_laid(box, b, *divmod(number, int(box.constants["squares"][0])), who)]
    elif first.sail <= number < first.renounce:
        lines = _moved(box, b, number, a, who)
    elif number == first.renounce:
        lines = [message("story.renounces" if b["points"][who["seat"]] < MOST_POINTS else "story.waits", who=who)]
    elif number == first.buy:
        lines = [message("story.buys", who=who)]
    return lines + _stuck(box, b, a) + _ending(box, a)


def _drawn(box: Box, who: SeatName, number: int) -> Message:
    return message("story.draws_card", who=who, card=card(box, number - numbering(box).draw))


def _dealt(box: Box, number: int, a: Any, who: SeatName) -> list[Message]:
    """Of the opening cards each player sees their own; the last line says that all have theirs."""
    lines = [] if number == HIDDEN else [_drawn(box, who, number)]
    return lines + ([message("story.dealt")] if a["phase"] != Phase.OPENING else [])


def _laid(box: Box, b: Any, kind: int, square: int, who: SeatName) -> Message:
    values = {"who": who, "card": card(box, kind), "square": square_name(box, square)}
    if b["wind"][square] < 0:
        return message("story.lays", **values)
    return message("story.covers", old=card(box, int(b["wind"][square])), **values)


def _moved(box: Box, b: Any, number: int, a: Any, who: SeatName) -> list[Message]:
    """From where to where and how, so that a dispute can be checked."""
    seat, first = who["seat"], numbering(box)
    from_, to = int(b["ship"][seat]), number - (first.ignore if number >= first.ignore else first.sail)
    way = "ignores" if number >= first.ignore else "sails"
    leg = "story.sprint_" if b["phase"] == Phase.SPRINT else "story."
    values: dict[str, Any] = {"who": who, "from": square_name(box, from_)}
    if way == "sails":
        points, _ = course(box, int(b["wind"][from_]), from_, to)
        values |= {"card": card(box, int(b["wind"][from_])), "arrows": "".join(ARROWS[point] for point in points)}
    if to == box.constants["squares"][0]:
        return [message(f"{leg}{way}_line", **values)]
    lines = [message(f"{leg}{way}", to=square_name(box, to), **values)]
    if (a["roses"][seat] != b["roses"][seat]).any():
        lines.append(message("story.takes", who=who, rose=rose(box, to)))
    return lines


def _stuck(box: Box, b: Any, a: Any) -> list[Message]:
    """Players who could neither sail nor ignore; the rules pass them without a choice (CAP-46)."""
    lines: list[Message] = []
    if b["phase"] < Phase.DRAW:
        return lines
    for turn in range(int(b["turns"]), int(a["turns"]) + 1):
        has_begun = turn > b["turns"] or b["phase"] == Phase.LAY
        is_passed = turn < a["turns"] or a["phase"] == Phase.DRAW
        if has_begun and is_passed:
            lines.append(message("story.stuck", who={"seat": (int(a["starter"]) + turn) % box.seats}))
    return lines


def _ending(box: Box, a: Any) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    if a["winner"] != NOBODY:
        winner = int(a["winner"])
        is_third = sum(int(colour) != NO_ROSE for colour in a["roses"][winner]) == ZONES and a["ship"][winner] >= 0
        return [message("story.wins_by_roses" if is_third else "story.wins_at_line", who={"seat": winner})]
    return [message("story.halts")]


def card(box: Box, kind: int) -> Message:
    """The name of a kind of card: the deck's, or ours for a kind called like one of ours."""
    name = kind_name(box, kind)
    own = box.boards["deck"].data["cards"][kind].get("name")
    return message(f"kind.{name}") if own is None and name in OURS else message("kind.own", name=own or name.upper())


def rose(box: Box, square: int) -> Message:
    """The rose of the station on this square."""
    colour = Colour(int(box.constants["rose_colour"][0, square])).name.lower()
    return message(f"rose.{colour}", zone=Zone(int(box.constants["rose_zone"][0, square])).name)
