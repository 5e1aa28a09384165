"""Every page in four windows and two languages: nothing overflows, boards have room, fingers hit what they mean."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.midgame import PATIENCE_MS
from tests.browser.test_axe import THEMES
from tests.browser.test_games import BOT, SHORT
from tests.browser.test_mine import ask, open_table
from tests.browser.test_room import WINDOWS
from tests.browser.visitor import Visitor
from tests.server.fixtures import PLAIN

NAME = "A club with a name this long"[:24]
TOUCH = {"touch": ("phone", "landscape"), "mouse": ("tablet", "desktop")}  # windows of one browser
FULL_HEIGHT = ("table", "lesson", "puzzle", "replay")  # a phone on its side has no bar above their board
BAR_PIXELS = 8
LEAST_CHART = 0.7  # of the board: beside the chart there may be dice or cards

# What is wider than its room: the page, or a part that cannot be scrolled to the side.
OVERFLOWING = """() => [...document.querySelectorAll("html, header, main, aside, section, form")]
  .filter((part) => part.checkVisibility() && !part.closest(".unseen") && part.scrollWidth > part.clientWidth + 1
    && getComputedStyle(part).display !== "inline")
  .map((part) => `${part.localName}.${part.className}: ${part.scrollWidth} in ${part.clientWidth}`)"""

# Controls that are too small for a finger: buttons, fields, and links that are not within a sentence.
SMALL = """() => [...document.querySelectorAll(
    "button, summary, select, input, a.button, header a, nav a, .learn a, [role=slider], [role=spinbutton]")]
  .map((part) => part.matches("input") ? part.closest("label") ?? part : part)
  .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest(".unseen, svg"))
  .filter((part) => !part.matches(".unseen, :disabled"))
  .map((part) => ({ part, box: part.getBoundingClientRect() }))
  .filter(({ box }) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(({ part, box }) => `${part.localName} ${part.ariaLabel ?? part.textContent.trim()}: `
    + `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`)"""


def invitation(address: str) -> str:
    """Somebody else's table, with a seat for a friend."""
    with httpx.Client(base_url=address, timeout=180, trust_env=False, verify=PLAIN) as host:
        body = {"game": "smugglers", "seats": ["me", "friend"], "order": "listed"}
        opened = host.post("/api/tables", json=body).json()
    return f"/t/{opened['table']}#invitation={opened['invitations'][0]['secret']}"


def pages(visitor: Visitor) -> dict[str, tuple[str, str]]:
    """The path of each page, and what is there once it is drawn."""
    club = ask(visitor, "POST", "/api/clubs", {"name": NAME})["club"]
    tables = {game: open_table(visitor, game, ["me", *[BOT] * (SHORT[game][0] - 1)])["table"] for game in SHORT}
    board = "main svg[role=group], main ul"
    return {
        "harbour": ("/", "main .picture svg"),
        "set-up": ("/new/calypso", "form ol select"),
        **{f"table, {game}": (f"/t/{table}", board) for game, table in tables.items()},
        "replay": (f"/t/{tables['cape_horn']}?at=0&seat=0", "aside [type=range]"),
        "lesson": ("/learn/captn_clever", board),
        "puzzle": ("/puzzles/smugglers", board),
        "club": (f"/club/{club}", "main h2"),
        "join": (invitation(visitor.address), "form input"),
        "about": ("/about", "dl dt"),
        "my games": ("/me", "#device"),
        "my mistakes": ("/puzzles/mine", "h1"),
        "another device": ("/device#link=used", "h1"),
        "e-mail": ("/mail#confirm=used", "h1"),
    }


def faults(visitor: Visitor, what: str, window: str, has_touch: bool) -> list[str]:
    page = visitor.page
    page.set_viewport_size(WINDOWS[window]["viewport"])
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = page.evaluate(OVERFLOWING)
    if has_touch:
        found += page.evaluate(SMALL)
    if window == "landscape" and what.startswith(FULL_HEIGHT):
        room: Any = page.locator("main").bounding_box()
        if room["height"] < WINDOWS[window]["viewport"]["height"] - BAR_PIXELS:
            found.append(f"the board is only {room['height']} high")
        chart: Any = page.locator("main svg[role=group]").first.bounding_box()
        if chart["height"] < LEAST_CHART * room["height"]:
            found.append(f"the chart is only {chart['height']} high")
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("pointer", TOUCH)
def test_every_page_fits_and_can_be_used(visit: Visit, pointer: str, language: str) -> None:
    windows = TOUCH[pointer]
    anna = visit(language, pointer == "touch", viewport=WINDOWS[windows[0]]["viewport"])
    anna.page.set_default_timeout(PATIENCE_MS)
    found = []
    for index, (what, (path, sight)) in enumerate(pages(anna).items()):
        theme = THEMES[(index + (language == "fr")) % 2]
        anna.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        anna.go(path)
        anna.page.locator(sight).first.wait_for()
        for window in windows:
            faulty = faults(anna, what, window, pointer == "touch")
            if window == windows[index % 2]:
                faulty += violations(anna.page)
            found += [f"{what}, {window}, {theme}: {fault}" for fault in faulty]
    assert not found, "\n".join(found)
