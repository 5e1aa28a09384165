"""The tab of a table: its title and icon show whose turn it is, and sounds are offered once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.visitor import Visitor


def icon(visitor: Visitor) -> str | None:
    return visitor.page.locator("link[rel=icon]").get_attribute("href")


def friends(anna: Visitor, ben: Visitor) -> None:
    """A table of two; the first turn is Anna's."""
    anna.open_table("smugglers", ("me", "friend"))
    invitation = anna.page.get_by_label(anna.say("invite.link")).input_value()
    ben.page.goto(invitation)
    ben.page.get_by_role("button", name=ben.say("join.sit")).click()
    ben.page.wait_for_url("**/t/*")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_title_and_icon_say_that_it_is_my_turn(visit: Visit, language: str) -> None:
    name = {"en": "Smugglers' Island", "fr": "L’île des contrebandiers"}[language]
    mine = {"en": f"● Your turn – {name}", "fr": f"● À vous – {name}"}[language]
    anna, ben = visit(language), visit(language)
    friends(anna, ben)
    expect(anna.page).to_have_title(mine)
    assert icon(anna) == "/icon-badge.svg"
    expect(ben.page).to_have_title(f"{name} · Cabotage")
    assert icon(ben) == "/icon.svg"
    assert anna.page.request.get(anna.address + "/icon-badge.svg").headers["content-type"] == "image/svg+xml"
    while ben.page.title() != mine:
        anna.turn()
        anna.page.wait_for_timeout(100)
    expect(anna.page).to_have_title(f"{name} · Cabotage")
    assert (icon(anna), icon(ben)) == ("/icon.svg", "/icon-badge.svg")
    # In the harbour too, which looks for news while it is open.
    anna.page.get_by_role("link", name=anna.say("nav.home")).click()
    expect(anna.page).to_have_title(anna.say("title.harbour"))
    assert icon(anna) == "/icon.svg"
    while ben.page.title() == mine:
        ben.turn()
        ben.page.wait_for_timeout(100)
    anna.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(anna.page).to_have_title(mine)
    expect(anna.page.locator("li.card.mine")).to_contain_text(anna.say("turn.mine"))
    assert icon(anna) == "/icon-badge.svg"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sounds_are_offered_until_they_are_accepted_or_declined(visit: Visit, language: str) -> None:
    anna = visit(language, is_phone=language == "fr")
    anna.open_table("smugglers", ("me", "here"))
    offer = anna.page.get_by_text(anna.say("sound.offer"))
    offer.wait_for()
    assert not look(anna, "the offer of sounds")
    anna.page.get_by_role("button", name=anna.say("sound.no"), exact=True).click()
    expect(offer).to_have_count(0)
    anna.page.reload()
    anna.wait()
    expect(offer).to_have_count(0)
    anna.page.evaluate("() => localStorage.removeItem('cabotage.sound')")
    anna.page.reload()
    anna.page.get_by_role("button", name=anna.say("sound.yes"), exact=True).click()
    expect(offer).to_have_count(0)
    anna.page.get_by_label(anna.say("settings.title")).click()
    expect(anna.page.get_by_label(anna.say("settings.sound"))).to_be_checked()
