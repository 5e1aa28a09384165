"""The analysis of a finished game in the browser: the graph, the sentences, and the walk from mistake to mistake."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import cabotage
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look
from tests.browser.test_games import SHORT
from tests.browser.visitor import LONGEST_TURN_MS, Visitor
from tests.server.fixtures import PLAIN
from tests.server.fixtures import Visitor as Caller

FOLDER = Path(__file__).parents[2] / "web" / "src" / "analysis" / "words"


def tell(visitor: Visitor, key: str, **values: object) -> str:
    texts: dict[str, str] = json.loads((FOLDER / f"{visitor.language}.json").read_text("utf-8"))
    return texts[key].format(**values)


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Server]:
    """A server that analyses for a few seconds only."""
    running = Server(Path(tmp_path_factory.mktemp("analysis")), 0, "--analysis-seconds", "2")
    yield running
    running.stop()


@pytest.fixture
def caller(quay: Server) -> Iterator[Caller]:
    with httpx.Client(base_url=quay.address, timeout=180, verify=PLAIN) as client:
        yield Caller(quay.address, client)


def uploaded(caller: Caller, game: str) -> str:
    """The table of a game at random: full of mistakes."""
    seats, options = SHORT[game]
    position = cabotage.load(game, seats=seats, **options).start(seed=4)
    rng = random.Random(4)
    while not position.is_over:
        position.play(int(rng.choice(position.legal.numbers)))
        position.roll()
    body = {"record": json.loads(position.record().text())}
    table: str = caller.ask("POST", "/api/records", 201, body)["table"]
    return table


def wait_for_it(visitor: Visitor) -> Any:
    """Until the analysis is final; its panel."""
    panel = visitor.page.get_by_role("complementary", name=tell(visitor, "page.panel"))
    panel.get_by_role("slider").wait_for(timeout=LONGEST_TURN_MS)
    expect(panel.locator("progress")).to_have_count(0, timeout=LONGEST_TURN_MS)
    return panel


@pytest.mark.parametrize(("game", "language", "is_phone"), [("calypso", "en", True), ("captn_clever", "fr", False)])
def test_an_analysis_is_read_and_walked_through(
    visit: Visit, quay: Server, caller: Caller, game: str, language: str, is_phone: bool
) -> None:
    anna = visit(language, is_phone, quay.address)
    table = uploaded(caller, game)
    anna.go(f"/t/{table}?at=0")
    anna.page.get_by_role("link", name=anna.say("result.analysis")).click()
    panel = wait_for_it(anna)
    told = anna.page.request.get(f"{quay.address}/api/tables/{table}/analysis?language={language}").json()["analysis"]
    graph = panel.get_by_role("slider", name=tell(anna, "chances.title"))
    last = len(told["moments"]) - 1
    expect(graph).to_have_attribute("aria-valuenow", str(last))
    graph.focus()
    for key, at in (("Home", 0), ("ArrowRight", 1), ("PageUp", 11), ("ArrowLeft", 10), ("End", last)):
        anna.page.keyboard.press(key)
        expect(graph).to_have_attribute("aria-valuenow", str(at))
    assert graph.locator("polyline").count() == len(told["seats"])
    assert panel.locator(".sentences li").count() == len(told["seats"])
    found = look(anna, f"{game}: chances")
    panel.get_by_text(tell(anna, "chances.table")).click()
    panel.locator("tbody button").first.click()
    expect(graph).to_have_attribute("aria-valuenow", "0")
    errors = told["errors"]
    panel.get_by_role("button", name=tell(anna, "mistakes.next")).click()
    card = panel.locator(".mistake")
    expect(card).to_contain_text(errors[0]["chosen"]["choice"]["text"])
    expect(card).to_contain_text(errors[0]["best"]["choice"]["text"])
    expect(card).to_contain_text(errors[0]["best"]["reason"])
    expect(graph).to_have_attribute("aria-valuenow", str(errors[0]["seq"]))
    found += look(anna, f"{game}: mistake")
    assert found == []
    card.get_by_role("button", name=tell(anna, "mistake.try")).click()
    anna.page.wait_for_url("**/t/*")
    assert anna.wait() == "choices"
    anna.page.get_by_role("link", name=anna.say("story.forked")).wait_for()


def test_a_game_that_was_ended_early_has_no_analysis_and_the_page_says_why(
    visit: Visit, quay: Server, caller: Caller
) -> None:
    anna = visit("fr", address=quay.address)
    position = cabotage.load("calypso", seats=2).start(seed=1)
    table = caller.ask("POST", "/api/records", 201, {"record": json.loads(position.record().text())})["table"]
    anna.go(f"/t/{table}/analysis")
    expect(anna.page.get_by_role("alert")).to_contain_text("n’a pas été jouée jusqu’au bout", timeout=LONGEST_TURN_MS)
    anna.troubles.clear()  # the refusal is one


def test_spectators_see_live_chances_if_the_table_was_opened_so(visit: Visit, quay: Server) -> None:
    anna, ben = visit("en", address=quay.address), visit("fr", True, quay.address)
    anna.go("/new/smugglers")
    anna.page.get_by_label(anna.say("new.chances")).check()
    anna.page.get_by_role("button", name=anna.say("new.open")).click()
    anna.page.wait_for_url("**/t/*")
    expect(anna.page.get_by_text(anna.say("live.note"))).to_be_visible(timeout=LONGEST_TURN_MS)
    ben.go(anna.page.url.removeprefix(quay.address))
    chances = ben.page.get_by_role("region", name=ben.say("live.title"))
    expect(chances.locator("strong").first).to_contain_text("%", timeout=LONGEST_TURN_MS)
    assert not look(ben, "live chances")
    expect(anna.page.get_by_role("region", name=anna.say("live.title"))).to_have_count(0)
