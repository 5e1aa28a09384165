"""What people are lines of Cape Horn, made from what they see before and after each event."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from cabotage.core.message import message
from cabotage.games.cape_horn import chart as charts
from cabotage.games.cape_horn import deck as decks
from cabotage.games.cape_horn.actions import (
    BUY,
    DRAW,
    IGNORE,
    LAY_DONE,
    RENOUNCE,
    SAIL,
    SQUARES,
    STARTER,
    ZONES,
    Colour,
    Zone,
    kind_name,
    square_name,
)
from cabotage.games.cape_horn.box import LINE, follow
from cabotage.games.cape_horn.state import MOST_POINTS, NO_ROSE, NOBODY, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message, SeatName

ARROWS = {"N": "↑", "NE": "↗", "E": "→", "SE": "↘", "S": "↓", "SW": "↙", "W": "←", "NW": "↖"}


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    """The log lines of one event."""
    b, a = before[0], after[0]
    who: SeatName = {"seat": int(b["turn"])}
    lines: list[Message] = []
    if b["phase"] == Phase.STARTER:
        lines = [message("story.starts", who={"seat": number - STARTER})]
    elif b["phase"] == Phase.OPENING:
        lines = _dealt(number, a, who)
    elif b["phase"] == Phase.DRAW:
        lines = [message("story.draws", who=who) if number == HIDDEN else _drawn(who, number)]
    elif number < LAY_DONE:
        lines = [_laid(box, b, *divmod(number, SQUARES), who)]
    elif SAIL <= number < RENOUNCE:
        lines = _moved(box, b, number, a, who)
    elif number == RENOUNCE:
        lines = [message("story.renounces" if b["points"][who["seat"]] < MOST_POINTS else "story.waits", who=who)]
    elif number == BUY:
        lines = [message("story.buys", who=who)]
    return lines + _stuck(box, b, a) + _ending(box, a)


def _drawn(who: SeatName, number: int) -> Message:
    return message("story.draws_card", who=who, card={"key": f"kind.{kind_name(number - DRAW)}"})


def _dealt(number: int, a: Any, who: SeatName) -> list[Message]:
    """Of the opening cards each player sees their own; the last line says that all have theirs."""
    lines = [] if number == HIDDEN else [_drawn(who, number)]
    return lines + ([message("story.dealt")] if a["phase"] != Phase.OPENING else [])


def _laid(box: Box, b: Any, kind: int, square: int, who: SeatName) -> Message:
    card, at = {"key": f"kind.{kind_name(kind)}"}, square_name(box, square)
    if b["wind"][square] < 0:
        return message("story.lays", who=who, card=card, square=at)
    return message("story.covers", who=who, card=card, square=at, old={"key": f"kind.{kind_name(b['wind'][square])}"})


def _moved(box: Box, b: Any, number: int, a: Any, who: SeatName) -> list[Message]:
    """From where to where and how, so that a dispute can be checked."""
    seat = who["seat"]
    from_, to = int(b["ship"][seat]), number - (IGNORE if number >= IGNORE else SAIL)
    way = "ignores" if number >= IGNORE else "sails"
    leg = "story.sprint_" if b["phase"] == Phase.SPRINT else "story."
    values: dict[str, Any] = {"who": who, "from": square_name(box, from_)}
    if way == "sails":
        values |= {"card": {"key": f"kind.{kind_name(b['wind'][from_])}"}, "arrows": _arrows(box, b, from_, to)}
    if to == LINE:
        return [message(f"{leg}{way}_line", **values)]
    lines = [message(f"{leg}{way}", to=square_name(box, to), **values)]
    if (a["roses"][seat] != b["roses"][seat]).any():
        lines.append(message("story.takes", who=who, rose=rose(box, to)))
    return lines


def _arrows(box: Box, b: Any, from_: int, to: int) -> str:
    """The path that was sailed."""
    chart, winds = _files(box)
    cells = list(chart.sea)
    number = {cell: at for at, cell in enumerate(cells)}
    forward = chart.forward[chart.sea[cells[from_]]]
    for path in winds[int(b["wind"][from_])].paths:
        if follow(chart, number, cells[from_], path) == to:
            return "".join(ARROWS[decks.turned(step, forward)] for step in path)
    raise ValueError("no path leads there")


@lru_cache(maxsize=32)
def _files(box: Box) -> tuple[charts.Chart, tuple[decks.Wind, ...]]:
    return charts.read(box.boards["board"]), decks.read(box.boards["deck"])


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


def rose(box: Box, square: int) -> Message:
    """The rose of the station on this square."""
    colour = Colour(int(box.constants["rose_colour"][0, square])).name.lower()
    return message(f"rose.{colour}", zone=Zone(int(box.constants["rose_zone"][0, square])).name)
