"""How fast events are shown: a setting that lasts, and bots that do not keep people waiting."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabotage.server.settings import Settings
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look
from tests.browser.visitor import Visitor

WANTED_SECONDS = 6  # for a round of three bots, on a machine that has nothing else to do
CHOICES = 20
BOTS = ("me", "bot:sailor", "bot:sailor", "bot:sailor")

READY = """([choices]) => document.querySelector("aside section[aria-labelledby=result]")
  || document.querySelector(`section[aria-label="${choices}"] li button`)"""


def set_speed(visitor: Visitor, name: str) -> None:
    visitor.page.locator(f'summary[aria-label="{visitor.say("settings.title")}"]').click()
    visitor.page.get_by_role("button", name=visitor.say(f"settings.{name}"), exact=True).click()


def rounds(visitor: Visitor) -> list[float]:
    """Seconds from a choice that ends the turn to the next one that is offered."""
    took: list[float] = []
    while len(took) < CHOICES:
        visitor.page.wait_for_function(READY, arg=[visitor.say("choices.title")])
        visitor.choose(with_parts=False)
        began = time.monotonic()
        visitor.page.wait_for_timeout(150)
        visitor.page.wait_for_function(READY, arg=[visitor.say("choices.title")])
        took.append(time.monotonic() - began)
    return took


@pytest.fixture
def usual(server: Server, tmp_path: Path) -> Iterator[Server]:
    """Whose bots take their time, as they do unless the host says otherwise."""
    running = Server(tmp_path, 0, "--pause", str(Settings.pause_seconds))
    yield running
    running.stop()


@pytest.mark.quiet
def test_three_bots_are_watched_in_six_seconds(visit: Visit, usual: Server) -> None:
    anna = visit(address=usual.address, reduced_motion="no-preference")
    anna.page.add_init_script("localStorage.setItem('cabotage.roll', 'auto')")  # bots are measured, not people
    anna.open_table("treasure_boots", BOTS)
    anna.page.wait_for_function(READY, arg=[anna.say("choices.title")])
    took = sorted(rounds(anna))
    print(f"\nrounds of three bots: {', '.join(f'{seconds:.1f}' for seconds in took)} s")
    assert took[-1] < WANTED_SECONDS


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_speed_is_chosen_in_the_settings_and_kept(visit: Visit, language: str) -> None:
    anna = visit(language, reduced_motion="no-preference")
    anna.go("/")
    set_speed(anna, "instant")
    assert not look(anna, "settings")
    anna.page.reload()
    anna.page.locator(f'summary[aria-label="{anna.say("settings.title")}"]').click()
    pressed = anna.page.locator("fieldset", has_text=anna.say("settings.speed")).locator("[aria-pressed=true]")
    assert pressed.inner_text() == anna.say("settings.instant")
    assert anna.page.evaluate("() => document.documentElement.classList.contains('less-motion')")
