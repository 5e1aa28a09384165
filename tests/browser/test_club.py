"""A club's evening in the browser: found a club, join by link, plan a tournament, take one's seat."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.visitor import Visitor

FOLDER = Path(__file__).parents[2] / "web" / "src" / "club" / "words"


def tell(visitor: Visitor, key: str, **values: object) -> str:
    texts: dict[str, str] = json.loads((FOLDER / f"{visitor.language}.json").read_text("utf-8"))
    return texts[key].format(**values)


def press(visitor: Visitor, key: str, **values: object) -> None:
    visitor.page.get_by_role("button", name=tell(visitor, key, **values), exact=True).first.click()


def test_an_evening_at_the_club(visit: Visit) -> None:
    anna, ben = visit("en"), visit("fr", is_phone=True)
    found = []
    anna.go("/me")
    anna.page.get_by_role("link", name=anna.say("me.clubs_text")).click()
    anna.page.get_by_label(tell(anna, "clubs.name")).fill("Port Royal")
    found += look(anna, "my clubs")
    press(anna, "clubs.found")
    expect(anna.page.get_by_role("heading", name="Port Royal")).to_be_visible()
    link = anna.page.get_by_label(anna.say("invite.link")).input_value()
    # Ben joins by the link, with a name.
    ben.page.goto(link)
    ben.page.get_by_label(ben.say("new.name")).fill("Ben")
    found += look(ben, "joining")
    press(ben, "join.do")
    expect(ben.page.get_by_role("heading", name="Port Royal")).to_be_visible()
    expect(ben.page.get_by_role("button", name=tell(ben, "tournaments.new"))).to_have_count(0)
    found += look(ben, "the club, for a member")
    # Anna plans two rounds of Calypso for two and opens the first.
    anna.page.reload()
    press(anna, "tournaments.new")
    form = anna.page.locator("form")
    form.get_by_label(tell(anna, "plan.game")).select_option("calypso")
    form.get_by_role("spinbutton", name=tell(anna, "plan.seats")).press("Home")
    form.get_by_role("spinbutton", name=tell(anna, "plan.rounds")).press("ArrowDown")
    found += look(anna, "planning")
    press(anna, "plan.do")
    anna.page.get_by_role("button", name=tell(anna, "tournament.open_round", round=1)).click()
    expect(anna.page.get_by_text(tell(anna, "tournament.waiting"))).to_be_visible()
    found += look(anna, "the tournament, for its organiser")
    tournament = anna.page.url
    # Ben finds it in the club, takes his seat; then Anna takes hers, and the game begins.
    ben.page.goto(tournament)
    expect(ben.page.get_by_text(tell(ben, "round.not_here")).first).to_be_visible()
    found += look(ben, "the tournament, for a player")
    press(ben, "tournament.sit")
    ben.page.wait_for_url("**/t/*")
    press(anna, "tournament.sit")
    anna.page.wait_for_url("**/t/*")
    assert anna.page.url == ben.page.url
    seats = anna.page.request.get(anna.page.url.replace("/t/", "/api/tables/")).json()
    assert (seats["status"], sorted(seat["is_named"] for seat in seats["seats"])) == ("running", [False, True])
    assert found == []
