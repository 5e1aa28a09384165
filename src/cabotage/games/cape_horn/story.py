"""The lines of Cape Horn, made from what they see before and after each event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.box import per_box
from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.cape_horn.actions import ZONES, Colour, Zone, kind_names, numbering, square_names
from cabotage.games.cape_horn.course import course
from cabotage.games.cape_horn.state import MOST_POINTS, NO_ROSE, NOBODY, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance
    from cabotage.core.message import Message, SeatName

OURS = ("a1", "a2", "f2", "f3", "d2", "k", "s1", "b2")  # kinds with a name in words/
ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event."""
    b, a, first = before.fields, after.fields, numbering(box)
    who: SeatName = {"seat": b["turn"]}
    lines: list[Message] = []
    if b["phase"] == Phase.STARTER:
        lines = [message("story.starts", who={"seat": number - first.starter})]
    elif b["phase"] == Phase.OPENING:
        lines = _dealt(box, number, a, who)
    elif b["phase"] == Phase.DRAW:
        lines = [message("story.draws", who=who) if number == HIDDEN else _drawn(box, who, number)]
    elif number < first.lay_done:
        lines = [_laid(box, b, *divmod(number, len(square_names(box))), who)]
    elif first.sail <= number < first.renounce:
        lines = _moved(box, b, number, a, who)
    elif number == first.renounce:
        lines = [message("story.renounces" if b["points"][who["seat"]] < MOST_POINTS else "story.waits", who=who)]
    elif number == first.buy:
        lines = [message("story.buys", who=who)]
    return lines + _stuck(box, b, a) + _ending(box, a)


def _drawn(box: Box, who: SeatName, number: int) -> Message:
    return message("story.draws_card", who=who, card=card(box, number - numbering(box).draw))


def _dealt(box: Box, number: int, a: Fields, who: SeatName) -> list[Message]:
    """Of the opening cards each player sees their own; the last line says that all have theirs."""
    lines = [] if number == HIDDEN else [_drawn(box, who, number)]
    return lines + ([message("story.dealt")] if a["phase"] != Phase.OPENING else [])


def _laid(box: Box, b: Fields, kind: int, square: int, who: SeatName) -> Message:
    values = {"who": who, "card": card(box, kind), "square": square_names(box)[square]}
    if b["wind"][square] < 0:
        return message("story.lays", **values)
    return message("story.covers", old=card(box, b["wind"][square]), **values)


def _moved(box: Box, b: Fields, number: int, a: Fields, who: SeatName) -> list[Message]:
    """From where to where and how, so that a dispute can be checked."""
    seat, first, names = who["seat"], numbering(box), square_names(box)
    from_, to = b["ship"][seat], number - (first.ignore if number >= first.ignore else first.sail)
    way = "ignores" if number >= first.ignore else "sails"
    leg = "story.sprint_" if b["phase"] == Phase.SPRINT else "story."
    values: dict[str, Any] = {"who": who, "from": names[from_]}
    if way == "sails":
        points, _ = course(box, b["wind"][from_], from_, to)
        values |= {"card": card(box, b["wind"][from_]), "arrows": "".join(ARROWS[point] for point in points)}
    if to == box.plain["squares"]:
        return [message(f"{leg}{way}_line", **values)]
    lines = [message(f"{leg}{way}", to=names[to], **values)]
    if a["roses"][seat] != b["roses"][seat]:
        lines.append(message("story.takes", who=who, rose=rose(box, to)))
    return lines


def _stuck(box: Box, b: Fields, a: Fields) -> list[Message]:
    """Players who could neither sail nor ignore; the rules pass them without a choice (CAP-46)."""
    lines: list[Message] = []
    if b["phase"] < Phase.DRAW:
        return lines
    for turn in range(b["turns"], a["turns"] + 1):
        has_begun = turn > b["turns"] or b["phase"] == Phase.LAY
        is_passed = turn < a["turns"] or a["phase"] == Phase.DRAW
        if has_begun and is_passed:
            lines.append(message("story.stuck", who={"seat": (a["starter"] + turn) % box.seats}))
    return lines


def _ending(box: Box, a: Fields) -> list[Message]:
    if a["phase"] != Phase.OVER:
        return []
    if a["winner"] != NOBODY:
        winner = a["winner"]
        is_third = sum(colour != NO_ROSE for colour in a["roses"][winner]) == ZONES and a["ship"][winner] >= 0
        return [message("story.wins_by_roses" if is_third else "story.wins_at_line", who={"seat": winner})]
    return [message("story.halts")]


def card(box: Box, kind: int) -> Message:
    """The name of a kind of card: the deck's, or ours for a kind called like one of ours."""
    return _cards(box)[kind]


@per_box
def _cards(box: Box) -> list[Message]:
    cards = zip(kind_names(box), box.boards["deck"].data["cards"], strict=True)
    return [_card(name, written.get("name")) for name, written in cards]


def _card(name: str, own: str | None) -> Message:
    return message(f"kind.{name}") if own is None and name in OURS else message("kind.own", name=own or name.upper())


def rose(box: Box, square: int) -> Message:
    """The rose of the station on this square."""
    colour = Colour(box.plain["rose_colour"][square]).name.lower()
    return message(f"rose.{colour}", zone=Zone(box.plain["rose_zone"][square]).name)
