"""The page of a new table: bots with a face, options that apply, numbers by buttons and keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit

PIP = {
    "en": "Wins 27% of games against another cabin boy and a sailor; an equal would win 33%.",
    "fr": "Gagne 27\xa0% des parties contre un autre moussaillon et un matelot\xa0; à force égale, ce serait 33\xa0%.",
}


@pytest.mark.parametrize(("language", "is_phone"), [("en", False), ("fr", True)])
def test_set_up_shows_what_applies_and_who_plays(visit: Visit, language: str, is_phone: bool) -> None:
    anna = visit(language, is_phone)
    options = {option["name"]: option["text"][1:] for option in anna.card("calypso")["options"]}
    page = anna.page
    anna.go("/new/calypso")
    # Bots: a name, a face, one line about their strength.
    page.locator("form ol select").nth(1).select_option("bot:cabin_boy")
    expect(page.get_by_text(PIP[language])).to_be_visible()
    expect(page.locator("form ol li.bot svg")).to_have_count(4)  # two marks of seats, two faces
    # Only what applies: a limit of the net only together, the last round only against each other.
    limit = page.get_by_role("spinbutton", name=options["capture_limit"])
    last_round = page.locator("label", has_text=options["finish_round"])
    expect(limit).to_have_count(0)
    expect(last_round).to_be_visible()
    mode = page.locator("label", has_text=options["mode"]).get_by_role("combobox")
    mode.select_option("1")
    expect(last_round).to_have_count(0)
    # By keys, by buttons, and its value for screen readers.
    limit.press("Home")
    expect(limit).to_have_attribute("aria-valuenow", "4")
    limit.press("ArrowUp")
    expect(limit).to_have_attribute("aria-valuenow", "5")
    limit.locator("xpath=following-sibling::button").click()
    expect(limit).to_have_attribute("aria-valuenow", "7")
    # Alone, nobody talks.
    talk = page.locator("label", has_text=options["coop_talk"])
    expect(talk).to_be_visible()
    count = page.get_by_role("spinbutton", name=anna.say("new.count"))
    count.press("Home")
    expect(count).to_have_attribute("aria-valuenow", "1")
    expect(talk).to_have_count(0)
    anna.set_sail()
    opened = anna.page.evaluate(
        "() => fetch('/api' + location.pathname.replace('/t/', '/tables/')).then((r) => r.json())"
    )
    assert (opened["options"]["mode"], opened["options"]["capture_limit"], len(opened["seats"])) == ("coop", 7, 1)


@pytest.mark.parametrize(("language", "is_phone"), [("en", True), ("fr", False)])
def test_as_in_the_book_changes_house_rules_and_keeps_variants_of_the_book(
    visit: Visit, language: str, is_phone: bool
) -> None:
    anna = visit(language, is_phone)
    options = {option["name"]: option["text"][1:] for option in anna.card("treasure_boots")["options"]}
    page = anna.page
    anna.go("/new/treasure_boots")
    book = page.get_by_role("button", name=anna.say("new.as_book"))
    groups = page.locator("form fieldset legend")
    expect(groups).to_have_text([anna.say(f"origin.{origin}") for origin in ("book", "house", "ours")])
    # By the book one may decline; we save a question.
    expect(book).to_have_attribute("aria-pressed", "false")
    ports = page.locator("label", has_text=options["start_ports"]).get_by_role("combobox")
    ports.select_option("1")
    order = page.get_by_label(anna.say("new.order"))
    order.select_option("listed")
    book.click()
    expect(book).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("checkbox", name=options["decline_gains"])).to_be_checked()
    expect(ports).to_have_value("1")  # secret ports are in the book too
    expect(order).to_have_value("listed")  # who begins is not an option of the game
    page.get_by_role("checkbox", name=options["finish_round"]).check()
    expect(book).to_have_attribute("aria-pressed", "false")
    book.click()
    expect(page.get_by_role("checkbox", name=options["finish_round"])).not_to_be_checked()
