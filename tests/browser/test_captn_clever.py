"""Capt'n Clever is played by its parts, also on a board that the page has never seen."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from cabotage.core.board import Board
from cabotage.core.position import Position
from cabotage.games.captn_clever.test_kit import CROSSED
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view, midgame, sit_down, until
from tests.browser.visitor import Visitor

# Islands in the corners, places that cross several others, colours side by side, one that the page does not know.
UNUSUAL = (
    CROSSED.replace("x = 9.5, y = 3.0", "x = 0, y = 0")
    .replace("x = 28.0, y = 17.0", "x = 40, y = 20")
    .replace('"violet"', '"bleu marine"')
    .replace('"orange"', '"red"')
)


@cache
def evening() -> Position:
    board = {"name": "unusual", "data": Board.parse(UNUSUAL, "unusual").data}
    return midgame("captn_clever", 3, 4, has_both, board=board)


def has_both(position: Position) -> bool:
    """A boat can sail first and leave its captain a choice, and some place is blocked."""
    scene = position.scene(position.to_act)
    return scene["phase"] == "turn" and bool(sailings(position)) and any(each["blocked_by"] for each in scene["places"])


def sailings(position: Position) -> list[dict[str, Any]]:
    """Turns that move the boat first and then the captain."""
    choices: list[dict[str, Any]] = position.choices(position.to_act)
    return [each for each in choices if each.get("orders") == ["boat"] and each["captain"] and each["boat"]]


@pytest.fixture(params=[False, True], ids=["desk", "phone"])
def anna(visit: Visit, request: pytest.FixtureRequest) -> Visitor:
    visitor = visit(is_phone=request.param)
    sit_down(visitor, evening())
    return visitor


def tap(visitor: Visitor, label: str) -> None:
    visitor.page.locator("main svg").get_by_role("button", name=label, exact=True).first.press("Enter")


def test_a_board_never_seen_is_drawn_and_played(anna: Visitor) -> None:
    before = last_view(anna)
    drawn = anna.page.locator("main svg")
    assert drawn.get_by_text("bleu marine").count() == 5
    for island in before["scene"]["islands"]:
        number, treasure = island["island"], island["treasure"]
        lies = drawn.get_by_role("img", name=f"Island {number}: the {treasure}")
        walk = drawn.get_by_role("button", name=f"Move captain to island {number}, the {treasure}")
        expect(lies.or_(walk)).to_be_visible()
    closed = [place["place"] for place in before["scene"]["places"] if place["blocked_by"]]
    for place in closed:
        assert drawn.get_by_role("img", name=f"{place} is blocked").count() == 1
    box = drawn.first.bounding_box()
    assert box is not None
    assert box["width"] > 300
    turn = sailings(evening())[0]
    treasure = before["scene"]["islands"][turn["captain"] - 1]["treasure"]
    tap(anna, f"Move boat to {turn['boat']}")
    tap(anna, f"Move captain to island {turn['captain']}, the {treasure}")
    assert last_view(anna)["seq"] == before["seq"], "nothing is chosen before Done"
    done = anna.page.locator("main svg").get_by_role("button", name="Done")
    done.press("Enter")
    after = until(anna, lambda view: view["seq"] > before["seq"])
    player = after["scene"]["players"][before["to_act"]]
    assert (player["captain"], player["boats"]) == (turn["captain"], [turn["boat"]])
