"""Help at the table: rules that open where they matter, hints that go with their position, why something is missing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.test_games import BOT
from tests.browser.visitor import Visitor

TILES = 6


def searching(visitor: Visitor) -> None:
    """At a table of Calypso, to look for a colour that some tiles show already."""
    visitor.open_table("calypso", ("me", BOT), replacing=False)
    table = visitor.page.url.rsplit("/", 1)[1]
    while True:
        visitor.wait()
        view = visitor.page.request.get(f"{visitor.address}/api/tables/{table}").json()
        if view["phase"] == "search" and len(view["choices"]) < TILES:
            return
        visitor.choose(with_parts=False)


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_the_rules_open_at_what_matters_now(visit: Visit, is_phone: bool) -> None:
    anna = visit(is_phone=is_phone)
    searching(anna)
    anna.page.get_by_role("button", name=anna.say("tool.rules")).click()
    sheet = anna.page.get_by_role("dialog", name=anna.say("tool.rules"))
    marked = sheet.locator("section.now")
    expect(marked).to_have_count(1)
    expect(marked.get_by_role("heading", name="Looking for a colour")).to_be_focused()
    heading = marked.get_by_role("heading", name="Looking for a colour")
    expect(heading).to_be_in_viewport(ratio=1)  # with its picture, the section is taller than a phone
    expect(marked).to_be_in_viewport(ratio=0.8 if is_phone else 0.9)
    sheet.get_by_role("button", name="The shark").click()
    expect(sheet.get_by_role("heading", name="The shark")).to_be_focused()
    expect(sheet.get_by_role("heading", name="The shark")).to_be_in_viewport()
    anna.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_a_hint_is_for_the_position_on_the_screen_and_goes_with_it(visit: Visit) -> None:
    anna = visit(is_phone=True)
    searching(anna)
    button = anna.page.get_by_role("button", name=anna.say("tool.hint"))
    button.click()
    card = anna.page.get_by_role("region", name=anna.say("tool.hint"))
    card.locator("li").first.wait_for()
    texts = card.locator("li button > span:first-child").all_inner_texts()
    assert set(texts) <= set(anna.offered.all_inner_texts())
    assert anna.say("hint.memory") in card.inner_text()
    board = anna.page.get_by_role("main").bounding_box()
    shown = card.bounding_box()
    assert board is not None
    assert shown is not None
    assert shown["y"] >= board["y"] + board["height"]  # it covers nothing of the board
    assert not look(anna, "hint")
    card.locator("li button").first.click()
    expect(card).to_have_count(0)
    assert anna.wait() == "choices"
    expect(card).to_have_count(0)  # the next position has a hint of its own, for who asks again


def test_what_is_not_offered_is_explained_in_the_language_of_the_page(visit: Visit) -> None:
    benoit = visit("fr")
    searching(benoit)
    benoit.page.get_by_text(benoit.say("choices.why_not")).click()
    reason = benoit.page.locator("aside details li", has=benoit.page.locator("strong"))
    expect(reason).to_contain_text("qui ne peut donc pas être au dos.")
    shown = reason.locator("strong").inner_text().removeprefix("Tuile ").replace("Tuile ", "").split(", ")
    offered = [text.rsplit(" ", 1)[1] for text in benoit.offered.all_inner_texts()]
    assert sorted(shown + offered) == ["a", "c", "d", "f", "g", "i"]
