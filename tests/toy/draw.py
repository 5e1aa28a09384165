"""Flotsam as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.contract import Scene
    from cabotage.core.words import Words


def draw(scene: Scene, words: Words) -> str:
    lines = [words.say("drawing.table", open=scene["open"] or "-", chest=scene["chest"] or "?")]
    for seat, shown in enumerate(scene["seats"]):
        cards = " ".join(map(str, shown["hand"])) if shown["hand"] is not None else "? " * shown["held"]
        lines.append(words.say("drawing.seat", who={"seat": seat}, cards=cards.strip(), stashed=shown["stashed"]))
    return "\n".join(lines)
