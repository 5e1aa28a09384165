"""What is mine: my tables, my finished games, and my other devices."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.test_together import scanned
from tests.browser.visitor import Visitor

BOT = "bot:greedy"


def ask(visitor: Visitor, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """By the browser's own cookie."""
    answer = visitor.page.request.fetch(visitor.address + path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def open_table(visitor: Visitor, game: str, seats: list[str]) -> dict[str, Any]:
    opened: dict[str, Any] = ask(visitor, "POST", "/api/tables", {"game": game, "seats": seats, "order": "listed"})
    return opened


def finish(visitor: Visitor, table: str) -> dict[str, Any]:
    while not (view := ask(visitor, "GET", f"/api/tables/{table}"))["is_over"]:
        if view["choices"]:
            choice = {"seq": view["seq"], "choice": view["choices"][0]["id"]}
            ask(visitor, "POST", f"/api/tables/{table}/choices", choice)
    return dict(view)


def test_my_tables_are_listed_by_turn_and_can_be_dropped(visit: Visit) -> None:
    anna, ben = visit(), visit(language="fr", is_phone=True)
    alone = open_table(anna, "smugglers", ["me", "here"])["table"]
    shared = open_table(anna, "smugglers", ["me", "friend"])
    ask(ben, "POST", f"/api/tables/{shared['table']}/join", {"invitation": shared["invitations"][0]["secret"]})
    view = ask(anna, "GET", f"/api/tables/{shared['table']}")
    while view["to_act"] == 0:
        choice = {"seq": view["seq"], "choice": view["choices"][0]["id"]}
        view = ask(anna, "POST", f"/api/tables/{shared['table']}/choices", choice)

    anna.go("/")
    cards = anna.page.locator("li.card:has(time)")
    expect(cards).to_have_count(2)
    assert [card.get_attribute("href") for card in cards.locator("a").all()] == [f"/t/{alone}", f"/t/{shared['table']}"]
    expect(cards.nth(0)).to_contain_text(anna.say("turn.mine"))
    expect(cards.nth(0)).to_contain_text(anna.say("mine.round", round=1))
    expect(cards.nth(1)).to_contain_text("player 2 to play")

    cards.nth(0).get_by_role("button", name=anna.say("mine.delete_of", game="Smugglers' Island")).click()
    assert not look(anna, "delete a table")
    cards.nth(0).get_by_role("button", name=anna.say("mine.keep")).click()
    cards.nth(0).get_by_role("button", name=anna.say("mine.delete_of", game="Smugglers' Island")).click()
    cards.nth(0).get_by_role("button", name=anna.say("mine.delete"), exact=True).click()
    expect(cards).to_have_count(1)

    ben.go("/")
    mine = ben.page.locator("li.card:has(time)")
    expect(mine).to_contain_text(ben.say("turn.mine"))
    mine.get_by_role("button", name=ben.say("mine.resign"), exact=False).click()
    expect(mine).to_contain_text(ben.say("mine.resign_sure"))
    mine.get_by_role("button", name=ben.say("mine.resign"), exact=True).click()
    expect(mine).to_have_count(0)
    assert ask(anna, "GET", f"/api/tables/{shared['table']}")["seats"][1]["is_taken_over"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_finished_games_are_counted(visit: Visit, language: str) -> None:
    anna = visit(language=language, is_phone=language == "fr")
    anna.go("/me")
    expect(anna.page.get_by_text(anna.say("me.none"))).to_be_visible()
    table = open_table(anna, "smugglers", ["me", BOT])["table"]
    is_won = 0 in finish(anna, table)["result"]["winners"]
    anna.page.reload()
    rows = anna.page.get_by_role("row")
    expect(rows).to_have_count(4)  # two tables with a head and a row each
    name = {"en": "Smugglers' Island", "fr": "L’île des contrebandiers"}[language]
    expect(rows.nth(1).locator("th, td")).to_have_text([name, "1", str(int(is_won)), str(int(is_won))])
    expect(anna.page.locator(f"main li a[href='/t/{table}?at=0']")).to_have_text(name)
    assert not look(anna, "my games")
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_another_device_by_a_link_that_works_once(visit: Visit) -> None:
    anna, phone = visit(), visit(language="fr", is_phone=True)
    ask(anna, "PUT", "/api/me", {"name": "Anna"})
    open_table(anna, "calypso", ["me", "here"])
    anna.go("/me")
    anna.page.get_by_role("button", name=anna.say("me.device_make")).click()
    link = anna.page.get_by_label(anna.say("invite.link")).input_value()
    assert scanned(anna.page.get_by_role("img", name=anna.say("invite.code"))) == link
    assert not look(anna, "another device")
    phone.page.goto(link)
    assert not look(phone, "this device")
    phone.page.get_by_role("button", name=phone.say("device.go")).click()
    expect(phone.page.locator("li.card:has(time)")).to_contain_text("Anna")
    other = visit()
    other.page.goto(link)
    other.page.get_by_role("button", name=other.say("device.go")).click()
    expect(other.page.get_by_role("alert")).to_contain_text("expired")
    other.troubles.clear()  # the browser writes the refusal to its console
