"""Names, boards and records that contain markup or scripts are shown as text and never run.

The page's Content-Security-Policy is switched off for these visitors: it would stop scripts that got into the page, and
here nothing may get in.
"""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest

from cabotage.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.visitor import Visitor
from tests.server.fixtures import PLAIN
from tests.server.fixtures import Visitor as Caller

NAMES = ("<img src=x onerror=x()>", "<svg onload=x()>", "{@html x()}${x()}", "javascript:x()//\"'`><b>")
MARKUP = "<img src=x onerror=x()>"
COUNT = "window.ran = 0; window.x = () => { window.ran += 1 }"
INSERTED = """() => [...document.querySelectorAll("*")].filter((one) =>
  [...one.attributes].some(({ name, value }) => name.startsWith("on")
    || (/href|src|action/.test(name) && /^\\s*javascript:/i.test(value)))
  || one.matches("img[src=x], iframe, object, embed, base")).map((one) => one.outerHTML)"""


@pytest.fixture
def guest(visit: Visit) -> Visitor:
    found = visit(bypass_csp=True)
    found.page.add_init_script(COUNT)
    return found


def check(guest: Visitor, path: str, text: str) -> None:
    """The page shows the text, and nothing of it became an element or ran."""
    guest.go(path)
    guest.page.get_by_text(text).first.wait_for(state="attached")
    assert guest.page.evaluate(INSERTED) == []
    guest.page.wait_for_timeout(100)
    assert guest.page.evaluate("window.ran") == 0


@pytest.fixture
def caller(server: Server) -> Any:
    with httpx.Client(base_url=server.address, timeout=180, trust_env=False, verify=PLAIN) as client:
        yield Caller(server.address, client)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_text(guest: Visitor, caller: Caller, name: str) -> None:
    assert len(name) <= 24
    opened = caller.open("smugglers", ("me", "friend"), names=[name, None], is_public=True)
    table = opened["table"]
    check(guest, "/", name)
    check(guest, f"/t/{table}", name)
    check(guest, f"/t/{table}?sit", name)
    check(guest, opened["invitations"][0]["path"], name)
    with httpx.Client(base_url=caller.address, timeout=60, trust_env=False, verify=PLAIN) as client:
        friend = Caller(caller.address, client)
        friend.ask("POST", f"/api/tables/{table}/join", 200, {"seat": 1, "name": name[::-1]})
    check(guest, f"/t/{table}", name[::-1])
    guest.page.get_by_role("log").get_by_text(name).first.wait_for(state="attached")


def test_a_name_typed_into_the_page_is_text(guest: Visitor) -> None:
    guest.go("/new/smugglers")
    guest.agree("smugglers", ("me", "here"))
    guest.call(NAMES[0], NAMES[1])
    guest.set_sail()
    guest.page.get_by_text(NAMES[0]).first.wait_for(state="attached")
    assert guest.page.evaluate(INSERTED) == []
    assert guest.page.evaluate("window.ran") == 0


def renamed(value: Any, names: dict[str, str]) -> Any:
    """With every name of a place replaced by markup."""
    if isinstance(value, dict):
        return {key: renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def names_of(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["name"]] if isinstance(value.get("name"), str) else []
        return own + [name for inner in value.values() for name in names_of(inner)]
    return [name for inner in value for name in names_of(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize(("game", "option"), [("treasure_boots", "sections"), ("smugglers", "board")])
def test_boards_are_text(guest: Visitor, caller: Caller, game: str, option: str) -> None:
    folder = Path(GAMES[game].folder)
    board = tomllib.loads((folder / "boards" / "standard.toml").read_text("utf-8"))
    places = sorted(set(names_of(board)))
    assert places
    shown = []
    for place in places[:3]:
        changed = renamed(copy.deepcopy(board), {place: MARKUP})
        body = {"game": game, "seats": ["me", "here"], "options": {option: {"name": MARKUP, "data": changed}}}
        answer = caller.client.post("/api/tables", json=body)
        assert answer.status_code in (201, 400), answer.text  # some games reject such a name
        if answer.status_code == 201:
            shown.append(answer.json()["table"])
    for table in shown:
        guest.go(f"/t/{table}")
        guest.page.locator("main svg").first.wait_for()
        assert guest.page.evaluate(INSERTED) == []
        assert guest.page.evaluate("window.ran") == 0
    assert bool(shown) is (game == "treasure_boots")


def test_records_are_text(guest: Visitor, caller: Caller) -> None:
    table = caller.open("smugglers")["table"]
    caller.play(table)
    record = caller.ask("GET", f"/api/tables/{table}/record")
    for change in ({"comment": MARKUP}, {"game": MARKUP}, {"result": [MARKUP, "0"]}, {"rules_version": MARKUP}):
        upload = guest_upload(guest, {**record, **change})
        assert upload >= 0
        assert guest.page.evaluate(INSERTED) == []
        assert guest.page.evaluate("window.ran") == 0
    changed = copy.deepcopy(record)
    changed["events"][0]["text"] = MARKUP
    guest_upload(guest, changed)
    assert guest.page.evaluate(INSERTED) == []
    assert guest.page.evaluate("window.ran") == 0


def guest_upload(guest: Visitor, record: dict[str, Any]) -> int:
    """Open a saved game in the harbour, as a file; returns when the page has answered."""
    guest.go("/")
    chooser = guest.page.locator("input[type=file]")
    file = {"name": f"{MARKUP}.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    with guest.page.expect_response("**/api/records*") as answer:
        chooser.set_input_files(file)  # type: ignore[arg-type]
    guest.page.wait_for_timeout(300)
    guest.troubles[:] = [
        trouble for trouble in guest.troubles if "Failed to load" not in trouble
    ]  # the browser's own line
    return answer.value.status
