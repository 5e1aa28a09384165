"""The board comes first: choices are folded, it has the full height of a phone on its side, and keeps its size."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.midgame import last_view
from tests.browser.test_axe import look
from tests.browser.test_games import BOT, SHORT
from tests.browser.visitor import FOLD_LIST, Visitor

WINDOWS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "is_phone": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "is_phone": True},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


def board(visitor: Visitor) -> dict[str, float]:
    box = visitor.page.locator("main.board").bounding_box()
    assert box is not None
    return {"width": box["width"], "height": box["height"], "x": box["x"], "y": box["y"]}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("window", WINDOWS)
def test_the_list_of_choices_is_folded_until_it_is_opened_and_then_stays_open(
    visit: Visit, window: str, language: str
) -> None:
    anna = visit(language, **WINDOWS[window])
    anna.page.add_init_script(FOLD_LIST)
    anna.open_table("captn_clever", ("me", BOT))
    assert anna.wait() == "choices"
    count = len(last_view(anna)["choices"])
    # Players are shown once: on the board.
    expect(anna.page.get_by_role("list", name=anna.say("seat.title"))).to_be_hidden()
    for seat in last_view(anna)["seats"]:
        expect(anna.page.locator("main.board")).to_contain_text(seat["name"], ignore_case=True)
    fold = anna.page.get_by_role("button", name=anna.say("choices.fold", count=count))
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(anna.offered.first).to_be_hidden()
    assert not look(anna, f"folded, {window}")
    fold.focus()
    anna.page.keyboard.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "true")
    expect(anna.offered.first).to_be_visible()
    assert anna.page.evaluate("localStorage.getItem('cabotage.list')") == "open"


def test_the_board_keeps_its_size_at_the_end_of_a_game(visit: Visit) -> None:
    anna = visit(**WINDOWS["phone"])
    seats, options = SHORT["captn_clever"]
    anna.open_table("captn_clever", ("me", *[BOT] * (seats - 1)), **options)
    assert anna.wait() == "choices"
    before = board(anna)
    anna.play()
    expect(anna.page.locator("section[aria-labelledby=result]")).to_be_visible()
    assert board(anna) == before


def test_on_a_large_screen_the_panel_and_its_text_grow(visit: Visit) -> None:
    sizes = []
    for width, height in ((1280, 800), (2560, 1440)):
        anna = visit(viewport={"width": width, "height": height})
        anna.open_table("captn_clever", ("me", BOT))
        assert anna.wait() == "choices"
        panel = anna.page.locator("aside").bounding_box()
        text = anna.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        sizes.append((panel and round(panel["width"]), text))
    assert sizes[0] == (352, 16)
    assert sizes[1][1] > 20
    assert sizes[1][0] == round(22 * sizes[1][1])


def test_all_tools_fit_beside_the_board_of_a_phone_on_its_side(visit: Visit) -> None:
    anna = visit(**WINDOWS["landscape"])
    anna.open_table("captn_clever", ("me", BOT))
    assert anna.wait() == "choices"
    anna.choose(with_parts=False)
    assert anna.wait() == "choices"
    expect(anna.page.get_by_role("button", name=anna.say("tool.undo"))).to_be_in_viewport(ratio=1)
    assert anna.page.evaluate("(bar => bar.scrollWidth <= bar.clientWidth)(document.querySelector('header'))")
