"""Without a connection: the page opens and says what needs the server; it asks before it loads a newer version."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look
from tests.browser.visitor import Visitor
from tools import page as built

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const paths = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
  return paths;
}"""


@pytest.fixture
def own(server: Server, tmp_path: Path) -> Iterator[list[Server]]:
    """A server for one test, which may kill and restart it; the last one is stopped."""
    servers = [Server(tmp_path)]
    yield servers
    servers[-1].kill()


def test_the_page_opens_without_a_server_and_continues_with_it(visit: Visit, own: list[Server]) -> None:
    anna, ben = visit("en", address=own[0].address), visit("fr", is_phone=True, address=own[0].address)
    for visitor in (anna, ben):
        visitor.go("/")
        visitor.page.locator("main li h3").first.wait_for()
        paths = visitor.page.evaluate(KEPT)
        assert {"/", "/icon.svg"} < set(paths)
        assert not [path for path in paths if path.startswith("/api")]
    own[0].kill()
    for visitor, path in ((anna, "/"), (ben, "/new/calypso")):
        visitor.go(path)
        heading = visitor.page.get_by_role("heading", name=visitor.say("offline.title"))
        heading.wait_for()
        expect(visitor.page).to_have_title(visitor.say("title.offline"))
        expect(visitor.page.get_by_text(visitor.say("offline.needs"))).to_be_visible()
        assert not look(visitor, "offline")
    own.append(own[0].again())
    anna.page.locator("main li h3").first.wait_for()
    ben.page.locator("form ol select").first.wait_for()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_newer_version_is_offered_and_not_forced(visit: Visit, language: str) -> None:
    anna = visit(language, is_phone=language == "fr", service_workers="block")
    anna.open_table("smugglers", ("me", "here"))
    anna.wait()
    offer = anna.page.get_by_text(anna.say("version.newer"))
    expect(offer).to_have_count(0)
    newer(anna)
    anna.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(offer).to_be_visible()
    assert not look(anna, "a newer version")
    anna.page.get_by_role("button", name=anna.say("version.later")).click()
    expect(offer).to_have_count(0)
    anna.page.unroute_all()
    anna.page.reload()
    anna.wait()
    newer(anna)
    anna.page.evaluate("() => dispatchEvent(new Event('online'))")
    anna.page.get_by_role("button", name=anna.say("version.load")).wait_for()
    anna.page.unroute_all()
    with anna.page.expect_navigation():
        anna.page.get_by_role("button", name=anna.say("version.load")).click()
    anna.wait()
    expect(offer).to_have_count(0)


def newer(visitor: Visitor) -> None:
    """From now on the server has a page with other files."""

    def answer(route: Route) -> None:
        page = route.fetch()
        route.fulfill(response=page, body=re.sub(r"/assets/index-[^.]*\.js", "/assets/index-newer.js", page.text()))

    visitor.page.route(visitor.address + "/", answer)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_can_be_installed(visit: Visit, language: str) -> None:
    anna = visit(language)
    anna.go("/")
    anna.page.locator("main li h3").first.wait_for()
    link = anna.page.locator("link[rel=manifest]").get_attribute("href")
    assert link == f"/manifest.{language}.webmanifest"
    answer = anna.page.request.get(anna.address + link)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["name"], manifest["display"]) == (language, "Cabotage", "standalone")
    for icon in manifest["icons"]:
        picture = anna.page.request.get(anna.address + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.body()[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    browser = anna.page.context.new_cdp_session(anna.page)
    assert browser.send("Page.getAppManifest")["errors"] == []
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], IN_A_TEST)


# Playwright's contexts are like private windows, from which nothing can be installed; there is no other objection.
IN_A_TEST = [{"errorId": "in-incognito", "errorArguments": []}]


def test_the_worker_keeps_every_page_and_no_board() -> None:
    built.build()
    manifest = json.loads((built.PAGE / ".vite" / "manifest.json").read_text("utf-8"))
    worker = (built.PAGE / "worker.js").read_text("utf-8")
    for source in ("index.html", "src/app/Table.svelte", "src/words/en.json", "src/words/fr.json"):
        assert f'"/{manifest[source]["file"]}"' in worker
    assert f'"/{manifest["src/games/calypso/Board.svelte"]["file"]}"' not in worker
    assert "PAGE_FILES" not in worker
