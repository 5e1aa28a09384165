"""Everybody can read and reach everything: axe-core finds no violation on any page, by day and by night."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.test_games import BOT, SHORT
from tests.browser.visitor import Visitor

NOT_FOUND = "Failed to load resource: the server responded with a status of 404 (Not Found) {address}/nowhere"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def look(visitor: Visitor, what: str) -> list[str]:
    """In both themes; in the second one, at what it may change."""
    found = []
    for theme in THEMES:
        visitor.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += [f"{what}, {theme}: {line}" for line in violations(visitor.page, is_colours=theme != THEMES[0])]
    return found


def test_axe_bites(visit: Visit) -> None:
    anna = visit()
    anna.go("/about")
    anna.page.locator("dt").first.wait_for()
    anna.page.locator("dt").first.evaluate("(title) => { title.style.color = '#bbb' }")
    for is_colours in (False, True):
        assert [line.split(":")[0] for line in violations(anna.page, is_colours)] == ["color-contrast"]


def test_set_up_of_every_game_the_missing_page_and_settings(visit: Visit) -> None:
    """Other pages are in `test_pages.py`."""
    anna = visit(is_phone=True)
    found = []
    for path, sight in (*((f"/new/{game}", "form ol select") for game in SHORT), ("/nowhere", "h1")):
        anna.go(path)
        anna.page.locator(sight).first.wait_for()
        found += look(anna, path)
    anna.troubles.remove(NOT_FOUND.format(address=anna.address))
    anna.go("/")
    anna.page.locator("summary").click()
    found += look(anna, "settings")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", SHORT)
def test_a_table(visit: Visit, game: str) -> None:
    """Some turns later, with the rules open; its first moment is in `test_pages.py`."""
    seats, options = SHORT[game]
    anna = visit()
    anna.open_table(game, ("me", *[BOT] * (seats - 1)), **options)
    for _ in range(3):
        anna.turn()
    assert anna.wait() == "choices"
    anna.page.get_by_role("button", name=anna.say("tool.rules")).click()
    anna.page.get_by_role("dialog").locator("section").last.wait_for()  # all rules are there
    found = look(anna, "rules")
    assert not found, "\n".join(found)


def test_a_hint_and_what_else_can_be_opened(visit: Visit) -> None:
    anna = visit(is_phone=True)
    anna.open_table("smugglers", ("me", BOT))
    anna.wait()
    anna.page.get_by_role("button", name=anna.say("tool.hint")).click()
    anna.page.get_by_role("region", name=anna.say("tool.hint")).locator("li").first.wait_for()
    found = look(anna, "hint")
    for menu in ("tool.greet", "tool.more"):
        anna.page.locator(f"summary[aria-label='{anna.say(menu)}']").click()
        found += look(anna, menu)
    anna.page.get_by_role("button", name=anna.say("tool.dice")).click()
    anna.page.get_by_role("dialog").wait_for()
    found += look(anna, "fair dice")
    assert not found, "\n".join(found)


def test_waiting_for_a_friend_invitation_hand_over_result_and_replay(visit: Visit) -> None:
    anna, ben = visit(), visit(is_phone=True)
    anna.open_table("captn_clever", ("me", "here", "friend"), treasures=5)
    link = anna.page.get_by_label(anna.say("invite.link")).input_value()
    found = look(anna, "invitation")
    ben.page.goto(link)
    ben.page.get_by_role("button", name=ben.say("join.sit")).wait_for()
    found += look(ben, "join")
    anna.open_table("smugglers", ("me", "here"))
    while anna.turn() != "hand_over":
        pass
    found += look(anna, "hand-over")
    anna.open_table("treasure_boots", ("me", BOT), round_limit=5)
    anna.play()
    found += look(anna, "result")
    anna.page.get_by_role("button", name=anna.say("dice.title")).click()
    anna.page.get_by_role("button", name=anna.say("dice.check")).click()
    anna.page.locator("dialog .good").wait_for()
    found += look(anna, "dice laid open")
    anna.page.keyboard.press("Escape")
    anna.page.get_by_role("link", name=anna.say("result.replay")).click()
    anna.page.get_by_role("slider").wait_for()
    found += look(anna, "replay")
    assert not found, "\n".join(found)
