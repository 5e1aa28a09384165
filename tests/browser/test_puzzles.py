"""Puzzles and pictures of the rules, on phone and desktop, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from cabotage.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.visitor import LONGEST_TURN_MS, Visitor

# Each game in one language, on a phone or not.
TRIED = {
    "calypso": ("en", True),
    "captn_clever": ("fr", False),
    "smugglers": ("en", False),
    "cape_horn": ("fr", True),
    "treasure_boots": ("en", True),
}


class Solver:
    """Somebody at a puzzle."""

    def __init__(self, visitor: Visitor, path: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        visitor.go(path)
        self.panel = self.page.get_by_role("complementary", name=visitor.say("puzzle.panel"))
        self.text = self.panel.get_by_role("status")
        expect(self.text).to_contain_text(visitor.say("puzzle.question"), timeout=LONGEST_TURN_MS)

    def ask(self, path: str) -> Any:
        answer = self.page.request.get(f"{self.visitor.address}/api{path}", timeout=LONGEST_TURN_MS)
        assert answer.ok, path
        return answer.json()

    def choose(self, text: str) -> None:
        """From the list of choices."""
        more = self.panel.locator("section .more")
        if more.count():
            more.click()
        self.panel.locator("section li button").get_by_text(text, exact=True).click()

    @property
    def chances(self) -> Locator:
        return self.panel.locator("li:has(.share)")


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_and_another_one_is_not(visit: Visit, game: str) -> None:
    language, is_phone = TRIED[game]
    solver = Solver(visit(language, is_phone), f"/puzzles/{game}")
    visitor = solver.visitor
    cards = solver.ask(f"/games/{game}/puzzles")["puzzles"]
    found = look(visitor, f"{game}: question")
    for card, wanted in zip(cards, ("best", "other"), strict=False):
        path = f"/games/{game}/puzzles/{card['id']}"
        choices = solver.ask(f"{path}?language={language}")["view"]["choices"]
        first = choices[0]["id"]
        answer = solver.page.request.get(f"{visitor.address}/api{path}/answer", params={"choice": first}).json()
        is_best = {each["id"]: each["is_best"] for each in answer["choices"]}
        meant = next(each for each in choices if is_best[each["id"]] == (wanted == "best"))
        solver.choose(meant["text"])
        verdict = solver.text.locator("strong")
        if wanted == "best":
            expect(verdict).to_have_text(visitor.say("puzzle.answer_best"), timeout=LONGEST_TURN_MS)
        else:
            expect(verdict).not_to_have_text(visitor.say("puzzle.answer_best"))
            expect(verdict).not_to_have_text(visitor.say("puzzle.question"), timeout=LONGEST_TURN_MS)
        assert 2 <= solver.chances.count() <= 6
        expect(solver.panel.get_by_text(visitor.say("puzzle.yours"))).to_have_count(1)
        following = solver.panel.get_by_role("link", name=visitor.say("puzzle.next"))
        expect(following).to_be_focused()
        expect(verdict).to_be_in_viewport()
        if wanted == "other":
            found += look(visitor, f"{game}: answer")
            break
        solver.page.keyboard.press("Enter")
        expect(verdict).to_have_text(visitor.say("puzzle.question"), timeout=LONGEST_TURN_MS)
        assert solver.page.url.endswith(cards[1]["id"])
    solved = visitor.say("puzzle.solved_count", solved=1, count=len(cards))
    expect(solver.panel.get_by_text(solved)).to_be_visible()
    assert not found, "\n".join(found)


def test_the_puzzle_of_the_day_is_found_in_the_harbour_and_counts_days(visit: Visit) -> None:
    anna = visit("fr", is_phone=True)
    anna.go("/")
    anna.page.get_by_role("link", name="Problème du jour").click()
    panel = anna.page.get_by_role("complementary", name=anna.say("puzzle.panel"))
    expect(panel.get_by_text(anna.say("puzzle.question"))).to_be_visible(timeout=LONGEST_TURN_MS)
    panel.locator("section li button").first.click()
    expect(panel.get_by_text("Un jour de suite.")).to_be_visible(timeout=LONGEST_TURN_MS)
    anna.page.get_by_role("link", name=anna.say("nav.home")).click()
    expect(anna.page.get_by_text(anna.say("puzzle.day_done"))).to_be_visible()
    assert not look(anna, "harbour with the puzzle of the day")


@pytest.mark.parametrize(("game", "seats"), [("smugglers", 2), ("cape_horn", 3)])
def test_the_rules_have_still_pictures_with_a_text_for_each(visit: Visit, game: str, seats: int) -> None:
    language, _ = TRIED[game]
    anna = visit(language, is_phone=True)
    anna.open_table(game, ("me", *["here"] * (seats - 1)))
    anna.page.get_by_role("button", name=anna.say("tool.rules")).first.click()
    rules = anna.page.get_by_role("dialog")
    pictures = rules.locator("figure > [role=img]")
    expect(pictures.first).to_be_visible(timeout=LONGEST_TURN_MS)
    asked = anna.page.request.get(f"{anna.address}/api/games/{game}/diagrams?language={language}").json()["diagrams"]
    assert [picture.get_attribute("aria-label") for picture in pictures.all()] == [each["shows"] for each in asked]
    for picture in pictures.all():
        expect(picture.locator("[inert] svg").first).to_be_attached()  # nothing in it takes the focus
        expect(picture.locator("button.whole")).to_have_count(0)  # nor does the view of it depend on the pointer
    assert not look(anna, f"{game}: rules")
