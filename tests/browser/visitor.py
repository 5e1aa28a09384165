"""Somebody in front of a browser: sets up a table, waits for a turn, and plays by buttons and by parts of the board."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocket

from tests.browser.words import say

LONGEST_TURN_MS = 150_000  # on a first run rules and bots are compiled, and the machine may be busy
MOST_TAPS = 6  # on parts, before a button says it
MOST_TAPS_FOLDED = 80  # where no button says it
MOST_TABS = 80
GLANCE_MS = 100

# What there is to do now; dice are rolled, and whatever is only being shown is skipped.
WAIT = """([choices, ...hurry]) => {
  for (const button of document.querySelectorAll("aside button")) {
    if (hurry.includes(button.textContent.trim())) button.click();
  }
  if (document.querySelector("aside section[aria-labelledby=result]")) return "result";
  if (document.querySelector(`section[aria-label="${choices}"] li button`)) return "choices";
  if (document.querySelector(".frame > main h1")) return "hand_over";
  return "";
}"""

FOLD_LIST = "localStorage.setItem('cabotage.list', 'folded')"
OPEN_LIST = "if (!localStorage.getItem('cabotage.list')) localStorage.setItem('cabotage.list', 'open')"

# All that a board offers, but not what only shows more or less of it.
BOARD = "main [role=button], main button.can, main .words button:not(.clear)"

# Middles of the parts that can be picked, where they are really hit by a click.
PARTS = """(selector) => [...document.querySelectorAll(selector)].map((part) => {
  const box = part.getBoundingClientRect();
  const isDrawn = part instanceof SVGElement;
  return { part, x: box.x + box.width / 2, y: box.y + box.height / 2, isDrawn, isPicked: part.ariaPressed === "true" };
}).filter(({ part, x, y }) => part.contains(document.elementFromPoint(x, y))).map(({ part, ...place }) => place)"""


class Visitor:
    """Plays at random, but the same at random each time."""

    def __init__(self, page: Page, address: str, language: str = "en", is_touching: bool = False) -> None:
        self.page = page
        self.address = address
        self.language = language
        self.rng = random.Random("a visitor")
        self.is_touching = is_touching
        self.by_button = self.by_part = 0
        self.troubles: list[str] = []
        self.heard: list[str] = []
        self.read = 0  # of these, so many are in the view
        self.view: dict[str, Any] = {}
        page.set_default_timeout(LONGEST_TURN_MS)
        page.add_init_script(OPEN_LIST)  # as somebody left it who likes to choose from the list
        page.on("pageerror", lambda error: self.troubles.append(error.stack or str(error)))
        page.on("console", self._note)
        page.on("websocket", self._listen)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.troubles.append(f"{message.text} {message.location.get('url', '')}".strip())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def card(self, game: str) -> dict[str, Any]:
        """What the server says about a game."""
        answer = self.page.request.get(f"{self.address}/api/games?language={self.language}").json()
        return next(card for card in answer["games"] if card["id"] == game)

    def open_table(self, game: str, seats: tuple[str, ...], **options: Any) -> None:
        """By the page of a new table."""
        self.go(f"/new/{game}")
        self.agree(game, seats, **options)
        self.set_sail()

    def call(self, *names: str) -> None:
        """What those at this screen are called, on the page of a new table."""
        for place, name in enumerate(names):
            self.page.locator("form ol input").nth(place).fill(name)

    def set_sail(self) -> None:
        self.page.get_by_role("button", name=self.say("new.open")).click()
        self.page.wait_for_url("**/t/*")

    def agree(self, game: str, seats: tuple[str, ...], order: str = "listed", **options: Any) -> None:
        page, card = self.page, self.card(game)
        page.get_by_label(self.say("new.order")).select_option(order)
        chosen = [option for option in card["options"] if option["name"] in options]
        for option in chosen:
            if not option["when"]:
                self.set_option(option, options[option["name"]])
        lists = page.locator("form ol select")
        while (count := lists.count()) != len(seats):
            page.get_by_role("button", name=self.say("new.fewer" if count > len(seats) else "new.more")).click()
        for place, seat in enumerate(seats):
            lists.nth(place).select_option(seat)
        for option in chosen:
            if option["when"]:  # visible only with the right seats and options
                self.set_option(option, options[option["name"]])

    def set_option(self, option: dict[str, Any], wanted: Any) -> None:
        label = self.page.locator("form label", has_text=option["text"][1:]).first
        values = [each["value"] for each in option["values"]]
        if option["kind"] == "flag":
            label.get_by_role("checkbox").set_checked(bool(wanted))
        elif option["kind"] == "number":
            stepper = self.page.get_by_role("spinbutton", name=option["text"][1:])
            stepper.press("Home")
            for _ in range(sorted(values).index(wanted)):
                stepper.press("ArrowRight")
        else:
            label.get_by_role("combobox").select_option(str(values.index(wanted)))

    def wait(self, longest_ms: float = LONGEST_TURN_MS) -> str:
        """Until there is something to do: "choices", "hand_over" or "result"."""
        asked = [self.say("choices.title"), self.say("table.skip"), self.say("table.roll")]
        return str(self.page.wait_for_function(WAIT, arg=asked, timeout=longest_ms).json_value())

    @property
    def question(self) -> Locator:
        return self.page.get_by_role("region", name=self.say("choices.title"))

    @property
    def offered(self) -> Locator:
        return self.question.locator("li button")

    def choose(self, with_parts: bool) -> None:
        """One choice: by tapping parts of the board, if these lead to one, else by its button."""
        self.question.evaluate("(section) => { section.dataset.asked = 'yes' }")
        for _ in range(MOST_TAPS if with_parts else 0):
            parts = self.parts()
            if not parts:
                break
            self.tap(self.rng.choice(parts))
            if not self.is_asked:
                self.by_part += 1
                return
        if count := self.offered.count():  # none: after a reconnect the question is asked anew
            self.offered.nth(self.rng.randrange(count)).click()
            self.by_button += 1

    def choose_folded(self) -> None:
        """One choice by the board; by a button only where these are so few that they are not folded."""
        self.question.evaluate("(section) => { section.dataset.asked = 'yes' }")
        before: list[dict[str, Any]] = []
        tapped: list[dict[str, Any]] = []
        for tap in range(MOST_TAPS_FOLDED):
            parts = self.parts(BOARD)
            led_to = [part for part in parts if part not in before + tapped]  # by the last tap: most of these lead on
            kinds = [[part for part in parts if part["isDrawn"] is is_drawn] for is_drawn in (True, False)]
            if self.offered.first.is_visible() and (not parts or tap > MOST_TAPS or self.rng.random() < 0.2):
                self.offered.nth(self.rng.randrange(self.offered.count())).click()
                self.by_button += 1
                return
            if parts:
                follows = led_to and self.rng.random() < 0.6
                tapped.append(self.rng.choice(led_to if follows else self.rng.choice([kind for kind in kinds if kind])))
                self.tap(tapped[-1])
                before = parts
            else:
                self.page.wait_for_timeout(GLANCE_MS)  # the board comes a little after the choices
            if not self.is_asked:
                self.by_part += 1
                return
        raise AssertionError(f"the board leads to none of {self.offered.all_text_contents()}")

    def parts(self, selector: str = "main [role=button]") -> list[dict[str, Any]]:
        """Where one more tap makes sense: a finger often says by a second one that it meant the first."""
        parts: list[dict[str, Any]] = self.page.evaluate(PARTS, selector)
        picked = [part for part in parts if part["isPicked"]]
        is_again = self.is_touching and bool(picked) and self.rng.random() < 0.5
        return picked if is_again else [part for part in parts if not part["isPicked"]]

    @property
    def is_asked(self) -> bool:
        """Still the same question: what is chosen takes its buttons away."""
        return bool(self.page.evaluate("() => document.querySelector('[data-asked]') !== null"))

    def tap(self, place: dict[str, Any]) -> None:
        if self.is_touching:
            self.page.touchscreen.tap(place["x"], place["y"])
        else:
            self.page.mouse.click(place["x"], place["y"])

    def turn(self, longest_ms: float = LONGEST_TURN_MS) -> str:
        """Waits, and if it is my turn makes one choice."""
        found = self.wait(longest_ms)
        if found == "choices":
            self.choose(with_parts=self.rng.random() < 0.5)
        return found

    def play(self) -> None:
        """Go to the end."""
        while self.turn() != "result":
            pass

    def play_folded(self) -> None:
        """Go to the end, with the list of choices as it is at first."""
        self.page.add_init_script(FOLD_LIST)
        self.page.reload()
        while self.wait() != "result":
            self.choose_folded()

    def tab_to(self, test: str) -> None:
        """With the Tab key alone, until the test in JavaScript holds for what is focused."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(f"() => {{ const it = document.activeElement; return Boolean({test}) }}"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_TABS} times Tab did not lead to {test}")
