"""Who plays along: a visitor asks for a free seat; after a resignation the others may end the game."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.test_mine import ask, open_table


def test_a_visitor_asks_for_a_seat_and_the_game_is_ended_by_agreement(visit: Visit) -> None:
    anna, ben = visit(), visit(language="fr", is_phone=True)
    ask(anna, "PUT", "/api/me", {"name": "Anna"})
    table = open_table(anna, "smugglers", ["me", "friend", "here"])["table"]
    anna.go(f"/t/{table}")
    ben.go(f"/t/{table}")
    ben.page.get_by_label(ben.say("new.name")).fill("Ben")
    assert not look(ben, "ask for a seat")
    ben.page.get_by_role("button", name=ben.say("ask_seat.ask")).click()
    expect(ben.page.get_by_text(ben.say("ask_seat.waiting"))).to_be_visible()
    accept = anna.page.get_by_role("button", name=anna.say("ask_seat.accept_of", name="Ben"))
    accept.wait_for()
    assert not look(anna, "a visitor asks")
    accept.click()
    expect(ben.page.get_by_text(ben.say("ask_seat.waiting"))).to_have_count(0, timeout=15_000)
    expect(ben.page.get_by_text(ben.say("turn.watching"))).to_have_count(0, timeout=15_000)
    ben.page.get_by_text(ben.say("seat.all")).click()
    expect(ben.page.get_by_text(ben.say("seat.mine"), exact=True).last).to_be_visible(timeout=15_000)
    assert ask(ben, "GET", f"/api/tables/{table}")["mine"] == [1]

    ben.page.locator("header summary").nth(-2).click()
    ben.page.get_by_role("button", name=ben.say("mine.resign")).click()
    expect(ben.page.get_by_text(ben.say("resign.text"))).to_be_visible()
    assert not look(ben, "resign")
    ben.page.locator("aside").get_by_role("button", name=ben.say("mine.resign")).click()
    ben.page.wait_for_url(f"{ben.address.rstrip('/')}/")
    ben.go(f"/t/{table}")
    anna.page.locator("header summary").nth(-2).click()
    anna.page.get_by_role("button", name=anna.say("tool.vote")).click()
    expect(anna.page.get_by_text(anna.say("vote.text"))).to_be_visible()
    assert not look(anna, "vote to end")
    anna.page.get_by_role("button", name=anna.say("vote.end")).click()
    expect(anna.page.get_by_role("heading", name=anna.say("result.agreed"))).to_be_visible()
    assert not look(anna, "ended by agreement")
    expect(ben.page.get_by_role("heading", name=ben.say("result.agreed"))).to_be_visible()
    assert not look(ben, "ended by agreement")

    # The record keeps the names for whoever opens it.
    record = ask(anna, "GET", f"/api/tables/{table}/record")
    assert record["players"] == [{"name": "Anna"}, {"name": "Ben"}, {}]
    ben.go("/")
    ben.page.locator("input[type=file]").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    )
    ben.page.wait_for_url("**/t/*?at=*")
    expect(ben.page.get_by_text("Anna").first).to_be_attached()


def test_two_people_agree_to_end_the_game(visit: Visit) -> None:
    anna, ben, cleo = visit(language="fr"), visit(is_phone=True), visit()
    opened = open_table(anna, "smugglers", ["me", "friend", "friend"])
    table = opened["table"]
    for person, name, invitation in zip((ben, cleo), ("Ben", "Cleo"), opened["invitations"], strict=True):
        join = {"invitation": invitation["secret"], "name": name}
        ask(person, "POST", f"/api/tables/{table}/join", join)
    cleo.page.request.post(f"{cleo.address}/api/tables/{table}/resign")
    anna.go(f"/t/{table}")
    ben.go(f"/t/{table}")
    ben.page.locator("header summary").nth(-2).click()
    ben.page.get_by_role("button", name=ben.say("tool.vote")).click()
    ben.page.get_by_role("button", name=ben.say("vote.end")).click()
    expect(ben.page.get_by_role("button", name=ben.say("vote.play_on"))).to_be_visible()
    assert not look(ben, "has voted")
    expect(anna.page.get_by_text("Ben veut arrêter la partie", exact=False)).to_be_visible()
    assert not look(anna, "is asked")
    anna.page.get_by_role("button", name=anna.say("vote.end")).click()
    for person in (anna, ben):
        expect(person.page.get_by_role("heading", name=person.say("result.agreed"))).to_be_visible()
