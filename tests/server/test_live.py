"""The socket: one view for every batch of rows, and no message that breaks it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cabotage.server.errors import TooMany
from cabotage.server.live.messages import SERVER_MESSAGE
from cabotage.server.live.socket import MOST_REFUSED, Connection
from cabotage.server.middleware.limits import REFUSAL_SECONDS, Limits
from tests.server.fixtures import Harbour, Visitor, harbour


def test_a_choice_over_the_socket_is_answered_by_one_view(anna: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table, "?language=fr") as wire:
        first = wire.hear()
        SERVER_MESSAGE.validate_python(first)
        assert (first["type"], first["seq"], first["viewer"]) == ("view", 4, 0)
        wire.say(type="choose", seq=4, choice="harbour h0")
        second = wire.hear()
        SERVER_MESSAGE.validate_python(second)
        assert (second["type"], second["seq"], second["to_act"]) == ("view", 5, 1)
        assert [step["seq"] for step in second["steps"]] == [5]
        assert "Joueur 1" in second["steps"][0]["story"][0]
        assert wire.is_silent()


def test_what_happens_elsewhere_is_shown_once(anna: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table) as one, anna.live(table, "?seat=1") as other:
        one.hear()
        other.hear()
        anna.choose(table, anna.view(table))
        for wire, viewer in ((one, 0), (other, 1)):
            view = wire.hear()
            assert (view["seq"], view["viewer"]) == (5, viewer)
        assert other.is_silent()


def test_two_tabs_of_one_person_both_work(anna: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table) as one, anna.live(table) as two:
        one.hear()
        seq = two.hear()["seq"]
        one.say(type="choose", seq=seq, choice="harbour h0")
        assert one.hear("view")["seq"] == two.hear("view")["seq"] == seq + 1
        two.say(type="choose", seq=seq, choice="harbour h1")
        assert two.hear("error")["code"] == "table/stale"
        two.say(type="choose", seq=seq + 1, seat=1, choice="harbour h1")
        assert two.hear("view")["seq"] > seq + 1
        assert one.hear("view")["seq"] > seq + 1


def test_a_person_at_the_same_browser_looks_through_the_other_seat(anna: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table) as wire:
        assert wire.hear()["viewer"] == 0
        wire.say(type="choose", seq=4, choice="harbour h0")
        passed = wire.hear()
        assert (passed["viewer"], passed["to_act"], passed["choices"]) == (0, 1, [])
        wire.say(type="look", seat=1)
        looked = wire.hear()
        assert looked["viewer"] == 1
        assert looked["choices"]
        assert [step["seq"] for step in looked["steps"]] == [5]  # what this person has not seen yet
        wire.say(type="look", seat=3)
        assert wire.hear()["code"] == "seat/not_yours"


def test_a_line_that_was_lost_goes_on_where_it_was(anna: Visitor) -> None:
    table = anna.open("treasure_boots")["table"]
    with anna.live(table) as wire:
        seq = wire.hear()["seq"]
    anna.play(table, most=3)
    with anna.live(table, f"?since={seq}&seat=0") as wire:
        view = wire.hear()
        assert view["steps"][0]["seq"] == seq + 1
        assert view["steps"][-1]["seq"] == view["seq"] > seq + 2
        assert all(step["scene"] is not None for step in view["steps"])


def test_old_scenes_of_a_game_of_memory_are_not_shown_again(anna: Visitor) -> None:
    table = anna.open("calypso")["table"]
    anna.play(table, most=3)
    with anna.live(table, "?since=0") as wire:
        view = wire.hear()
    shown = [step["scene"] is not None for step in view["steps"]]
    assert shown == sorted(shown)  # the last move only
    assert not shown[0]
    assert shown[-1]
    first_shown = view["steps"][shown.index(True)]
    assert first_shown["kind"] == "chosen"
    told_again = [step for step in view["steps"][: shown.index(True)] if step["now"] != step["story"]]
    assert told_again == []


def test_who_is_here_is_told_to_the_others(port: Harbour, anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("smugglers", ("me", "friend"))
    secret = opened["invitations"][0]["secret"]
    with anna.live(opened["table"]) as wire:
        assert [seat["is_here"] for seat in wire.hear()["seats"]] == [True, False]
        joined = ben.ask("POST", f"/api/tables/{opened['table']}/join", 200, {"invitation": secret, "name": "Ben"})
        assert joined["mine"] == [1]
        view = wire.hear("view")
        assert (view["status"], view["seats"][1]["name"]) == ("running", "Ben")
        with ben.live(opened["table"]) as other:
            assert wire.hear() == {"type": "presence", "seats": [True, True]}
            assert [seat["is_here"] for seat in other.hear()["seats"]] == [True, True]
        assert wire.hear() == {"type": "presence", "seats": [True, False]}


def test_greetings_are_heard_by_all_and_only_the_preset_ones(anna: Visitor, port: Harbour) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table) as wire, port.visitor() as nobody, nobody.live(table) as watcher:
        wire.hear()
        watcher.hear()
        wire.say(type="greet", greeting="hello")
        assert wire.hear() == {"type": "greeting", "seat": 0, "greeting": "hello"}
        assert watcher.hear() == {"type": "greeting", "seat": 0, "greeting": "hello"}
        wire.say(type="greet", greeting="your mother was a hamster")
        assert wire.hear()["code"] == "greeting/unknown"
        watcher.say(type="greet", greeting="hello")
        assert watcher.hear()["code"] == "seat/not_yours"


def test_tiles_are_pointed_at_where_talking_is_agreed_on(anna: Visitor) -> None:
    together = {"mode": "coop", "coop_talk": True}
    talking = anna.open("calypso", ("me", "bot:cabin_boy"), options=together)["table"]
    with anna.live(talking) as wire:
        view = wire.hear()
        assert view["gestures"][2] == {"id": "tile_c", "part": "tile c", "text": "Look at tile c!"}
        wire.say(type="greet", greeting="tile_c")
        assert wire.hear("greeting") == {"type": "greeting", "seat": 0, "greeting": "tile_c"}
    silent = anna.open("calypso", ("me", "bot:cabin_boy"), options={**together, "coop_talk": False})["table"]
    with anna.live(silent) as wire:
        assert wire.hear()["gestures"] == []
        wire.say(type="greet", greeting="tile_c")
        assert wire.hear("error")["code"] == "greeting/unknown"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "request/malformed"),
        ("hello", "request/malformed"),
        ("[]", "request/malformed"),
        ("{}", "request/malformed"),
        ('{"type": "cheat"}', "request/malformed"),
        ('{"type": "choose"}', "request/malformed"),
        ('{"type": "choose", "seq": 4, "choice": "harbour h0", "as": 1}', "request/malformed"),
        ('{"type": "choose", "seq": 2, "choice": "harbour h0"}', "table/stale"),
        ('{"type": "choose", "seq": 4, "choice": "harbour h0", "seat": 1}', "table/not_your_turn"),
        ('{"type": "choose", "seq": 4, "choice": "nothing"}', "table/not_offered"),
        ('{"type": "undo", "seq": 4}', "table/cannot_undo"),
        ('{"type": "greet", "greeting": "' + "x" * 20_000 + '"}', "request/too_large"),
        ("[" * 16_000, "request/malformed"),
        ('{"type": "greet", "greeting": "\\ud800"}', "request/malformed"),
        ('{"type": "ping", "ref": "r1"}', "request/malformed"),
        ("\x00", "request/malformed"),
    ],
)
def test_a_wrong_message_is_refused_and_the_line_goes_on(anna: Visitor, text: str, code: str) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table) as wire:
        wire.hear()
        wire.socket.send(text)
        error = wire.hear()
        assert (error["type"], error["code"]) == ("error", code)
        assert error["sentence"]
        wire.socket.send(b"\xff\xfe")
        assert wire.hear()["code"] == "request/malformed"
        wire.say(type="ping")
        assert wire.hear() == {"type": "pong"}
    assert anna.view(table)["seq"] == 4


def test_a_spectator_cannot_choose(anna: Visitor, port: Harbour) -> None:
    table = anna.open("smugglers")["table"]
    with port.visitor() as nobody, nobody.live(table) as wire:
        view = wire.hear()
        assert view["viewer"] == -1
        wire.say(type="choose", seq=view["seq"], choice="harbour h0", seat=0)
        assert wire.hear()["code"] == "seat/not_yours"
        wire.say(type="choose", seq=view["seq"], choice="harbour h0")
        assert wire.hear()["code"] == "seat/not_yours"


@pytest.mark.parametrize(("query", "close"), [("", 4404), ("?seat=0", 4404), ("?seat=x", 4404)])
def test_an_unknown_table_is_told_and_closed_for_good(anna: Visitor, query: str, close: int) -> None:
    with anna.live("nowhere", query) as wire:
        assert wire.hear()["code"] == "table/unknown"
        with pytest.raises(ConnectionClosed) as closed:
            wire.raw()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == close


def test_another_persons_eyes_are_refused(anna: Visitor, ben: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    with ben.live(table, "?seat=0") as wire:
        assert wire.hear()["code"] == "seat/not_yours"
        with pytest.raises(ConnectionClosed) as closed:
            wire.raw()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_a_socket_from_another_origin_is_refused(anna: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    with pytest.raises(InvalidStatus) as refused, anna.live(table, Origin="https://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["error"]["code"] == "request/origin"
    with anna.live(table, Origin=anna.address) as wire:
        assert wire.hear()["type"] == "view"


def test_a_flood_over_the_socket_is_stopped(tmp_path: object) -> None:
    wishes: dict[str, Any] = {"has_limits": True, "person_units": 20.0}
    with harbour(f"sqlite:///{tmp_path}/t.db", **wishes) as port, port.visitor() as anna:
        table = anna.open("calypso")["table"]
        with anna.live(table) as wire:
            wire.hear()
            began = time.monotonic()
            with contextlib.suppress(ConnectionClosed):  # the server may be quicker than this test
                for _ in range(400):
                    wire.say(type="ping")
            codes = []
            with contextlib.suppress(ConnectionClosed):
                while True:
                    codes.append(wire.hear().get("code"))
            assert codes[0] is None
            assert codes.count("request/too_many") == MOST_REFUSED + 1
            assert wire.socket.close_code == 1008
            assert time.monotonic() - began > MOST_REFUSED * REFUSAL_SECONDS  # the flood was slowed down


@pytest.mark.parametrize(("kind", "units"), [("ping", 1), ("look", 2), ("choose", 2), ("undo", 2)])
def test_messages_take_what_they_cost_from_the_budget(tmp_path: object, kind: str, units: int) -> None:
    messages: dict[str, dict[str, Any]] = {
        "ping": {},
        "look": {"seat": 0},
        "choose": {"seq": 0, "choice": "x"},
        "undo": {"seq": 0},
    }
    with harbour(f"sqlite:///{tmp_path}/t.db", has_limits=True) as port, port.visitor() as anna:
        table = anna.open("calypso")["table"]
        spent: list[float] = []
        request = Limits.request

        def counted(self: Limits, key: str | None, address: str, cost: float = 1) -> None:
            spent.append(cost)
            request(self, key, address, cost)

        with anna.live(table) as wire, pytest.MonkeyPatch.context() as patch:
            wire.hear()
            patch.setattr(Limits, "request", counted)
            wire.say(type=kind, **messages[kind])
            wire.hear()
        assert sum(spent) == units


def test_full_views_come_later_and_fewer_when_the_budget_is_used_up(
    anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, has_budget = anna.open("calypso")["table"], threading.Event()

    def charge(self: Connection, units: int) -> None:
        if not has_budget.is_set():
            raise TooMany("request.too_many")

    monkeypatch.setattr(Connection, "_charge", charge)
    with anna.live(table, "?full=true") as wire:
        wire.hear("view")
        seq = anna.play(table, 4)["seq"]
        assert wire.is_silent()
        has_budget.set()
        assert wire.hear("view")["seq"] == seq  # four moves, one view
        assert wire.is_silent()
