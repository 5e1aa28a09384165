"""What people are shown of Flotsam."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired

from typing_extensions import TypedDict

from cabotage.core.contract import HIDDEN, Scene
from cabotage.core.message import Message
from tests.toy.actions import HIDE, PEEK, PLAY, cards_of
from tests.toy.state import UNKNOWN, Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Fields, Glance

IS_SHARED = True


class Choice(TypedDict):
    kind: str
    card: NotRequired[int]
    text: Message


def scene(box: Box, glance: Glance, viewer: int) -> Scene:
    g = glance.fields
    return {
        "viewer": viewer,
        "phase": Phase(g["phase"]).name.lower(),
        "turn": g["turn"],
        "open": _card(g["open"]),
        "chest": _card(g["chest"]),
        "tide": {0: "low", 1: "high"}.get(g["shown_tide"]),
        "seats": [_seat(g, seat) for seat in range(box.seats)],
    }


def _seat(g: Fields, seat: int) -> Scene:
    sets = {name: _cards(g[name][seat]) for name in ("hand", "stash", "played", "shown")}
    return {"held": g["held"][seat], "stashed": g["stashed"][seat], **sets}


def choice(box: Box, glance: Glance, action: int) -> Scene:
    if action == PEEK:
        return {"kind": "peek", "text": {"key": "choice.peek"}}
    kind, card = ("play", action - PLAY) if action < HIDE else ("hide", action - HIDE)
    return {"kind": kind, "card": card + 1, "text": {"key": f"choice.{kind}", "values": {"card": card + 1}}}


def _card(card: int) -> int | None:
    return None if card in (HIDDEN, UNKNOWN) else card + 1


def _cards(cards: int) -> list[int] | None:
    return None if cards == HIDDEN else [card + 1 for card in cards_of(cards)]
