"""One's own mistakes as puzzles: from the list of games to the answer, by keyboard, on phone and desktop."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look
from tests.browser.test_mine import ask
from tests.browser.test_pages import OVERFLOWING, SMALL
from tests.browser.visitor import LONGEST_TURN_MS, Visitor

FOLDER = Path(__file__).parents[2] / "web" / "src" / "puzzle" / "words"
SHORT: dict[str, dict[str, Any]] = {"smugglers": {"target_points": 5}, "calypso": {"capture_limit": 4}}
MOST_MOVES = 400


def tell(visitor: Visitor, key: str, **values: object) -> str:
    texts: dict[str, str] = json.loads((FOLDER / f"{visitor.language}.json").read_text("utf-8"))
    return texts[key].format(**values)


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Server]:
    """A server that analyses for a few seconds only."""
    running = Server(Path(tmp_path_factory.mktemp("mistakes")), 0, "--analysis-seconds", "3")
    yield running
    running.stop()


def played(visitor: Visitor, game: str) -> str:
    """A finished game against a bot, at random: full of mistakes."""
    wish = {"game": game, "seats": ["me", "bot:random"], "order": "listed", "options": SHORT[game]}
    table: str = ask(visitor, "POST", "/api/tables", wish)["table"]
    rng = random.Random(2)
    for _ in range(MOST_MOVES):
        view = ask(visitor, "GET", f"/api/tables/{table}")
        if view["is_over"]:
            return table
        if view["choices"]:
            choice = rng.choice(view["choices"])["id"]
            body = {"seq": view["seq"], "choice": choice, "seat": view["viewer"]}
            visitor.page.request.post(f"{visitor.address}/api/tables/{table}/choices", data=body)
        else:
            visitor.page.wait_for_timeout(30)
    raise AssertionError("the game does not end")


def faults(visitor: Visitor, what: str, is_phone: bool) -> list[str]:
    found: list[str] = look(visitor, what) + visitor.page.evaluate(OVERFLOWING)
    found += visitor.page.evaluate(SMALL) if is_phone else []
    return found


@pytest.mark.parametrize(("game", "language", "is_phone"), [("smugglers", "en", True), ("calypso", "fr", False)])
def test_mistakes_of_my_games_are_tried_again(
    visit: Visit, quay: Server, game: str, language: str, is_phone: bool
) -> None:
    anna = visit(language, is_phone, quay.address)
    page = anna.page
    table = played(anna, game)
    anna.go("/me")
    page.get_by_role("link", name=anna.say("puzzle.mine")).click()
    expect(page.get_by_text(tell(anna, "list.none"))).to_be_visible()
    page.locator("main ul a").first.click()  # not analysed yet
    page.wait_for_url(f"**/t/{table}/analysis")
    statistics = page.locator("section[aria-labelledby=statistics]")
    expect(statistics.locator("h3").first).to_be_visible(timeout=LONGEST_TURN_MS)
    assert statistics.locator("polyline").count() == 2
    expect(page.locator("progress")).to_have_count(0, timeout=LONGEST_TURN_MS)
    page.locator("a.door").click()
    page.wait_for_url("**/puzzles/mine")
    puzzles = page.locator("main ol a")
    expect(puzzles.first).to_be_visible()
    found = faults(anna, f"{game}: list", is_phone)
    told = ask(anna, "GET", f"/api/me/mistakes?language={language}")["games"][0]
    assert puzzles.count() == len(told["puzzles"])
    expect(page.get_by_role("heading", name=told["name"])).to_be_visible()
    puzzles.first.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("complementary", name=anna.say("puzzle.panel"))
    status = panel.get_by_role("status")
    expect(status).to_contain_text(anna.say("puzzle.question"), timeout=LONGEST_TURN_MS)
    expect(panel).to_contain_text(told["others"][0])
    found += faults(anna, f"{game}: question", is_phone)
    buttons = panel.locator("section li button")
    buttons.first.focus()
    page.keyboard.press("Enter")
    expect(status.locator("strong")).not_to_have_text(anna.say("puzzle.question"), timeout=LONGEST_TURN_MS)
    following = panel.locator(".row a").first
    expect(following).to_be_focused(timeout=LONGEST_TURN_MS)
    expect(panel.get_by_text(anna.say("puzzle.yours"))).to_have_count(1)
    expect(panel.locator("li").get_by_text(anna.say("puzzle.played"))).to_have_count(1)
    assert 2 <= panel.locator("li:has(.share)").count() <= 7
    expect(panel.get_by_role("link", name=tell(anna, "page.analysis"))).to_have_attribute(
        "href", f"/t/{table}/analysis"
    )
    found += faults(anna, f"{game}: answer", is_phone)
    assert not found, "\n".join(found)
    page.get_by_role("link", name=tell(anna, "page.back")).click()
    name = puzzles.first.get_attribute("aria-label") or ""
    assert name.endswith((anna.say("puzzle.solved"), anna.say("puzzle.tried")))


def test_a_mistake_of_somebody_else_is_not_shown(visit: Visit, quay: Server) -> None:
    anna, ben = visit("en", address=quay.address), visit("fr", address=quay.address)
    table = played(anna, "calypso")
    ben.go(f"/puzzles/mine/{table}/5")
    expect(ben.page.get_by_role("alert")).to_be_visible(timeout=LONGEST_TURN_MS)
    ben.troubles.clear()  # the refusal is one
