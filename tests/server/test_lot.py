"""Seats drawn by lot over HTTP and sockets: people who sat down before the start see their own seat afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.server.fixtures import Harbour, Visitor, harbour

Drawn = Callable[[Sequence[int]], None]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Sets what the dice will draw."""

    def draw(lot: Sequence[int]) -> None:
        monkeypatch.setattr("cabotage.tables.draft.fair_lot", lambda *_: list(lot))

    return draw


def invitation(opened: dict[str, object], which: int = 0) -> str:
    invitations = opened["invitations"]
    assert isinstance(invitations, list)
    return str(invitations[which]["secret"])


def test_seats_are_drawn_by_lot_if_nothing_else_is_asked(anna: Visitor) -> None:
    body = {"game": "calypso", "seats": ["me", "here", "here"]}
    table = anna.ask("POST", "/api/tables", 201, body)["table"]
    assert sorted(anna.view(table)["lot"]) == [0, 1, 2]
    table = anna.ask("POST", "/api/tables", 201, body | {"order": "listed"})["table"]
    assert anna.view(table)["lot"] is None
    assert anna.refused("POST", "/api/tables", 422, body | {"order": "youngest"}) == "request/malformed"


def test_who_joins_last_is_shown_their_own_seat(anna: Visitor, ben: Visitor, drawn: Drawn) -> None:
    drawn([1, 0])
    opened = anna.open("smugglers", ("me", "friend"), order="lot")
    table, wish = opened["table"], {"invitation": invitation(opened), "name": "Ben"}
    joined = ben.ask("POST", f"/api/tables/{table}/join", 200, wish)
    assert (joined["viewer"], joined["mine"], joined["to_act"]) == (0, [0], 0)
    assert joined["choices"]
    again = ben.ask("POST", f"/api/tables/{table}/join", 200, wish)
    assert (again["viewer"], again["mine"]) == (0, [0])
    again = ben.ask("POST", f"/api/tables/{table}/join", 200, wish | {"seat": 1})  # numbered as listed
    assert (again["viewer"], again["mine"]) == (0, [0])
    seen = anna.view(table)
    assert (seen["viewer"], seen["mine"], seen["choices"]) == (1, [1], [])
    assert anna.refused("GET", f"/api/tables/{table}?seat=0", 403) == "seat/not_yours"
    [card] = [card for card in anna.ask("GET", "/api/tables?mine=1")["tables"] if card["table"] == table]
    assert [seat["is_mine"] for seat in card["seats"]] == [False, True]


def test_a_socket_opened_before_the_start_follows_its_seat(anna: Visitor, ben: Visitor, drawn: Drawn) -> None:
    drawn([2, 0, 1])
    opened = anna.open("smugglers", ("me", "here", "friend"), order="lot")
    table = opened["table"]
    with anna.live(table, "?seat=1") as wire, anna.live(table, "?seat=-1") as public:
        assert wire.hear()["viewer"] == 1
        public.hear()
        ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": invitation(opened)})
        view = wire.hear("view")
        assert (view["viewer"], view["mine"]) == (2, [1, 2])
        told = [line["text"] for line in view["story"]]
        assert told[1].startswith("Seats are drawn by lot: ")  # what was sent before is not sent again
        assert public.hear("view")["viewer"] == -1
        wire.say(type="greet", greeting="hello")
        assert wire.hear() == {"type": "greeting", "seat": 2, "greeting": "hello"}
        wire.say(type="look", seat=0)
        assert wire.hear()["code"] == "seat/not_yours"
        wire.say(type="look", seat=1)
        assert wire.hear()["viewer"] == 1
        begun = ben.view(table)
        assert begun["to_act"] == begun["viewer"] == 0
        moved = ben.choose(table, begun)
        assert wire.hear("view")["seq"] == moved["seq"]


def test_who_gives_the_last_seat_to_a_bot_is_shown_their_own_seat(anna: Visitor, drawn: Drawn) -> None:
    drawn([1, 2, 0])
    table = anna.open("smugglers", ("me", "friend", "bot:random"), order="lot")["table"]
    view = anna.ask("POST", f"/api/tables/{table}/takeover", 200, {"seat": 1, "rank": "random"})
    assert (view["viewer"], view["mine"], view["status"]) == (2, [2], "running")
    assert [seat["kind"] for seat in view["seats"]] == ["bot", "bot", "person"]
    assert anna.play(table, most=2)["viewer"] == 2


def test_who_sits_at_another_server_is_shown_their_own_seat(postgres_url: str, drawn: Drawn) -> None:
    drawn([1, 0])
    with harbour(postgres_url) as one, harbour(postgres_url) as other, one.visitor() as anna, other.visitor() as ben:
        opened = anna.open("smugglers", ("me", "friend"), order="lot")
        table = opened["table"]
        with anna.live(table) as wire:
            assert wire.hear()["viewer"] == 0
            joined = ben.ask("POST", f"/api/tables/{table}/join", 200, {"invitation": invitation(opened)})
            assert (joined["viewer"], joined["mine"]) == (0, [0])
            view = wire.hear("view")
            assert (view["viewer"], view["mine"], view["choices"]) == (1, [1], [])
            ben.choose(table, joined)
            wire.hear("view")


def test_the_dice_of_a_finished_game_bear_out_the_lot(port: Harbour, anna: Visitor) -> None:
    table = anna.open("calypso", order="lot")["table"]
    anna.play(table)
    english = anna.ask("GET", f"/api/tables/{table}/dice")
    assert english["is_fair"] is True
    assert english["sentence"].endswith("So does the order of the seats, which was drawn by lot.")
    french = anna.ask("GET", f"/api/tables/{table}/dice?language=fr")["sentence"]
    assert french.endswith("L’ordre des places, tiré au sort, l’est aussi.")
