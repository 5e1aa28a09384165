"""What the server keeps about people: they can download it, delete it, and the host can limit it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

from cabotage.server.retention import DAY_MS
from tests.server.fixtures import WAIT_SECONDS, Visitor, harbour


def everything(path: Path) -> str:
    """Every value of every table of the database."""
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return repr([database.execute(f"SELECT * FROM {name}").fetchall() for name in names])


def identity(path: Path, name: str) -> str:
    with closing(sqlite3.connect(path)) as database:
        [(found,)] = database.execute("SELECT id FROM identities WHERE name = ?", (name,))
        return str(found)


def test_without_an_identity_there_is_nothing_to_download(anna: Visitor) -> None:
    assert anna.ask("GET", "/api/me/data") == {
        "name": None,
        "language": None,
        "created_at": None,
        "mail_address": None,
        "push_devices": [],
        "notices": [],
        "passkeys": [],
        "seat_requests": [],
        "clubs": [],
        "tables": [],
    }
    assert anna.client.delete("/api/me").status_code == 204
    assert not anna.client.cookies


def test_a_download_has_the_profile_and_all_that_this_person_did(anna: Visitor, ben: Visitor) -> None:
    anna.ask("PUT", "/api/me", 200, {"name": "Anna", "language": "fr"})
    ben.ask("PUT", "/api/me", 200, {"name": "Ben"})
    opened = anna.open("smugglers", ("me", "friend"), order="listed")
    table, secret = opened["table"], opened["invitations"][0]["secret"]
    ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": secret})
    anna.choose(table, anna.view(table))
    response = anna.client.get("/api/me/data")
    assert response.headers["content-disposition"] == 'attachment; filename="cabotage.json"'
    data = response.json()
    assert (data["name"], data["language"]) == ("Anna", "fr")
    [part] = data["tables"]
    assert (part["table"], part["game"], part["status"]) == (table, "smugglers", "running")
    assert part["seats"] == [{"seat": 0, "name": "Anna"}]
    assert [row["kind"] for row in part["rows"]] == ["sat", "chosen"]
    assert part["rows"][0]["value"]["name"] == "Anna"
    assert isinstance(part["rows"][1]["value"], str)
    assert "Ben" not in response.text


def test_a_deleted_person_is_nowhere_in_the_database(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with harbour(f"sqlite:///{path}") as port, port.visitor() as anna, port.visitor() as ben:
        anna.ask("PUT", "/api/me", 200, {"name": "Annabel"})
        ben.ask("PUT", "/api/me", 200, {"name": "Benedict"})
        opened = anna.open("smugglers", ("me", "friend"), is_public=True)
        table, secret = opened["table"], opened["invitations"][0]["secret"]
        ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": secret})
        known = identity(path, "Annabel")
        with ben.live(table) as wire:
            wire.hear()
            cookie = anna.client.cookies["cabotage"]
            assert anna.client.delete("/api/me").status_code == 204
            assert not anna.client.cookies
            view = wire.hear()
            while view["type"] != "view":
                view = wire.hear()
        seat = next(seat for seat in view["seats"] if seat["seat"] not in view["mine"])
        assert (seat["is_named"], seat["is_away"], seat["kind"]) == (False, True, "person")
        assert any("deleted their data" in line["text"] for line in view["story"])
        anna.client.cookies.set("cabotage", cookie)  # a copy of the old cookie is worth nothing
        assert anna.ask("GET", "/api/me") == {"name": None, "language": None}
        assert anna.ask("GET", "/api/tables?mine=true") == {"tables": []}
        assert anna.view(table)["mine"] == []
    stored = everything(path)
    assert "Benedict" in stored
    assert "Annabel" not in stored
    assert known not in stored


def aged(path: Path, table: str, days: int, status: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        change = "UPDATE tables SET status = ?, changed_ms = changed_ms - ? WHERE id = ?"
        database.execute(change, (status, days * DAY_MS, table))


def test_the_host_can_limit_how_long_tables_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    ages = {"new": (0, "over"), "over": (31, "over"), "idle": (6, "running"), "forgotten": (8, "running")}
    with harbour(f"sqlite:///{path}") as port, port.visitor() as anna:
        tables = {name: anna.open("smugglers", ("me", "friend"))["table"] for name in ages}
    for name, (days, status) in ages.items():
        aged(path, tables[name], days, status)
    with harbour(f"sqlite:///{path}") as port, port.visitor() as anna:  # by default all are kept
        assert {anna.client.get(f"/api/tables/{table}").status_code for table in tables.values()} == {200}
    with harbour(f"sqlite:///{path}", keep_finished_days=30.0, keep_idle_days=7.0) as port, port.visitor() as anna:
        until = time.monotonic() + WAIT_SECONDS
        for name in ("over", "forgotten"):
            while anna.client.get(f"/api/tables/{tables[name]}").status_code != 404:
                assert time.monotonic() < until
                time.sleep(0.02)
        assert [anna.client.get(f"/api/tables/{tables[name]}").status_code for name in ("new", "idle")] == [200, 200]
    stored = everything(path)
    assert {name: table in stored for name, table in tables.items()} == {
        "new": True,
        "over": False,
        "idle": True,
        "forgotten": False,
    }


def test_a_table_that_cannot_be_read_any_more_does_not_keep_anybody(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with harbour(f"sqlite:///{path}") as port, port.visitor() as anna:
        anna.ask("PUT", "/api/me", 200, {"name": "Annabel"})
        table = anna.open("smugglers", ("me", "here"))["table"]
        cookie, known = anna.client.cookies["cabotage"], identity(path, "Annabel")
    with closing(sqlite3.connect(path)) as database, database:
        change = "UPDATE events SET value = json_set(value, '$.rules_version', 999) WHERE kind = 'opened'"
        database.execute(change)
    with harbour(f"sqlite:///{path}") as port, port.visitor() as anna:
        anna.client.cookies.set("cabotage", cookie)
        assert anna.refused("GET", f"/api/tables/{table}", 409) == "table/other_rules"
        assert anna.ask("GET", "/api/tables?mine=true") == {"tables": []}
        [part] = anna.ask("GET", "/api/me/data")["tables"]
        assert part == {"table": table, "game": None, "status": None, "opened_at": None, "seats": [], "rows": []}
        assert anna.client.delete("/api/me").status_code == 204
    stored = everything(path)
    assert "Annabel" not in stored
    assert known not in stored


def test_an_open_socket_of_a_deleted_person_becomes_a_spectator(anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("smugglers", ("me", "friend"))
    table, secret = opened["table"], opened["invitations"][0]["secret"]
    ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": secret})
    with anna.live(table) as wire:
        assert wire.hear()["mine"] != []
        assert anna.client.delete("/api/me").status_code == 204
        view = wire.hear()
        while view["type"] != "view":
            view = wire.hear()
        assert (view["viewer"], view["mine"], view["choices"]) == (-1, [], [])
