"""Everybody can read and reach everything: axe-core finds no violation on any page, by day and by night."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.browser.axe import violations
from tests.browser.conftest import Visit
from tests.browser.test_games import BOT, SHORT
from tests.browser.visitor import Visitor

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def look(visitor: Visitor, what: str) -> list[str]:
    """In both themes."""
    found = []
    for theme in THEMES:
        visitor.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found += [f"{what}, {theme}: {line}" for line in violations(visitor.page)]
    return found


def test_axe_bites(visit: Visit) -> None:
    anna = visit()
    anna.go("/about")
    anna.page.locator("dt").first.wait_for()
    anna.page.locator("dt").first.evaluate("(title) => { title.style.color = '#bbb' }")
    assert [line.split(":")[0] for line in violations(anna.page)] == ["color-contrast"]


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_pages_before_a_game(visit: Visit, is_phone: bool) -> None:
    anna = visit(is_phone=is_phone)
    found = []
    for path, sight in (
        ("/", "main li h3"),
        ("/about", "dl dt"),
        ("/new/calypso", "form select"),
        ("/nowhere", "h1"),
        ("/t/x?invitation=y", "form button"),
    ):
        anna.go(path)
        anna.page.locator(sight).first.wait_for()
        found += look(anna, path)
    anna.go("/")
    anna.page.locator("summary").click()
    found += look(anna, "settings")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", SHORT)
def test_a_table(visit: Visit, game: str) -> None:
    """At the first choice, with rules and hint open, some turns later, and at one screen between two persons."""
    seats, options = SHORT[game]
    anna = visit()
    anna.open_table(game, ("me", *[BOT] * (seats - 1)), **options)
    anna.wait()
    found = look(anna, "first choice")
    for _ in range(3):
        anna.turn()
    if anna.wait() == "choices":
        anna.page.get_by_role("button", name=anna.say("tool.rules")).click()
        anna.page.get_by_role("dialog").wait_for()
        found += look(anna, "rules")
    assert not found, "\n".join(found)


def test_waiting_for_a_friend_hand_over_and_result(visit: Visit) -> None:
    anna = visit()
    anna.open_table("captn_clever", ("me", "here", "friend"), treasures=5)
    anna.page.get_by_role("button", name=anna.say("tool.invite")).click()
    anna.page.get_by_label(anna.say("invite.link")).wait_for()
    found = look(anna, "invitation")
    anna.open_table("smugglers", ("me", "here"))
    while anna.turn() != "hand_over":
        pass
    found += look(anna, "hand-over")
    anna.open_table("treasure_boots", ("me", BOT), round_limit=5)
    anna.play()
    found += look(anna, "result")
    assert not found, "\n".join(found)
