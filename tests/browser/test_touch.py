"""Every game on a small phone: targets as large as a finger, a map where a board is zoomed, choices shown on it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from cabotage.core.position import Position
from tests.browser.conftest import Visit
from tests.browser.midgame import midgame, sit_down
from tests.browser.test_axe import look
from tests.browser.visitor import LONGEST_TURN_MS, Visitor

FINGER_PIXELS = 43.5  # 44, less what is rounded
MOST_ZOOMS = 3
SMALL = {"viewport": {"width": 360, "height": 740}, "is_phone": True}
ASKED = {"calypso": "SEARCH", "captn_clever": "TURN", "smugglers": "SAIL", "cape_horn": "MOVE", "treasure_boots": "GO"}
ZOOMED = ("cape_horn", "treasure_boots")  # they open at the own ship

# What can be picked: its hit area, and how far its middle is from the next one's.
TARGETS = """() => {
  const places = [...document.querySelectorAll("main svg[role=group] [role=button]")].map((part) => {
    const box = (part.querySelector(".reach") ?? part).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: Math.min(box.width, box.height) };
  });
  const far = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  return places.map((one) => ({
    ...one, apart: Math.min(...places.filter((other) => other !== one).map((other) => far(one, other))),
  }));
}"""
SENTENCE = re.compile(r"\w.*\.$")
DRAWN = "() => document.querySelector('main svg[role=group]').innerHTML"


def targets(visitor: Visitor) -> list[dict[str, Any]]:
    """Those in sight."""
    room = visitor.page.locator("main svg[role=group]").bounding_box()
    assert room is not None
    found: list[dict[str, Any]] = visitor.page.evaluate(TARGETS)
    return [
        each
        for each in found
        if room["x"] < each["x"] < room["x"] + room["width"] and room["y"] < each["y"] < room["y"] + room["height"]
    ]


def is_asked(position: Position, phase: str) -> bool:
    return len(position.history) > 60 and position.scene(position.to_act)["phase"] == phase.lower()


@pytest.mark.parametrize("game", ASKED)
def test_a_finger_hits_what_it_means_and_what_is_pointed_at_is_shown(visit: Visit, game: str) -> None:
    anna = visit("fr" if game == "smugglers" else "en", **SMALL)
    sit_down(anna, midgame(game, 3, 5, lambda position: is_asked(position, ASKED[game])))
    page = anna.page
    whole = page.get_by_role("button", name=anna.say("board.whole"))
    chart = page.get_by_role("group", name=anna.say("board.map"))
    expect(chart).to_have_count(1 if game in ZOOMED else 0)
    count = anna.offered.count()
    for _ in range(MOST_ZOOMS):
        tightest = min(targets(anna), key=lambda each: each["apart"])
        if tightest["apart"] >= FINGER_PIXELS:
            break
        anna.tap(tightest)  # only zooms
    assert min(each["apart"] for each in targets(anna)) >= FINGER_PIXELS
    assert min(each["size"] for each in targets(anna)) >= FINGER_PIXELS
    assert anna.offered.count() == count
    expect(page.locator("main svg[role=group] [role=button][aria-pressed=true]")).to_have_count(0)

    if game in ZOOMED:
        assert not look(anna, f"{game}, zoomed")
    if whole.count():
        whole.tap()
        expect(chart).to_have_count(0)
    plain = page.evaluate(DRAWN)
    anna.offered.first.focus()
    focused = page.evaluate(DRAWN)
    assert focused != plain
    anna.offered.last.focus()
    assert page.evaluate(DRAWN) not in (plain, focused)
    page.evaluate("() => document.activeElement.blur()")
    anna.offered.first.hover()
    assert page.evaluate(DRAWN) == focused
    page.mouse.move(1, 1)
    assert page.evaluate(DRAWN) == plain

    page.get_by_role("button", name=anna.say("tool.hint")).tap()
    card = page.get_by_role("region", name=anna.say("tool.hint"))
    expect(card.locator("li .reason").first).to_have_text(SENTENCE, timeout=LONGEST_TURN_MS)
    assert page.evaluate(DRAWN) != plain


def test_the_map_moves_the_view_by_tap_and_by_keys(visit: Visit) -> None:
    anna = visit(**SMALL)
    sit_down(anna, midgame("cape_horn", 3, 5, lambda position: is_asked(position, "MOVE")))
    board = anna.page.locator("main svg[role=group]")
    chart = anna.page.get_by_role("group", name=anna.say("board.map"))
    box = chart.bounding_box()
    assert box is not None
    anna.tap({"x": box["x"] + 4, "y": box["y"] + box["height"] - 4})
    left, top, width, height = map(float, str(board.get_attribute("viewBox")).split())
    assert left == 0
    assert top > 0
    chart.focus()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowUp")
    moved = [float(each) for each in str(board.get_attribute("viewBox")).split()]
    assert moved == pytest.approx([width / 4, top - height / 4, width, height])
    wide = visit(viewport={"width": 1440, "height": 900})
    sit_down(wide, midgame("cape_horn", 3, 5, lambda position: is_asked(position, "MOVE")))
    expect(wide.page.get_by_role("group", name=wide.say("board.map"))).to_have_count(0)
