"""Boards look the same in Firefox as in Chromium, because the page brings its fonts; nothing covers a name or a dot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import cabotage
from cabotage.bots import make_bot
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_games import SHORT
from tests.browser.visitor import Visitor
from tests.server.fixtures import PLAIN
from tools import firefox as system

SEATS = {"calypso": 3, "captn_clever": 4, "smugglers": 4, "cape_horn": 4, "treasure_boots": 4}
SIZES = {"desktop": (1280, 800), "phone": (390, 844), "landscape": (844, 390), "tablet": (820, 1180)}
# Moments of a game, as parts of its length, and where they are looked at.
MOMENTS = (
    (0.05, "phone"),
    (0.25, "landscape"),
    (0.25, "desktop"),
    (0.5, "desktop"),
    (0.5, "phone"),
    (0.5, "landscape"),
    (0.5, "tablet"),
    (0.75, "phone"),
    (0.9, "desktop"),
    (1, "desktop"),
    (1, "phone"),
)
LANGUAGE = {"calypso": "en", "captn_clever": "fr", "smugglers": "en", "cape_horn": "fr", "treasure_boots": "en"}
# Questions of lessons: language, step and size. Hands of cards, and dice; all with parts to pick.
ASKED = (
    ("calypso", "fr", 2, "phone"),
    ("captn_clever", "fr", 0, "phone"),
    ("captn_clever", "en", 2, "landscape"),
    ("smugglers", "fr", 1, "phone"),
    ("cape_horn", "en", 0, "phone"),
    ("cape_horn", "fr", 1, "desktop"),
    ("treasure_boots", "en", 0, "phone"),
    ("treasure_boots", "fr", 3, "landscape"),
)
NEAR_PIXELS = 6  # Firefox adds the slant of italics to their box
GAP_PIXELS = 3  # between a name and a number beside it
WIDER = 0.05  # letters are drawn by different programs

# The texts of the board with their boxes, once it has been drawn and its fonts are there.
TEXTS = """async () => {
  while (!document.querySelector("main svg text, main ul b")) await new Promise((done) => setTimeout(done, 50));
  await document.fonts.ready;
  let last = "";
  for (;;) {
    await new Promise((done) => setTimeout(done, 300));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const now = JSON.stringify(read());
    if (now === last) return read();
    last = now; // the board is still laid out for its room
  }
  function read() {
    const leaves = [...document.querySelectorAll("main *")].filter((one) => one.localName === "text"
      || (!one.closest("svg, .unseen, select") && !one.childElementCount && one.textContent.trim()));
    return leaves.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      let { x, y, width, height } = (one.localName === "text" ? one : range).getBoundingClientRect();
      if (one.localName === "text") {
        const length = one.getComputedTextLength() * Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b);
        [x, width] = [x + (width - length) / 2, length]; // Firefox adds outlines and slants to the box
      }
      const sheet = one.closest("svg[role=group]")?.getBoundingClientRect();
      const isSeen = one.checkVisibility({ checkOpacity: true }) && (!sheet || (x < sheet.right && y < sheet.bottom
        && x + width > sheet.left && y + height > sheet.top)); // a zoomed chart has more
      return { text: one.textContent.replace(/\\s+/g, " ").trim(), x, y, width, height, isSeen };
    }).filter(({ text, width }) => text && width);
  }
}"""

# Dots of a Smugglers' plate that its count covers, and whether the title of Cape Horn reaches the stock.
COVERED = """() => {
  const hits = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
  };
  const plates = [...document.querySelectorAll("main g[role=img]")];
  const dots = plates.flatMap((plate) => [...plate.querySelectorAll(":scope > circle.hole")].filter((dot) =>
    [...plate.querySelectorAll(":scope > text")].some((text) => hits(text, dot))));
  const [title, stock] = [".chart text.title, text.title", "main text.count"].map((one) => document.querySelector(one));
  return [dots.length, Boolean(title && stock && hits(title, stock.closest("[role=img]")))];
}"""


@pytest.fixture(scope="module")
def firefox() -> Iterator[system.Firefox]:
    with system.launch() as running:
        yield running


def uploaded(server: Server, game: str) -> tuple[str, int]:
    """The path of a replay of a whole game, and its number of moments."""
    position = cabotage.load(game, seats=SEATS[game], **SHORT[game][1]).start(seed=3)
    bots = [make_bot("greedy", position.box, seed=seat) for seat in range(SEATS[game])]
    while not position.is_over:
        seat = position.to_act
        position.play(bots[seat].choose(position.view(seat), seat))
        position.roll()
    with httpx.Client(base_url=server.address, timeout=180, trust_env=False, verify=PLAIN) as client:
        table = client.post("/api/records", json={"record": json.loads(position.record().text())}).json()["table"]
        return f"/t/{table}", client.get(f"/api/tables/{table}").json()["seq"]


def crossing(texts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Names of players that touch another text: "player 1" and "0" must not read "player 10".

    Boxes are as high as a line, so two lines may touch.
    """

    def overlap(one: dict[str, Any], other: dict[str, Any], at: str, size: str) -> float:
        return float(min(one[at] + one[size], other[at] + other[size]) - max(one[at], other[at]))

    return [
        (one["text"], other["text"])
        for one in texts
        for other in texts
        if one is not other
        and one["isSeen"]
        and other["isSeen"]
        and one["text"].lower().startswith(("player", "joueur"))
        and overlap(one, other, "x", "width") > -GAP_PIXELS
        and overlap(one, other, "y", "height") > 0.5 * min(one["height"], other["height"])
    ]


