"""The first lesson of every game: finished on phone and desktop, in both languages, with answers to wrong choices."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cabotage.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.test_axe import look
from tests.browser.visitor import LONGEST_TURN_MS, Visitor

# Each game in one language, on a phone or not.
TRIED = {
    "calypso": ("fr", False),
    "captn_clever": ("en", True),
    "smugglers": ("fr", True),
    "cape_horn": ("en", False),
    "treasure_boots": ("fr", True),
}


FEW = 3  # so many choices are listed without being asked for


class Learner:
    """Somebody at a lesson."""

    def __init__(self, visitor: Visitor, game: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.game = game
        self.page.add_init_script("localStorage.setItem('cabotage.speed', 'instant')")  # motion is not looked at
        visitor.go(f"/learn/{game}")
        self.panel = self.page.get_by_role("complementary", name=visitor.say("lesson.panel"))
        self.text = self.panel.get_by_role("status")
        path = f"/api/games/{game}/lesson?language={visitor.language}"
        answer = self.page.request.get(visitor.address + path, timeout=LONGEST_TURN_MS)  # rules may be compiled first
        self.lesson: dict[str, Any] = answer.json()
        self.steps: list[dict[str, Any]] = self.lesson["steps"]

    def button(self, key: str) -> Any:
        return self.panel.get_by_role("button", name=self.visitor.say(key), exact=True)

    def asked(self, index: int) -> dict[str, Any]:
        """Wait for this step, skipping what happens before it."""
        progress = self.visitor.say("lesson.progress", step=index + 1, count=len(self.steps))
        expect(self.panel.get_by_text(progress)).to_be_visible(timeout=LONGEST_TURN_MS)
        expect(self.text).to_contain_text(self.steps[index]["task"], timeout=LONGEST_TURN_MS)
        self.button("lesson.show").wait_for()
        return self.steps[index]

    def choose_from_list(self, text: str) -> None:
        summary = self.panel.get_by_text(self.visitor.say("lesson.list"))
        if self.panel.locator("details[open]").count() == 0:
            summary.click()
        more = self.panel.locator("section .more")
        if more.count():
            more.click()
        self.panel.locator("section li button").get_by_text(text, exact=True).click()

    def texts(self, index: int) -> dict[str, str]:
        """The choices of a step, by id."""
        step = self.steps[index]
        sight = step["view"] or step["before"] or self.steps[index - 1]["after"]
        return {choice["id"]: choice["text"] for choice in sight["choices"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_finished_with_a_wrong_choice_on_the_way(visit: Visit, game: str) -> None:
    learner = Learner(visit(*TRIED[game]), game)
    found, last = [], len(learner.steps) - 1
    for index in range(last + 1):
        step = learner.asked(index)
        is_listed = learner.panel.locator("details[open]").count() == 1
        assert is_listed == (len(learner.texts(index)) <= FEW), step["id"]
        if index in (0, last):
            found += look(learner.visitor, f"{game}: {step['id']}")
            texts = learner.texts(index)
            learner.choose_from_list(next(text for name, text in texts.items() if name != step["choice"]))
            expect(learner.text).to_contain_text(step["wrong"], timeout=LONGEST_TURN_MS)
            learner.choose_from_list(texts[step["choice"]])
        else:
            learner.button("lesson.show").click()
        expect(learner.text).to_contain_text(step["done"], timeout=LONGEST_TURN_MS)
        learner.button("lesson.next").click()
    expect(learner.text).to_contain_text(learner.lesson["end"], timeout=LONGEST_TURN_MS)
    found += look(learner.visitor, f"{game}: end")
    assert not found, "\n".join(found)
    learner.button("lesson.play").click()
    learner.page.wait_for_url("**/t/*")


def test_a_lesson_is_left_and_resumed_also_in_another_language(visit: Visit) -> None:
    learner = Learner(visit(), "captn_clever")
    for index in range(2):
        learner.asked(index)
        learner.button("lesson.show").click()
        learner.button("lesson.next").click()
    learner.asked(2)
    learner.page.get_by_role("link", name=learner.visitor.say("nav.home")).click()
    learner.page.get_by_role("link", name=learner.visitor.say("lesson.learn_game", game="Capt'n Clever")).click()
    learner.asked(2)
    learner.page.locator("summary").first.click()
    learner.page.get_by_role("button", name="Français").click()
    expect(learner.page.get_by_role("heading", name="Apprendre")).to_be_visible()
    expect(learner.page.get_by_text("3 sur 6")).to_be_visible()


def test_parts_of_the_board_make_the_choice_and_a_wrong_part_gets_the_rule(visit: Visit) -> None:
    learner = Learner(visit(is_phone=True), "smugglers")
    board = learner.page.get_by_role("main")
    step = learner.asked(0)
    for harbour, answer in (("H0", "wrong"), ("H2", "done")):
        part = board.get_by_role("button", name=harbour).first
        place = part.bounding_box()
        assert place is not None
        middle = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
        learner.visitor.tap(middle)
        expect(part).to_have_attribute("aria-pressed", "true")
        learner.visitor.tap(middle)  # a finger confirms by a second tap
        expect(learner.text).to_contain_text(step[answer], timeout=LONGEST_TURN_MS)


def test_the_same_wrong_choice_is_told_again(visit: Visit) -> None:
    """Screen readers read a text again that is put there again."""
    learner = Learner(visit(), "captn_clever")
    step = learner.asked(0)
    wrong = next(text for name, text in learner.texts(0).items() if name != step["choice"])
    for _ in range(2):
        learner.text.evaluate("(text) => { for (const part of text.children) part.dataset.isOld = 'yes' }")
        learner.choose_from_list(wrong)
        expect(learner.text.locator("strong:not([data-is-old])")).to_have_text(learner.visitor.say("lesson.wrong"))
        expect(learner.text.locator("[data-is-old]")).to_have_count(0)
        expect(learner.text).to_contain_text(step["wrong"])


def test_a_race_is_learnt_with_the_keyboard_on_the_board_itself(visit: Visit) -> None:
    """Cards and squares are picked by Tab and Enter, and every answer is announced."""
    learner = Learner(visit(), "cape_horn")
    page, visitor = learner.page, learner.visitor
    tapped = (("quartering wind", "m2"), ("crosswind", "l3"), ("light breeze", "k4"), ("m2",))
    for index, parts in enumerate(tapped):
        step = learner.asked(index)
        for name in parts:
            visitor.tab_to(f"it.closest('main') && it.ariaLabel?.toLowerCase().includes('{name}')")
            page.keyboard.press("Enter")
        expect(learner.text).to_contain_text(step["done"], timeout=LONGEST_TURN_MS)
        expect(learner.button("lesson.next")).to_be_focused(timeout=LONGEST_TURN_MS)
        page.keyboard.press("Enter")
    learner.asked(len(tapped))


def test_a_lesson_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    learner = Learner(visit(), "calypso")
    learner.asked(0)
    page, visitor = learner.page, learner.visitor
    visitor.tab_to("it.ariaLabel?.match(/\\bc\\b/) && it.getAttribute('role') === 'button'")
    page.keyboard.press("Enter")
    for index in range(1, len(learner.steps)):
        expect(learner.button("lesson.next")).to_be_focused(timeout=LONGEST_TURN_MS)
        page.keyboard.press("Enter")
        learner.asked(index)
        visitor.tab_to(f"it.textContent.trim() === '{visitor.say('lesson.show')}'")
        page.keyboard.press("Enter")
    expect(learner.button("lesson.next")).to_be_focused(timeout=LONGEST_TURN_MS)
    page.keyboard.press("Enter")
    expect(learner.text).to_contain_text(learner.lesson["end"], timeout=LONGEST_TURN_MS)


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_the_lesson_is_offered_once_before_the_first_game(visit: Visit, is_phone: bool) -> None:
    anna = visit(is_phone=is_phone)
    anna.go("/")
    play = anna.page.get_by_role("button", name=anna.say("harbour.play_game", game="Calypso"))
    play.click()
    offer = anna.page.get_by_role("dialog")
    expect(offer.get_by_role("heading")).to_have_text(anna.say("lesson.offer", game="Calypso"))
    assert not look(anna, "offer")
    anna.page.keyboard.press("Escape")
    expect(offer).to_have_count(0)
    play.click()
    offer.get_by_role("button", name=anna.say("lesson.offer_play")).click()
    anna.page.wait_for_url("**/t/*")
    anna.go("/")
    play.click()
    anna.page.wait_for_url("**/t/*")
