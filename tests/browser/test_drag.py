"""Tiles that are dragged, by a mouse and by a finger."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

TILE = 'main [role=button][aria-label^="Tile"]'
STEPS = 8
MOST_TABLES = 20

# Where the middle hollow of the sand is on the screen; at the start no tile lies there.
MIDDLE = """() => {
  const board = document.querySelector("main svg[role=group]");
  const { x, y } = new DOMPoint(500, 478).matrixTransform(board.getScreenCTM());
  return [x, y];
}"""


def middle_of(tile: Locator) -> tuple[float, float]:
    """Once it lies still: the board gets its room when the choices beside it have come."""
    last, box = None, tile.bounding_box()
    while box is None or box != last:
        tile.page.wait_for_timeout(100)
        last, box = box, tile.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], is_touching: bool) -> None:
    """By touches as a screen reports them, or by the mouse."""
    way = [tuple(a + (b - a) * step / STEPS for a, b in zip(start, end, strict=True)) for step in range(STEPS + 1)]
    if not is_touching:
        page.mouse.move(*way[0])
        page.mouse.down()
        for x, y in way[1:]:
            page.mouse.move(x, y)
        page.mouse.up()
        return
    screen = page.context.new_cdp_session(page)
    for step, (x, y) in enumerate(way):
        kind = "touchMove" if step else "touchStart"
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def open_to_search(visitor: Visitor) -> None:
    """A table where a tile is looked for first: with three of a colour up, all would be turned and none dragged."""
    for _ in range(MOST_TABLES):
        visitor.open_table("calypso", ("me",), mode="coop")
        assert visitor.wait() == "choices"
        if visitor.offered.first.inner_text().lower().startswith("turn tile"):
            return
    raise AssertionError("no search came first")


@pytest.mark.parametrize("is_phone", [False, True])
def test_a_tile_that_is_dragged_to_a_hollow_is_turned_and_laid_there(visit: Visit, is_phone: bool) -> None:
    anna = visit(is_phone=is_phone)
    sent: list[dict[str, object]] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(str(frame)))))
    open_to_search(anna)
    tile = anna.page.locator(TILE).first
    hollow = str(tile.get_attribute("aria-label")).removeprefix("Tile ").partition(",")[0]
    drag(anna.page, middle_of(tile), tuple(anna.page.evaluate(MIDDLE)), is_phone)
    anna.page.get_by_text(f"turns tile {hollow} over").first.wait_for()
    assert [message["choice"] for message in sent if message["type"] == "choose"] == [f"turn {hollow} to e"]
