"""A game is looked at again: a record of every game is brought, walked through, and played on."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import FilePayload, expect

import cabotage
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_games import SHORT
from tests.browser.visitor import Visitor
from tests.server.fixtures import PLAIN
from tests.server.fixtures import Visitor as Caller

BOARD = "main svg"


@pytest.fixture
def record(tmp_path: Path, game: str) -> Path:
    """Of a game at random, as a file."""
    seats, options = SHORT[game]
    position = cabotage.load(game, seats=seats, **options).start(seed=4)
    rng = random.Random(4)
    while not position.is_over:
        position.play(int(rng.choice(position.legal.numbers)))
        position.roll()
    path = tmp_path / f"{game}.json"
    position.record().save(path)
    return path


def told(visitor: Visitor) -> str:
    """What the present moment tells."""
    return visitor.page.locator("aside .moment").inner_text()


def where(visitor: Visitor) -> list[int]:
    """At which of how many moments."""
    slider = visitor.page.get_by_role("slider")
    return [int(slider.input_value()), int(slider.get_attribute("max") or 0)]


@pytest.mark.parametrize("game", SHORT)
def test_a_record_that_is_brought_is_walked_through_and_played_on(visit: Visit, record: Path, game: str) -> None:
    anna = visit()
    page, press = anna.page, anna.page.keyboard.press
    anna.go("/")
    page.get_by_label(anna.say("harbour.upload")).set_input_files(record)
    page.get_by_role("slider").wait_for()
    assert where(anna)[0] == 0
    assert told(anna) == "The game begins."
    page.locator(BOARD).first.wait_for()
    assert len(page.locator("main").inner_html()) > 5000, "the board is drawn from the start"
    last = where(anna)[1]
    assert last == page.locator("aside ol li").count() - 1 > 10
    press("ArrowRight")
    page.wait_for_function("() => document.querySelector('input[type=range]').value === '1'")
    assert told(anna) == page.locator("aside ol li").nth(1).inner_text() != "The game begins."
    press("End")
    page.wait_for_function(f"() => document.querySelector('input[type=range]').value === '{last}'")
    assert page.get_by_role("button", name=anna.say("replay.fork")).count() == 0, "it is over"
    page.locator("aside ol li button").nth(2).click()
    page.get_by_role("button", name=anna.say("replay.previous")).click()
    page.wait_for_function("() => document.querySelector('input[type=range]').value === '1'")
    page.get_by_role("button", name=anna.say("replay.fork")).click()
    page.wait_for_url("**/t/*")
    assert anna.wait() == "choices"
    page.get_by_role("link", name=anna.say("story.forked")).wait_for()


@pytest.mark.parametrize("game", SHORT)
def test_going_to_and_fro_faster_than_pieces_come_to_rest_is_no_trouble(visit: Visit, record: Path) -> None:
    anna = visit()
    anna.go("/")
    anna.page.get_by_label(anna.say("harbour.upload")).set_input_files(record)
    anna.page.get_by_role("slider").wait_for()
    anna.page.locator(BOARD).first.wait_for()
    for moment in range(12):
        for key, goal in (("ArrowRight", moment + 1), ("ArrowLeft", moment), ("ArrowRight", moment + 1)):
            anna.page.keyboard.press(key)
            anna.page.wait_for_function(f"() => document.querySelector('input[type=range]').value === '{goal}'")


@pytest.mark.parametrize("game", ["treasure_boots"])
def test_it_runs_by_itself_and_stops_where_one_wants(visit: Visit, record: Path) -> None:
    anna = visit(is_phone=True)
    anna.go("/")
    anna.page.get_by_label(anna.say("harbour.upload")).set_input_files(record)
    anna.page.get_by_role("button", name=anna.say("replay.play"), exact=True).click()
    anna.page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) >= 2")
    anna.page.get_by_role("button", name=anna.say("replay.pause")).click()
    anna.page.wait_for_timeout(200)
    stopped = where(anna)[0]
    anna.page.wait_for_timeout(1500)
    assert where(anna)[0] == stopped


def test_a_file_that_is_no_record_is_refused_where_one_sees_it(visit: Visit, tmp_path: Path) -> None:
    anna = visit(is_phone=True)
    anna.go("/")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear captain")
    anna.page.get_by_label(anna.say("harbour.upload")).set_input_files(letter)
    refusal = anna.page.get_by_role("alert").filter(has_text=anna.say("harbour.no_record"))
    refusal.wait_for()
    box = refusal.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 780 - box["height"], "in sight on a phone"


def test_a_finished_game_of_mine_is_found_in_the_harbour(visit: Visit, server: Server) -> None:
    anna = visit()
    anna.go("/")
    anna.page.locator("main li h3").first.wait_for()
    with httpx.Client(base_url=server.address, timeout=180, verify=PLAIN) as client:
        caller = Caller(server.address, client)
        wish = {"options": {"round_limit": 5}, "names": ["Zoé", "Léo"]}
        table = caller.open("treasure_boots", ("me", "here"), **wish)["table"]
        caller.play(table)
        record = client.get(f"/api/tables/{table}/record").content
        secret = client.cookies["cabotage"]
    anna.page.context.add_cookies([{"name": "cabotage", "value": secret, "url": server.address}])
    anna.page.reload()
    anna.page.get_by_text(anna.say("harbour.finished")).click()
    anna.page.locator(f"a[href='/t/{table}?at=0']").click()
    anna.page.get_by_role("slider").wait_for()
    assert told(anna) == "The game begins."
    # Its file, opened again, still knows who played.
    anna.go("/")
    file: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": record}
    anna.page.get_by_label(anna.say("harbour.upload")).set_input_files(file)
    anna.page.get_by_role("slider").wait_for()
    assert table not in anna.page.url
    for name in ("Zoé", "Léo"):
        expect(anna.page.locator("main")).to_contain_text(name)
