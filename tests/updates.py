"""Follow a table's socket: views, and updates applied to the view before, as the page does it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def applied(before: Any, change: Any) -> Any:
    """The value that a difference leads to."""
    if isinstance(change, list):
        return change[0]
    after = before.copy()
    for key, part in change.items():
        place = int(key) if isinstance(before, list) else key
        after[place] = applied(before[place], part)
    return after


def updated(view: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """The view that the server would send now."""
    assert (view["seq"], view["viewer"]) == (update["after"], update["viewer"])
    scene, steps = view["scene"], []
    for step in update["steps"]:
        scene = applied(scene, step["scene"])
        steps.append({**step, "scene": scene})
    facts = {key: value for key, value in update.items() if key not in ("type", "after")}
    return {**view, **facts, "at": update["seq"], "scene": scene, "steps": steps, "story": []}


def last_view(messages: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What the client shows after these messages."""
    view: dict[str, Any] = {}
    for message in messages:
        if message["type"] == "view":
            view = message
        elif message["type"] == "update":
            view = updated(view, message)
    return view
