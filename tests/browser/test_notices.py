"""Players turn notices on at a table; the service worker shows them and opens the table; mails have links."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cabotage.server.notices import keys
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look
from tests.browser.test_mine import ask, open_table
from tests.browser.visitor import Visitor
from tests.server.push_service import Browser, push_service
from tests.server.test_mail import Post, key_in, smtp
from tests.server.test_push import until

# There is no push service for a test browser: it subscribes at ours.
SUBSCRIBE = "PushManager.prototype.subscribe = async function () {{ return {{ toJSON: () => ({0}) }} }};"
SHOWN = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((each) => each.title)"

# What the event says; it is over when the worker has done its work.
RENEW = """([endpoint, fresh]) => {
  const event = new ExtendableEvent("pushsubscriptionchange");
  const newSubscription = { toJSON: () => fresh };
  Object.assign(event, { oldSubscription: { endpoint, options: {} }, newSubscription });
  let work;
  event.waitUntil = (promise) => { work = promise; };
  dispatchEvent(event);
  return work;
}"""


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def telling(server: Server, post: Post, tmp_path: Path) -> Iterator[Server]:
    """A server that can send both; `server` has built the page."""
    keys.create(tmp_path / "push.pem")
    push = ["--push-keys", str(tmp_path / "push.pem"), "--push-contact", "mailto:host@example.org", "--push-private"]
    with smtp(post) as port:
        mail = ["--smtp-host", "127.0.0.1", "--smtp-port", str(port), "--smtp-security", "none"]
        mail += ["--mail-from", "games@example.org", "--public-address", "https://games.example.org"]
        running = Server(tmp_path, 0, *push, *mail, "--notice", "0.1")
        yield running
        running.stop()


def open_notices(visitor: Visitor) -> None:
    visitor.page.locator("header summary", has_text="").nth(-2).click()
    visitor.page.get_by_role("button", name=visitor.say("tool.notices")).click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def test_a_player_asks_to_be_told_and_is(telling: Server, post: Post, visit: Visit) -> None:
    with push_service() as service:
        phone = Browser(service, "phone")
        anna = visit(address=telling.address)
        ben = visit(language="fr", is_phone=True, address=telling.address, permissions=["notifications"])
        ben.page.add_init_script(SUBSCRIBE.format(json.dumps(phone.subscription)))
        opened = open_table(anna, "smugglers", ["me", "friend"])
        table = opened["table"]
        ask(ben, "POST", f"/api/tables/{table}/join", {"invitation": opened["invitations"][0]["secret"]})

        ben.go(f"/t/{table}")
        open_notices(ben)
        expect(ben.page.get_by_role("dialog")).to_contain_text(ben.say("notices.push"))
        assert not look(ben, "notices")
        ben.page.get_by_label(ben.say("notices.push_on")).check()
        ben.page.get_by_label(ben.say("notices.address")).fill("ben@example.org")
        ben.page.get_by_role("button", name=ben.say("notices.send")).click()
        expect(ben.page.get_by_role("dialog")).to_contain_text(ben.say("notices.unconfirmed"))
        assert not look(ben, "notices, unconfirmed")
        expect(ben.page.get_by_label(ben.say("notices.push_on"))).to_be_checked()
        until(lambda: post.mails)
        ben.go(f"/mail#confirm={key_in(post.mails[0], 'confirm')}")
        assert not look(ben, "confirm an address")
        ben.page.get_by_role("button", name=ben.say("mail.confirm_go")).click()
        expect(ben.page.locator("main").get_by_role("status")).to_have_text(ben.say("mail.confirm_done"))

        view = ask(anna, "GET", f"/api/tables/{table}")
        while view["to_act"] == 0:
            choice = {"seq": view["seq"], "choice": view["choices"][0]["id"]}
            view = ask(anna, "POST", f"/api/tables/{table}/choices", choice)
        until(lambda: phone.received and len(post.mails) == 2)
        [message] = phone.received
        _deliver(ben, json.dumps(message))
        until(lambda: ben.page.evaluate(SHOWN) == ["À vous de jouer – L’île des contrebandiers"])

        # The push service gives the browser another address: the worker tells the server.
        moved = Browser(service, "moved")
        [worker] = ben.page.context.service_workers
        worker.evaluate(RENEW, [phone.subscription["endpoint"], moved.subscription])
        assert ask(ben, "GET", "/api/me/data")["push_devices"] == [moved.subscription["endpoint"]]

        [stop] = re.findall(r"https://games.example.org(/api/mail/stop\S+)>", post.mails[1]["List-Unsubscribe"])
        anna.go(stop)  # on another device, where nobody is known
        expect(anna.page).to_have_url(re.compile(r"/mail#stop=.+"))
        assert not look(anna, "stop the mails")
        anna.page.get_by_role("button", name=anna.say("mail.stop_go")).click()
        expect(anna.page.locator("main").get_by_role("status")).to_have_text(anna.say("mail.stop_done"))
        anna.page.get_by_role("link", name=anna.say("nav.home")).last.click()
        assert ask(ben, "GET", "/api/me/data")["mail_address"] is None


def _deliver(visitor: Visitor, message: str) -> None:
    """As the browser's push service would."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(lambda: visitor.page.evaluate("1") and found)
    origin = f"{visitor.address.rstrip('/')}/"
    session.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": message})


def test_without_push_and_mail_nothing_is_offered(visit: Visit) -> None:
    anna = visit()
    table = open_table(anna, "smugglers", ["me", "here"])["table"]
    anna.go(f"/t/{table}")
    anna.page.locator("header summary").nth(-2).click()
    expect(anna.page.get_by_role("button", name=anna.say("tool.dice"))).to_be_visible()
    expect(anna.page.get_by_role("button", name=anna.say("tool.notices"))).to_have_count(0)
