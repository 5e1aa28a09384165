"""The story of Flotsam."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cabotage.core.contract import HIDDEN
from tests.toy.actions import CARD, HIDE, PEEK, PLAY
from tests.toy.state import Phase

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message


def story(box: Box, before: Glance, number: int, after: Glance, viewer: int) -> list[Message]:
    b, a = before.fields, after.fields
    key, values = _told(Phase(b["phase"]), number)
    messages: list[Message] = [{"key": f"story.{key}", "values": {"who": {"seat": b["turn"]}, **values}}]
    if a["phase"] == Phase.OVER:
        tide = "high" if a["shown_tide"] else "low"
        messages.append({"key": "story.over", "values": {"tide": {"key": f"tide.{tide}"}}})
    return messages


def _told(phase: Phase, number: int) -> tuple[str, dict[str, Any]]:
    if phase == Phase.TIDE:
        return "tide", {}
    if phase == Phase.CHOOSE and number != HIDDEN and number < HIDE:
        return "plays", {"card": number - PLAY + 1}
    if phase == Phase.CHOOSE:
        return ("peeks", {}) if number == PEEK else ("hides", {})
    verb = "sees" if phase == Phase.CHEST else "draws"
    return (verb, {}) if number == HIDDEN else (f"{verb}_card", {"card": number - CARD + 1})
