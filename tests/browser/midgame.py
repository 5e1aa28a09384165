"""A table in the middle of a game: played at random by the library, written down, and handed to the server."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import cabotage
from cabotage.core.position import Position
from tests import updates
from tests.browser.visitor import Visitor

MOST_CHOICES = 2000
PATIENCE_MS = 30_000
GLANCE_MS = 100


def midgame(game: str, seats: int, seed: int, is_wanted: Callable[[Position], bool], **options: Any) -> Position:
    """The first position of this evening that is wanted."""
    rng = random.Random(seed)
    position = cabotage.load(game, seats=seats, **options).start(seed=seed)
    for _ in range(MOST_CHOICES):
        if position.is_over:
            break
        if is_wanted(position):
            return position
        position.play(position.legal[rng.randrange(len(position.legal))])
        position.roll()
    raise AssertionError(f"evening {seed} of {game} never came to such a position")


def sit_down(visitor: Visitor, position: Position) -> None:
    """The visitor holds all seats and looks with the eyes of the one that is to act."""
    visitor.go("/")
    record = json.loads(position.record().text())
    answer = _post(visitor, "/api/records", {"record": record})
    view = visitor.page.request.get(f"{visitor.address}/api/tables/{answer['table']}").json()
    if view["to_act"] < 0:  # a record that is brought is only looked at; what goes on is another table
        wish = {"at": view["seq"], "seats": ["here"] * position.box.seats}
        answer = _post(visitor, f"/api/tables/{answer['table']}/fork", wish)
    visitor.go(f"/t/{answer['table']}")
    if visitor.wait() == "hand_over":
        visitor.page.keyboard.press("Enter")
        assert visitor.wait() == "choices"
    visitor.page.set_default_timeout(PATIENCE_MS)
    visitor.page.locator("main svg [role=button]").first.wait_for()  # the board comes a little after the buttons


def _post(visitor: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = visitor.page.request.post(f"{visitor.address}{path}", data=body)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def last_view(visitor: Visitor) -> dict[str, Any]:
    """What the server has sent last; what was heard before is not read again."""
    new = [json.loads(frame) for frame in visitor.heard[visitor.read :]]
    visitor.read += len(new)
    visitor.view = updates.last_view([{**visitor.view, "type": "view"}, *new] if visitor.view else new)
    return visitor.view


def until(visitor: Visitor, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first view of which this is true; what was sent is heard while one waits."""
    for _ in range(PATIENCE_MS // GLANCE_MS):
        view = last_view(visitor)
        if is_so(view):
            return view
        visitor.page.wait_for_timeout(GLANCE_MS)
    raise AssertionError("no such view came")
