"""Calypso is a game of memory: what the page shows does not tell which tile is which."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

import cabotage
from cabotage.core.position import Position
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view, midgame, sit_down
from tests.browser.visitor import Visitor

MOST_TABLES = 12
STILL_MS = 300
# No tile is happy, and nothing moves that will come to rest.
STILL = """() => !document.querySelector(".sand .happy") && document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""

# Four equal tiles and two others in other hollows; two sharks, two red stones, no yellow or green one. The die leads
# back to the same stone, but for one face of twenty.
BOARD: dict[str, Any] = {
    "tiles": [["red", "blue"]] * 4 + [["yellow", "green"]] * 2,
    "ring": ["red", "red", "blue", "mixed", "net", "shark", "shark"],
    "die": [7] * 19 + [1],
    "start_slots": [1, 2, 3, 5, 6, 7],
}
ORDER = ("mixed", "red", "shark", "red", "blue", "net")
COLOURS = ("red", "red", "red", "red", "yellow", "yellow")
OTHER_THAN = ["table", "seq", "at", "commitment", "nonces", "forked", "clock"]
FIRST = ["name b blue to e", "name c blue to b", "name h green"]
SECOND = ["name c blue to e", "name b blue", "name h green"]


def all_seen(**options: Any) -> Position:
    """Calypso is on the four fish, and each tile has been turned twice, so that no back is drawn any more."""
    position = cabotage.load("calypso", seats=2, board={"name": "alike", "data": BOARD}, **options).first(1)
    for drawn in [*(f"stone {stone}" for stone in ORDER), *(f"top {colour}" for colour in COLOURS), "die 1"]:
        position.roll(drawn)
    for back in (True, False):
        for hollow, colour in zip("bcdfgh", COLOURS, strict=True):
            other = "blue" if colour == "red" else "green"
            wrong = "yellow" if colour == "red" else "red"
            position.play(f"name {hollow} {wrong}")
            if back:
                position.roll(f"back {other}")
            position.roll("die 7")
    return position


def live(visitor: Visitor, position: Position, choices: list[str]) -> None:
    """Play these choices on a table that goes on from there; another table, if the die leads elsewhere."""
    record = json.loads(position.record().text())
    for _ in range(MOST_TABLES):
        visitor.go("/")
        brought = post(visitor, "/api/records", {"record": record})
        at = visitor.page.request.get(f"{visitor.address}/api/tables/{brought['table']}").json()["seq"]
        made = post(visitor, f"/api/tables/{brought['table']}/fork", {"at": at, "seats": ["here", "here"]})
        visitor.go(f"/t/{made['table']}")
        if all(play(visitor, choice) for choice in choices):
            return
    raise AssertionError("the die never led back to the same stone")


