"""People roll their own dice: nothing of the roll is shown before they tap, and nobody else has to wait for it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.midgame import last_view
from tests.browser.test_axe import look
from tests.browser.visitor import Visitor

MOST_ROLLS = 60  # one in six stops at the net
# All that the prompt says, one after the other.
LISTEN = """() => {
  window.told = [];
  const prompt = document.querySelector("aside [role=status]");
  const note = () => prompt.innerText.trim() !== told.at(-1) && told.push(prompt.innerText.trim());
  new MutationObserver(note).observe(prompt, { subtree: true, childList: true, characterData: true });
}"""
SHOWN = """([choices, roll]) => document.querySelector(`section[aria-label="${choices}"] li button`) ? "choices"
  : told.length && [...document.querySelectorAll("aside button")].some((one) => one.textContent.trim() === roll)
  && told.length > 1 ? "roll" : document.querySelector("section[aria-labelledby=result]") && "over"
"""

SHAPES: dict[str, dict[str, Any]] = {
    "en": {"viewport": {"width": 390, "height": 844}, "is_phone": True},
    "fr": {"viewport": {"width": 844, "height": 390}, "is_phone": True},
}


def roll(visitor: Visitor) -> Locator:
    return visitor.page.locator("aside").get_by_role("button", name=visitor.say("table.roll"), exact=True)


def until_roll(visitor: Visitor) -> bool:
    """Choose until dice wait for me; False if the game is over before."""
    ready = """([choices, roll]) => document.querySelector(`section[aria-label="${choices}"] li button`)
      || document.querySelector("section[aria-labelledby=result]")
      || [...document.querySelectorAll("aside button")].some((one) => one.textContent.trim() === roll)"""
    for _ in range(12):
        visitor.page.wait_for_function(ready, arg=[visitor.say("choices.title"), visitor.say("table.roll")])
        if roll(visitor).count():
            return True
        if visitor.page.locator("section[aria-labelledby=result]").count():
            return False
        visitor.choose(with_parts=False)
    raise AssertionError("no roll in twelve choices")


def newest(visitor: Visitor) -> str:
    """The newest line that the server has sent for the story."""
    return str([line for step in last_view(visitor)["steps"] for line in step["now"]][-1])


def own_roll(visitor: Visitor) -> str:
    """The line of the player's first roll; a bot may have played on since."""
    lines = (line for step in last_view(visitor)["steps"] for line in step["now"])
    return str(next(line for line in lines if line.startswith("Player 1: a ")))


@pytest.mark.parametrize("language", SHAPES)
def test_dice_wait_for_their_player(visit: Visit, language: str) -> None:
    anna = visit(language, **SHAPES[language])
    anna.open_table("smugglers", ("me", "bot:cabin_boy"))
    assert until_roll(anna)
    status = anna.page.locator("aside [role=status]")
    expect(status).to_contain_text(anna.say("turn.roll"))
    told = newest(anna)
    log = anna.page.get_by_role("log")
    expect(log).not_to_contain_text(told)  # the page knows it and keeps it to itself
    assert anna.offered.count() == 0
    assert not look(anna, "a roll that waits")
    expect(roll(anna)).to_be_focused()
    anna.page.keyboard.press("Enter")
    assert anna.wait() == "choices"
    expect(log).to_contain_text(told)
    anna.choose(with_parts=False)
    assert until_roll(anna)
    label = {"en": "Roll the dice", "fr": "Lancer les dés"}[language]
    anna.page.locator("main").get_by_role("button", name=label).click()  # the dice themselves
    expect(roll(anna)).to_have_count(0)
    assert anna.wait() == "choices"


def test_the_first_roll_of_a_table_waits_also_on_a_page_that_is_loaded_again_but_only_once(visit: Visit) -> None:
    anna = visit()
    anna.open_table("calypso", ("me", "bot:cabin_boy"))
    expect(roll(anna)).to_be_focused()
    told = own_roll(anna)
    expect(anna.page.get_by_role("log")).not_to_contain_text(told)
    anna.page.reload()
    expect(roll(anna)).to_be_focused()
    assert anna.offered.count() == 0
    expect(anna.page.get_by_role("log")).not_to_contain_text(told)
    roll(anna).click()
    expect(anna.page.get_by_role("log")).to_contain_text(told)
    anna.page.reload()
    expect(anna.page.get_by_role("log")).to_contain_text(told)
    expect(roll(anna)).to_have_count(0)


def test_a_setting_rolls_by_itself(visit: Visit) -> None:
    anna = visit()
    anna.go("/")
    anna.page.locator(f'summary[aria-label="{anna.say("settings.title")}"]').click()
    anna.page.get_by_role("checkbox", name=anna.say("settings.roll")).check()
    anna.open_table("smugglers", ("me", "bot:cabin_boy"))
    for _ in range(3):
        ready = "(name) => document.querySelector(`section[aria-label='${name}'] li button`)"
        anna.page.wait_for_function(ready, arg=anna.say("choices.title"))
        assert roll(anna).count() == 0
        anna.choose(with_parts=False)


def test_a_turn_that_ends_with_its_roll_says_whose_it_was_and_why(visit: Visit) -> None:
    anna = visit()
    anna.open_table("calypso", ("me", "bot:cabin_boy"))
    assert until_roll(anna)
    anna.page.evaluate(LISTEN)
    for _ in range(MOST_ROLLS):
        if not until_roll(anna):  # the net never came: another game
            anna.open_table("calypso", ("me", "bot:cabin_boy"))
            assert until_roll(anna)
            anna.page.evaluate(LISTEN)
        anna.page.evaluate("() => { told.length = 0 }")
        roll(anna).click()
        asked = [anna.say("choices.title"), anna.say("table.roll")]
        if anna.page.wait_for_function(SHOWN, arg=asked).json_value() == "roll":  # nothing was asked in between
            break
    else:
        raise AssertionError("no turn ended with its roll")
    first = str(anna.page.evaluate("told[0]")).splitlines()
    assert first[0] == anna.say("turn.mine")
    assert len(first) == 2
    assert first[1] in " ".join(anna.page.get_by_role("log").inner_text().splitlines())
