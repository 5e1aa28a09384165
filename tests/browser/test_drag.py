"""Tiles that are dragged, by a mouse and by a finger."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit

TILE = 'main [role=button][aria-label^="Tile"]'
STEPS = 8

# Where the middle hollow of the sand is on the screen; at the start no tile lies there.
MIDDLE = """() => {
  const board = document.querySelector("main svg[role=group]");
  const { x, y } = new DOMPoint(500, 478).matrixTransform(board.getScreenCTM());
  return [x, y];
}"""


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


@pytest.mark.parametrize("is_phone", [False, True])
def test_a_tile_that_is_dragged_to_a_hollow_is_turned_and_laid_there(visit: Visit, is_phone: bool) -> None:
    anna = visit(is_phone=is_phone)
    sent: list[dict[str, object]] = []
    anna.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(json.loads(str(frame)))))
    anna.open_table("calypso", ("me",), mode="coop")
    tile = anna.page.locator(TILE).first
    tile.wait_for()
    number = str(tile.get_attribute("aria-label")).removeprefix("Tile ").partition(",")[0]
    box = tile.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drag(anna.page, middle, tuple(anna.page.evaluate(MIDDLE)), is_phone)
    anna.page.get_by_text(f"turns tile {number} over").first.wait_for()
    assert [message["choice"] for message in sent if message["type"] == "choose"] == [f"turn {number} to e"]
