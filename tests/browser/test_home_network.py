"""The person at the server's machine opens it to the home network from the invitation dialog."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import server as running
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look

# On Linux, all of 127.0.0.0/8 is this machine: one address is as good as a network.
NETWORK = 'from cabotage.server import local_network\nlocal_network.outward = lambda family: ["127.0.0.2"]\n'


@pytest.fixture
def private(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server of its own, which can be opened."""
    monkeypatch.setattr(running, "RUN", NETWORK + running.RUN)
    own = Server(tmp_path)
    yield own
    own.kill()


def test_a_click_opens_the_server_and_a_friend_comes_by_the_new_link(visit: Visit, private: Server) -> None:
    anna = visit(address=private.address)
    anna.open_table("smugglers", ("me", "friend"))
    link = anna.page.get_by_label(anna.say("invite.link"))
    assert link.input_value().startswith(private.address)
    expect(anna.page.get_by_text(anna.say("network.only_here"))).to_be_visible()
    assert not look(anna, "the offer to open the network")
    anna.page.get_by_role("button", name=anna.say("network.do_open")).click()
    expect(anna.page.get_by_text(anna.say("network.open"))).to_be_visible()
    there = private.address.replace("127.0.0.1", "127.0.0.2")
    assert link.input_value().startswith(f"{there}/t/")
    assert not look(anna, "an open network")
    ben = visit("fr", is_phone=True, address=there)
    ben.page.goto(link.input_value())
    ben.page.get_by_role("button", name=ben.say("join.sit")).click()
    ben.page.wait_for_url(f"{there}/t/*")
    anna.wait()
    ben.open_table("smugglers", ("me", "friend"))  # at another device there is nothing to open, and nothing to explain
    ben.page.get_by_label(ben.say("invite.link")).wait_for()
    expect(ben.page.get_by_text(ben.say("network.do_open"))).to_have_count(0)
    french = visit("fr", is_phone=True, address=private.address)
    french.open_table("smugglers", ("me", "friend"))
    expect(french.page.get_by_text(french.say("network.open"))).to_be_visible()
