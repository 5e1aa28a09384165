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
