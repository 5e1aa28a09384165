"""Identities, names and seats: rights come from secrets, never from what is said."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cabotage.server.language import preferred
from cabotage.server.live.presence import Presence
from cabotage.server.people.identities import clean
from cabotage.tables import Table
from cabotage.tables.seat import Seat
from tests.server.fixtures import Harbour, Visitor, harbour


def test_looking_around_makes_nobody(anna: Visitor) -> None:
    assert anna.ask("GET", "/api/me") == {"name": None, "language": None}
    anna.ask("GET", "/api/games")
    assert not anna.client.cookies


def test_a_name_is_kept_and_shown_at_tables(anna: Visitor) -> None:
    assert anna.ask("PUT", "/api/me", 200, {"name": "  Anna\tof the   Sea ", "language": "fr"}) == {
        "name": "Anna of the Sea",
        "language": "fr",
    }
    assert anna.ask("GET", "/api/me")["name"] == "Anna of the Sea"
    table = anna.open("calypso", ("me", "here"), names=[None, "Ben"])["table"]
    assert [seat["name"] for seat in anna.view(table)["seats"]] == ["Anna of the Sea", "Ben"]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Zoé", "Zoé"),
        ("Zoe\u0301", "Zoé"),
        ("\u202eevil\u202c", "evil"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("x" * 100, "x" * 24),
        ("   ", None),
        ("\u200b\u200d", None),
        ("line\nbreak\u2028", "line break"),
        ("<b>bold</b>", "<b>bold</b>"),  # the page writes it as text
    ],
)
def test_names_are_one_short_line_of_visible_signs(said: str, kept: str | None) -> None:
    assert clean(said) == kept


def test_the_cookie_is_out_of_reach_of_scripts(anna: Visitor) -> None:
    answer = anna.client.put("/api/me", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie  # this is http
    secure = anna.client.put("/api/me", json={}, headers={"x-forwarded-proto": "https", "cookie": "cabotage=x"})
    assert "secure" in secure.headers["set-cookie"].lower()


def test_secrets_are_kept_as_hashes_only(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with harbour(f"sqlite:///{file}") as port, port.visitor() as anna:
        opened = anna.open("calypso", ("me", "friend"))
        secrets = [anna.client.cookies["cabotage"], opened["invitations"][0]["secret"]]
        token = anna.ask("POST", "/api/identities", 201)["token"]
    with sqlite3.connect(file) as database:
        kept = "\n".join(database.iterdump())
    database.close()
    assert opened["table"] in kept
    assert all(len(secret) >= 40 for secret in secrets)
    assert not [secret for secret in [*secrets, token] if secret in kept]


def test_a_program_plays_by_a_token(port: Harbour, anna: Visitor) -> None:
    token = anna.ask("POST", "/api/identities", 201)["token"]
    with port.visitor(token) as program:
        table = program.open("calypso")["table"]
        assert not program.client.cookies
        assert program.choose(table, program.view(table))["mine"] == [0, 1]
        with program.live(table, Authorization=f"Bearer {token}") as wire:
            assert wire.hear()["mine"] == [0, 1]


def test_a_friend_sits_down_by_invitation_once(anna: Visitor, ben: Visitor, port: Harbour) -> None:
    opened = anna.open("smugglers", ("me", "friend"))
    table, [invitation] = opened["table"], opened["invitations"]
    assert invitation["path"] == f"/t/{table}#invitation={invitation['secret']}"
    waiting = anna.view(table)
    assert (waiting["status"], waiting["to_act"], waiting["scene"], waiting["choices"]) == ("waiting", -1, {}, [])
    body = {"seq": waiting["seq"], "choice": "harbour h0"}
    assert anna.refused("POST", f"/api/tables/{table}/choices", 409, body) == "table/not_started"
    asked = {"invitation": invitation["secret"], "name": "Ben", "nonce": "42"}
    joined = ben.ask("POST", f"/api/tables/{table}/join", 200, asked)
    assert (joined["status"], joined["mine"], joined["viewer"]) == ("running", [1], 1)
    assert joined["nonces"] == [{"seat": 1, "nonce": "42"}]
    assert ben.ask("POST", f"/api/tables/{table}/join", 200, asked)["seq"] == joined["seq"]  # twice is once
    with port.visitor() as thief:
        assert thief.refused("POST", f"/api/tables/{table}/join", 409, asked) == "table/seat_taken"
    assert [card["table"] for card in ben.ask("GET", "/api/tables?mine")["tables"]] == [table]


def test_an_invitation_opens_no_other_table(anna: Visitor, ben: Visitor) -> None:
    one, other = (anna.open("calypso", ("me", "friend")) for _ in range(2))
    body = {"invitation": one["invitations"][0]["secret"]}
    assert ben.refused("POST", f"/api/tables/{other['table']}/join", 403, body) == "invitation/wrong"
    assert ben.refused("POST", f"/api/tables/{one['table']}/join", 403, {}) == "invitation/wrong"


def test_the_opener_may_invite_anew_and_the_old_link_is_void(anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("calypso", ("me", "friend"))
    path = f"/api/tables/{opened['table']}"
    fresh = anna.ask("POST", f"{path}/invitations", 201, {"seat": 1})
    old = {"invitation": opened["invitations"][0]["secret"]}
    assert ben.refused("POST", f"{path}/join", 403, old) == "invitation/wrong"
    assert ben.ask("POST", f"{path}/join", 200, {"invitation": fresh["secret"]})["mine"] == [1]
    assert anna.refused("POST", f"{path}/invitations", 409, {"seat": 1}) == "table/seat_taken"
    assert anna.refused("POST", f"{path}/invitations", 404, {"seat": 7}) == "table/seat"


def test_a_public_table_is_listed_and_open_to_all(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("calypso", ("me", "friend"), is_public=True)["table"]
    [card] = [one for one in ben.ask("GET", "/api/tables?public=true")["tables"] if one["table"] == table]
    assert [seat["kind"] for seat in card["seats"]] == ["person", "open"]
    assert ben.ask("POST", f"/api/tables/{table}/join", 200, {})["mine"] == [1]
    assert anna.refused("POST", f"/api/tables/{table}/join", 409, {}) == "table/seat_taken"


def test_nobody_gets_a_second_seat_by_asking_twice_or_by_an_own_invitation(anna: Visitor, ben: Visitor) -> None:
    public = anna.open("calypso", ("me", "friend", "friend"), is_public=True)["table"]
    assert ben.ask("POST", f"/api/tables/{public}/join", 200, {})["mine"] == [1]
    assert ben.ask("POST", f"/api/tables/{public}/join", 200, {})["mine"] == [1]
    opened = anna.open("calypso", ("me", "friend"))
    body = {"invitation": opened["invitations"][0]["secret"]}
    assert anna.ask("POST", f"/api/tables/{opened['table']}/join", 200, body)["mine"] == [0]
    assert ben.ask("POST", f"/api/tables/{opened['table']}/join", 200, body)["mine"] == [1]


def test_an_invitation_is_for_its_own_seat(anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("calypso", ("me", "friend", "friend"))
    body = {"invitation": opened["invitations"][0]["secret"], "seat": 2}
    assert ben.refused("POST", f"/api/tables/{opened['table']}/join", 403, body) == "invitation/wrong"


def test_a_bot_may_have_the_seat_of_a_friend_who_does_not_come(anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("calypso", ("me", "friend", "friend"))
    path = f"/api/tables/{opened['table']}"
    ben.ask("POST", f"{path}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    body = {"seat": 2, "rank": "sailor"}
    assert ben.refused("POST", f"{path}/takeover", 403, body) == "table/not_the_opener"
    view = anna.ask("POST", f"{path}/takeover?language=fr", 200, body)
    assert (view["status"], view["seats"][2]["kind"], view["seats"][2]["rank"]) == ("running", "bot", "sailor")
    assert "matelot" in " ".join(line["text"] for line in view["story"]).casefold()
    late = {"invitation": opened["invitations"][1]["secret"]}
    with_late = ben.ask("POST", f"{path}/join", 200, late)  # Ben is here already; the bot keeps its seat
    assert with_late["mine"] == [1]


async def test_a_person_without_a_socket_is_present_for_a_while_after_each_request() -> None:
    seconds = [0.0]
    presence = Presence(clock=lambda: seconds[0])
    table = cast(Table, SimpleNamespace(id="t", state=SimpleNamespace(seats=[Seat("me", holder="anna")])))
    seconds[0] = 100.0
    assert await presence.away_seconds(table, "anna") == 100.0
    presence.note(table, "anna")
    presence.note(table, "somebody who only looks on")
    seconds[0] = 107.0
    assert await presence.away_seconds(table, "anna") == 7.0
    assert await presence.away_seconds(table, "somebody who only looks on") == 107.0


def test_a_bot_plays_for_somebody_who_is_away_until_they_are_back(anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("calypso", ("me", "friend"))
    path = f"/api/tables/{opened['table']}"
    ben.ask("POST", f"{path}/join", 200, {"invitation": opened["invitations"][0]["secret"]})
    with ben.live(opened["table"]) as wire:
        wire.hear()
        body = {"seat": 1, "rank": "greedy"}
        assert anna.refused("POST", f"{path}/takeover", 409, body) == "seat/still_here"
    assert anna.refused("POST", f"{path}/takeover", 400, {"seat": 1, "rank": "commodore"}) == "table/seats"
    assert anna.ask("POST", f"{path}/takeover", 200, body)["seats"][1]["is_taken_over"] is True
    view = anna.play(opened["table"], most=6)
    assert any(step["actor"] == 1 for step in anna.view(opened["table"])["steps"])
    if view["to_act"] != -2:
        back = ben.ask("POST", f"{path}/giveback", 200, {"seat": 1})
        assert back["seats"][1]["is_taken_over"] is False
        assert ben.refused("POST", f"{path}/giveback", 409, {"seat": 1}) == "table/seat_use"


def test_somebody_who_leaves_keeps_the_seat(anna: Visitor) -> None:
    table = anna.open("calypso")["table"]
    left = anna.ask("POST", f"/api/tables/{table}/leave", 200, {"seat": 1})
    assert (left["seats"][1]["is_away"], left["mine"]) == (True, [0, 1])
    back = anna.ask("POST", f"/api/tables/{table}/return", 200, {"seat": 1})
    assert back["seats"][1]["is_away"] is False


def test_bots_play_whole_games_among_themselves(anna: Visitor) -> None:
    table = anna.open("calypso", ("bot:greedy", "bot:random"))["table"]
    until = time.monotonic() + 120
    while (view := anna.view(table))["to_act"] != -2:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert view["mine"] == []
    assert view["seats"][0]["rank_name"] == "Greedy"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,en;q=0.5", "fr"),
        ("de,es", "en"),
        ("en;q=0.2, fr;q=0.7", "fr"),
        ("fr;q=x, en", "en"),
        ("fr;q=0", "en"),
    ],
)
def test_the_browser_says_which_language_it_wants(header: str, language: str) -> None:
    assert preferred(header) == language