def compare(firefox: system.Firefox, anna: Visitor, path: str, size: str) -> None:
    width, height = SIZES[size]
    firefox.resize(width, height)
    firefox.go(anna.address + path)
    texts = firefox.evaluate(TEXTS)
    assert firefox.evaluate(COVERED) == [0, False], size
    assert crossing(texts) == [], size
    anna.page.set_viewport_size({"width": width, "height": height})
    anna.go(path)
    others = anna.page.evaluate(TEXTS)
    assert anna.page.evaluate(COVERED) == [0, False], size
    assert [each["text"] for each in texts] == [each["text"] for each in others]
    assert len(texts) > 5
    for one, other in zip(texts, others, strict=True):
        assert abs(one["x"] - other["x"]) < NEAR_PIXELS, (size, one, other)
        assert abs(one["width"] - other["width"]) < NEAR_PIXELS + WIDER * other["width"], (size, one, other)


def speak(firefox: system.Firefox, address: str, language: str, **kept: str) -> None:
    """What the page finds in the browser's storage."""
    firefox.go(address)
    wanted = json.dumps({"cabotage.language": language, **{f"cabotage.{name}": value for name, value in kept.items()}})
    firefox.evaluate(f"() => {{ localStorage.clear(); Object.assign(localStorage, {wanted}) }}")


@pytest.mark.parametrize("game", SEATS)
def test_a_board_looks_the_same_in_firefox(server: Server, visit: Visit, firefox: system.Firefox, game: str) -> None:
    (path, length), anna = uploaded(server, game), visit(LANGUAGE[game])
    speak(firefox, server.address, LANGUAGE[game])
    for part, size in MOMENTS:
        compare(firefox, anna, f"{path}?at={round(part * length)}", size)


@pytest.mark.parametrize(("game", "language", "step", "size"), ASKED)
def test_a_question_looks_the_same_in_firefox(
    server: Server, visit: Visit, firefox: system.Firefox, game: str, language: str, step: int, size: str
) -> None:
    speak(firefox, server.address, language, **{f"lesson.{game}": str(step)})
    anna = visit(language)
    anna.page.add_init_script(f"localStorage.setItem('cabotage.lesson.{game}', '{step}')")
    compare(firefox, anna, f"/learn/{game}", size)
