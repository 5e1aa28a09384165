"""A passkey in a real browser, with Chromium's virtual authenticator: add, name, sign in elsewhere, delete."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_axe import look
from tests.browser.test_mine import ask
from tests.browser.visitor import Visitor

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def authenticator(visitor: Visitor) -> tuple[CDPSession, str]:
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, str(made["authenticatorId"])


def test_a_passkey_signs_in_on_another_device(server: Server, visit: Visit) -> None:
    address = server.address.replace("127.0.0.1", "localhost")
    anna = visit(address=address)
    tablet = visit(language="fr", is_phone=True, address=address)
    ask(anna, "PUT", "/api/me", {"name": "Anna"})
    first, first_id = authenticator(anna)
    second, second_id = authenticator(tablet)

    anna.go("/me")
    anna.page.get_by_role("button", name=anna.say("passkeys.add")).click()
    named = anna.say("passkeys.name", number=1)
    expect(anna.page.locator("li", has_text=named)).to_contain_text(anna.say("passkeys.unused"))
    assert not look(anna, "passkeys")
    anna.page.get_by_role("button", name=anna.say("passkeys.rename_of", name=named)).click()
    anna.page.get_by_label(anna.say("passkeys.its_name")).fill("Anna’s key")
    assert not look(anna, "rename a passkey")
    anna.page.get_by_role("button", name=anna.say("passkeys.save")).click()
    expect(anna.page.locator("li", has_text="Anna’s key")).to_be_visible()

    [credential] = _credentials(first, first_id)  # as a password manager carries it to another device
    second.send("WebAuthn.addCredential", {"authenticatorId": second_id, "credential": credential})
    tablet.go("/me")
    tablet.page.get_by_role("button", name=tablet.say("passkeys.enter")).click()
    tablet.page.wait_for_url(f"{address.rstrip('/')}/")
    assert ask(tablet, "GET", "/api/me")["name"] == "Anna"

    tablet.go("/me")
    tablet.page.get_by_role("button", name=tablet.say("passkeys.drop_of", name="Anna’s key")).wait_for()
    assert not look(tablet, "passkeys")
    tablet.page.get_by_role("button", name=tablet.say("passkeys.drop_of", name="Anna’s key")).click()
    expect(tablet.page.locator("li", has_text="Anna’s key")).to_have_count(0)


def _credentials(session: CDPSession, authenticator_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator_id})[
        "credentials"
    ]
    return found


def test_under_an_address_the_page_says_why_there_are_no_passkeys(visit: Visit) -> None:
    anna = visit()
    anna.go("/me")
    expect(anna.page.get_by_text(anna.say("passkeys.nameless"))).to_be_visible()
    expect(anna.page.get_by_role("button", name=anna.say("passkeys.add"))).to_have_count(0)