def post(visitor: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = visitor.page.request.post(f"{visitor.address}{path}", data=body)
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def play(visitor: Visitor, choice: str) -> bool:
    """Whether it is offered next, and Calypso comes back."""
    assert visitor.wait() == "choices"
    view = last_view(visitor)
    offered = next((each for each in view["choices"] if each["id"] == choice), None)
    if offered is None:
        return False
    visitor.page.get_by_role("searchbox").fill(offered["text"])
    visitor.page.get_by_role("button", name=offered["text"], exact=True).click()
    while last_view(visitor)["seq"] == view["seq"]:
        visitor.page.wait_for_timeout(50)
    assert visitor.wait() == "choices"
    return bool(last_view(visitor)["phase"] == "guess")


def sand(visitor: Visitor) -> list[str]:
    """The tiles as they are drawn, once all lie still, without comments and the order of classes."""
    visitor.page.mouse.move(1, 1)  # a button that is pointed at marks its tile
    visitor.page.evaluate("() => document.activeElement.blur()")
    last, html = None, ""
    while last != html or not html:
        visitor.page.wait_for_timeout(STILL_MS)
        visitor.page.wait_for_function(STILL)
        last, html = html, visitor.page.locator(".calypso .sand").inner_html()
    html = re.sub(r'class="([^"]*)"', lambda found: f'class="{" ".join(sorted(found[1].split()))}"', html)
    return [tag for tag in re.split(r"(?=<)", html) if not tag.startswith("<!--")]


def read_aloud(visitor: Visitor) -> str:
    """What a screen reader finds, but for the address of the game that this one goes on from."""
    return re.sub(r"/t/[\w-]+", "/t/", visitor.page.locator("body").aria_snapshot())


def sent(visitor: Visitor) -> dict[str, Any]:
    """The last view, without the names of this table and the numbers of its rows."""
    view = {key: value for key, value in last_view(visitor).items() if key not in OTHER_THAN}
    for lines in (view["story"], view["steps"]):
        for line in lines:
            del line["seq"]
    return view


@pytest.mark.rule("CAL-26")
def test_two_histories_that_lead_to_the_same_picture_give_the_same_page(visit: Visit) -> None:
    position = all_seen()
    anna, ben = visit(), visit()
    live(anna, position, FIRST)
    live(ben, position, SECOND)
    assert sand(anna) == sand(ben)
    assert read_aloud(anna) == read_aloud(ben)
    assert sent(anna) == sent(ben)
    stones = anna.page.locator(".calypso g[role=img]:has(> .rock)")
    drawn = Counter(stones.nth(at).get_attribute("aria-label") for at in range(stones.count()))
    assert drawn == {"Shark": 2, "Red stone": 2, "Blue stone": 1, "Four-fish stone": 1, "Net": 1}


@pytest.mark.rule("CAL-26")
def test_a_way_is_shown_until_the_next_move_with_or_without_motion_and_after_loading_again(visit: Visit) -> None:
    position = all_seen()
    anna, ben = visit(), visit(reduced_motion="no-preference")
    for visitor in (anna, ben):
        live(visitor, position, FIRST[:2])
    assert anna.page.locator(".sand .trail").count() == 1
    assert sand(anna) == sand(ben)
    for visitor in (anna, ben):
        drawn, read = sand(visitor), read_aloud(visitor)
        visitor.page.reload()
        assert visitor.wait() == "choices"
        assert sand(visitor) == drawn
        assert read_aloud(visitor) == read
        play(visitor, FIRST[2])
        assert visitor.page.locator(".sand .trail").count() == 0


@pytest.mark.rule("CAL-63")
def test_tiles_are_tapped_as_often_as_one_likes_and_then_done(visit: Visit) -> None:
    anna = visit()
    sit_down(anna, midgame("calypso", 2, 1, lambda position: position.scene()["phase"] == "mix"))
    assert last_view(anna)["phase"] == "mix"
    tile = anna.page.locator('main [role=button][aria-label^="Tile"]').first
    anna.page.get_by_role("button", name="Done 12 left", exact=True).wait_for()
    for left in (11, 10):
        tile.click()
        anna.page.get_by_text(f"{left} left").wait_for()
    anna.page.get_by_role("button", name="Done 10 left", exact=True).click()
    anna.page.get_by_role("log").get_by_text("The tiles settle somewhere else").wait_for()
    assert anna.wait() in ("choices", "result")
    assert len(last_view(anna)["scene"]["lifted"]) == 0


def test_colours_to_name_cover_no_tile(visit: Visit) -> None:
    anna = visit("fr", is_phone=True)
    sit_down(anna, midgame("calypso", 2, 1, lambda position: position.scene()["phase"] == "guess"))
    tiles = anna.page.locator('main [role=button][aria-label^="Tuile"]')
    place = tiles.first.bounding_box()
    assert place is not None
    anna.tap({"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2})
    colours = anna.page.locator("main").get_by_role("button", name=re.compile("^(rouge|bleu|jaune|vert)$"))
    expect(colours.first).to_be_visible()
    boxes = [colour.bounding_box() for colour in colours.all()]
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box is not None
        for other in boxes:
            assert other is not None
            assert other["y"] >= box["y"] + box["height"] or other["y"] + other["height"] <= box["y"], (
                tile,
                box,
                other,
            )
