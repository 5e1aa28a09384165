"""The page about Cabotage: people can download what the server keeps about them, and delete it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_axe import look


def test_people_download_and_delete_their_data(visit: Visit) -> None:
    anna = visit()
    anna.open_table("smugglers", ("me", "here"))
    table = anna.page.url.rsplit("/", 1)[1]
    anna.go("/about")
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name=anna.say("about.data_download")).click()
    data = json.loads(Path(download.value.path()).read_text())
    assert [part["table"] for part in data["tables"]] == [table]
    delete = anna.page.get_by_role("button", name=anna.say("about.data_delete"))
    delete.click()
    anna.page.get_by_role("button", name=anna.say("about.data_no")).click()
    delete.click()
    assert not look(anna, "delete my data")
    anna.page.get_by_role("button", name=anna.say("about.data_yes")).click()
    expect(anna.page.get_by_role("main").get_by_role("status")).to_have_text(anna.say("about.data_done"))
    assert not [cookie for cookie in anna.page.context.cookies() if cookie.get("name") == "cabotage"]
    assert anna.page.request.get(f"{anna.address}/api/tables?mine=true").json() == {"tables": []}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_licences_of_the_fonts_can_be_read(visit: Visit, language: str) -> None:
    anna = visit(language)
    anna.go("/about")
    expect(anna.page.get_by_text(anna.say("about.fonts"))).to_be_visible()
    for font in ("Figtree", "Gelasio"):
        path = anna.page.get_by_role("link", name=font).get_attribute("href")
        answer = anna.page.request.get(f"{anna.address}{path}")
        assert answer.headers["content-type"].startswith("text/plain")
        assert f"The {font} Project Authors" in answer.text()
        assert "SIL Open Font License, Version 1.1" in answer.text()
