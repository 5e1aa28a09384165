"""A browser and a server for the tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.server import Server
from tests.browser.visitor import Visitor
from tools import chromium as system
from tools import firefox
from tools import page as built

Visit = Callable[..., Visitor]
collect_ignore = [] if firefox.is_available() else ["test_firefox.py"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the page as it is in web/ now."""
    built.build()
    running = Server(Path(tmp_path_factory.mktemp("browser")))
    yield running
    running.stop()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Not for the whole run: as long as Playwright is there, no asynchronous test can run beside it."""
    path = system.find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=system.FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(server: Server, chromium: Browser) -> Iterator[Visit]:
    """A person with a browser of his own; whatever goes wrong in the page fails the test."""
    visitors: list[Visitor] = []

    def come(language: str = "en", is_phone: bool = False, address: str = server.address, **wishes: Any) -> Visitor:
        size = {"width": 360, "height": 780} if is_phone else {"width": 1280, "height": 800}
        locale = {"en": "en-GB", "fr": "fr-FR"}[language]
        wishes = {"viewport": size, "has_touch": is_phone, "locale": locale, "reduced_motion": "reduce", **wishes}
        page = chromium.new_context(**wishes).new_page()
        visitors.append(Visitor(page, address, language, is_phone))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
    assert [trouble for visitor in visitors for trouble in visitor.troubles] == []
