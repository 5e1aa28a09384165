"""Smugglers' Island is drawn and played on boards that the page has never seen."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cabotage.core.position import Position
from cabotage.games.smugglers.test_data import documented, own, random_board, random_goods
from tests.browser.conftest import Visit
from tests.browser.midgame import last_view, midgame, sit_down, until
from tests.reading import phase

FIELDS, ENOUGH = 30, 24  # of the sea; points that three players can have without a winner


def of_the_how_to() -> dict[str, Any]:
    sea, cargo = documented()
    return {"board": own(**sea.data), "goods": own(**cargo.data)}


def without_rings() -> dict[str, Any]:
    rng = random.Random(3)
    return {"board": random_board(rng, FIELDS), "goods": random_goods(rng, ENOUGH), "anchor_reef": "off"}


def may_row_far(position: Position) -> bool:
    return phase(position) == "SAIL" and len(position.legal) > 8


@pytest.mark.parametrize("options", [of_the_how_to(), without_rings()], ids=["rings", "discs"])
def test_a_boat_is_rowed_over_a_sea_of_another_shape(visit: Visit, options: dict[str, Any]) -> None:
    anna = visit()
    sit_down(anna, midgame("smugglers", 3, 1, may_row_far, **options))
    view = last_view(anna)
    count = Counter(choice["field"] for choice in view["choices"])
    ways = [choice for choice in view["choices"] if choice["kind"] == "go" and count[choice["field"]] == 1]
    assert len(ways) > 3
    buttons = anna.page.locator("main svg").get_by_role("button")
    assert {way["text"] for way in ways} <= {button.get_attribute("aria-label") for button in buttons.all()}
    board = anna.page.locator("main svg").first.bounding_box()
    assert board
    for button in buttons.all():
        place = button.bounding_box()
        assert place
        assert board["x"] <= place["x"] + place["width"] / 2 <= board["x"] + board["width"]
        assert board["y"] <= place["y"] + place["height"] / 2 <= board["y"] + board["height"]
    buttons.and_(anna.page.get_by_label(ways[0]["text"], exact=True)).focus()
    anna.page.keyboard.press("Enter")
    rowed = until(anna, lambda each: each["seq"] > view["seq"])
    seat = view["scene"]["turn"]
    assert rowed["scene"]["players"][seat]["field"] == ways[0]["field"]
