"""A club's evening in the browser: found a club, join by link, plan a tournament, play it to its end."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

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


def ask(visitor: Visitor, method: str, path: str, body: object = None) -> Any:
    """Of the server, without the page."""
    data = None if body is None else json.dumps(body)
    headers = {"Content-Type": "application/json"}
    answer = visitor.page.request.fetch(f"{visitor.address}/api{path}", method=method, data=data, headers=headers)
    assert answer.ok, f"{method} {path}: {answer.text()}"
    return answer.json()


def play(people: tuple[Visitor, ...], table: str) -> None:
    """To the end, without the page: each chooses at random for their own seat."""
    while True:
        for visitor in people:
            view = ask(visitor, "GET", f"/tables/{table}")
            if view["status"] == "over":
                return
            if view["to_act"] in view["mine"]:
                choice = visitor.rng.choice(view["choices"])["id"]
                body = {"seq": view["seq"], "choice": choice, "seat": view["viewer"]}
                ask(visitor, "POST", f"/tables/{table}/choices", body)


def rows(visitor: Visitor, title: str) -> Locator:
    return visitor.page.get_by_role("region", name=tell(visitor, title)).locator("tbody tr")


def test_a_round_robin_is_played_to_its_end(visit: Visit) -> None:
    anna, ben = visit("en"), visit("fr", is_phone=True)
    for visitor, name in ((anna, "Anna"), (ben, "Ben")):
        ask(visitor, "PUT", "/me", {"name": name})
    link = ask(anna, "POST", "/clubs", {"name": "Tortuga"})
    club = link["club"]
    ask(ben, "POST", f"/clubs/{club}/members", {"link": link["path"].partition("#join=")[2]})
    anna.go(f"/club/{club}")
    press(anna, "tournaments.new")
    form = anna.page.locator("form")
    form.get_by_label(tell(anna, "plan.game")).select_option("calypso")
    form.get_by_role("spinbutton", name=tell(anna, "plan.seats")).press("Home")
    form.get_by_role("spinbutton", name=tell(anna, "plan.rounds")).press("Home")
    form.get_by_role("spinbutton", name=tell(anna, "plan.rounds")).press("ArrowUp")
    form.get_by_label(tell(anna, "system.round_robin")).check()
    press(anna, "plan.do")
    anna.page.wait_for_url(f"**/club/{club}/*")
    tournament = anna.page.url.rpartition("/")[2]
    ben.go(f"/club/{club}/{tournament}")
    expect(ben.page.get_by_text(tell(ben, "system.round_robin"))).to_be_visible()
    seated = []
    for index in (1, 2):
        press(anna, "tournament.open_round", round=index)
        expect(ben.page.get_by_text(tell(ben, "tournament.waiting"))).to_be_visible()
        opened = ask(anna, "GET", f"/clubs/{club}/tournaments/{tournament}")["rounds"][-1]["tables"][0]
        seated.append([seat["name"] for seat in opened["seats"]])
        for visitor in (anna, ben):
            ask(visitor, "POST", f"/clubs/{club}/tables/{opened['table']}/seat", {"nonce": "a wish"})
        play((anna, ben), opened["table"])
        for visitor in (anna, ben):  # without a reload
            expect(visitor.page.get_by_text(tell(visitor, "status.over"))).to_have_count(index, timeout=30_000)
    assert seated[0] == seated[1][::-1]  # seats rotate
    # Both see the same standings, and the ladder of the club; the organiser ends the evening and exports it.
    found = look(ben, "standings on a phone")
    won = {
        each["name"]: each["won"] for each in ask(anna, "GET", f"/clubs/{club}/tournaments/{tournament}")["standings"]
    }
    assert sum(won.values()) == 2
    for visitor in (anna, ben):
        order = [row.locator("th").inner_text().strip() for row in rows(visitor, "standing.title").all()]
        assert sorted(order, key=lambda name: -won[name]) == order
        points = [row.locator("strong").inner_text() for row in rows(visitor, "standing.title").all()]
        assert points == [str(won[name]) for name in order]
    expect(anna.page.get_by_role("button", name=tell(anna, "tournament.open_round", round=3))).to_have_count(0)
    press(anna, "tournament.end")
    expect(anna.page.get_by_text(tell(anna, "tournament.over")).first).to_be_visible()
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name=tell(anna, "tournament.csv")).click()
    lines = list(csv.DictReader(download.value.path().read_text("utf-8").splitlines()))
    assert {line["name"]: float(line["points"]) for line in lines} == won
    replay = ben.page.get_by_role("link", name=tell(ben, "round.replay")).first
    replay.click()
    ben.page.wait_for_url("**/t/*")
    ben.go(f"/club/{club}")
    expect(rows(ben, "ladder.title")).to_have_count(2)
    expect(rows(ben, "ladder.title").first).to_contain_text("1.")
    found += look(ben, "ladder on a phone")
    assert found == []
