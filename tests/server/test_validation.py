"""Mistakes in a request are told in our own sentences, in the reader's language, by field."""

from __future__ import annotations

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

from cabotage.bots import BOTS, RANKS
from tests.server.fixtures import Visitor


def told(visitor: Visitor, path: str, body: Any, language: str = "en") -> str:
    content = body if isinstance(body, str) else json.dumps(body)
    kind = {"content-type": "application/json"}
    answer = visitor.client.post(f"{path}?language={language}", content=content, headers=kind)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "request/malformed")
    sentence: str = answer.json()["error"]["sentence"]
    return sentence.partition(": ")[2] if language == "en" else sentence.partition("\u00a0: ")[2]


TABLE = {"game": "calypso", "seats": ["me", "here"]}


@pytest.mark.parametrize(
    ("body", "english", "french"),
    [
        ({"game": "calypso"}, "seats is missing", "champ manquant\u00a0: seats"),
        (TABLE | {"colour": 1}, "unknown field colour", "champ inattendu\u00a0: colour"),
        (TABLE | {"game": 7}, "game must be a string", "game doit être un texte"),
        (TABLE | {"game": ""}, "game must have at least one character", "game doit avoir au moins un caractère"),
        (TABLE | {"game": "x" * 50}, "game must have at most 40 characters", "game doit avoir au plus 40 caractères"),
        (TABLE | {"seats": "me"}, "seats must be a list", "seats doit être une liste"),
        (TABLE | {"seats": []}, "seats must have at least one entry", "seats doit avoir au moins un élément"),
        (TABLE | {"seats": ["me"] * 9}, "seats must have at most 8 entries", "seats doit avoir au plus 8 éléments"),
        (TABLE | {"seats": ["me", 7]}, "seats[1] must be a string", "seats[1] doit être un texte"),
        (TABLE | {"is_public": 1}, "is_public must be true or false", "is_public doit être true ou false"),
        (TABLE | {"options": []}, "options must be an object", "options doit être un objet"),
        (TABLE | {"options": {"mode": None}}, "options.mode has the wrong type", "options.mode n’est pas du bon type"),
        (TABLE | {"clock": {}}, "clock.kind is missing", "champ manquant\u00a0: clock.kind"),
        (
            TABLE | {"clock": {"kind": "x"}},
            "clock.kind must be one of turn, days",
            "clock.kind doit être l’une de ces valeurs\u00a0: turn, days",
        ),
        (
            TABLE | {"clock": {"kind": "turn", "seconds": 0}},
            "clock.seconds must be at least 1",
            "clock.seconds doit valoir au moins 1",
        ),
        (
            TABLE | {"clock": {"kind": "days", "days": 99}},
            "clock.days must be at most 60",
            "clock.days doit valoir au plus 60",
        ),
        (TABLE | {"clock": {"kind": "turn"}}, "clock.seconds is missing", "champ manquant\u00a0: clock.seconds"),
        ([], "a JSON object is expected", "il faut un objet JSON"),
        ("", "a JSON object is expected", "il faut un objet JSON"),
        (
            '{"game": "cal',
            "it is not valid JSON, or it is incomplete: error at character 9",
            "JSON incorrect ou incomplet au caractère 9",
        ),
    ],
)
def test_a_mistake_is_told_by_its_kind_and_its_field(anna: Visitor, body: Any, english: str, french: str) -> None:
    assert told(anna, "/api/tables", body) == english
    assert told(anna, "/api/tables", body, "fr") == french


@pytest.mark.parametrize("choice", [None, True, 1.5, [], {}])
def test_a_choice_is_an_id_or_a_number(anna: Visitor, choice: Any) -> None:
    said = told(anna, "/api/tables/x/choices", {"seq": 4, "choice": choice})
    assert said == "choice must be the id or the number of a legal choice"


def test_parameters_are_told_the_same_way(anna: Visitor) -> None:
    answer = anna.ask("GET", "/api/tables/x?at=soon", 422)["error"]
    assert answer["sentence"] == "invalid request: at must be a whole number"
    answer = anna.ask("GET", "/api/tables/x?seat=9&language=fr", 422)["error"]
    assert answer["sentence"] == "requête incorrecte\u00a0: seat doit valoir au plus 7"


def test_what_a_stranger_calls_a_field_is_repeated_in_print_only(anna: Visitor) -> None:
    said = told(anna, "/api/tables", TABLE | {"a\u202e\n" + "x" * 500: 1})
    assert said == "unknown field a??" + "x" * 97


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"type": "dance"}', "type must be one of choose, undo, greet, look, ping"),
        ("{}", "type is missing"),
        ("7", "a JSON object is expected"),
        ('{"type": "choose", "choice": "x"}', "seq is missing"),
        ('{"type": "look", "seat": "0"}', "seat must be a whole number"),
        ('{"type": "ch', "it is not valid JSON, or it is incomplete: error at character 12"),
    ],
)
def test_messages_over_the_socket_are_told_the_same_way(anna: Visitor, text: str, sentence: str) -> None:
    table = anna.open("smugglers")["table"]
    with anna.live(table) as wire:
        wire.hear()
        wire.socket.send(text)
        error = wire.hear("error")
    assert (error["code"], error["sentence"]) == (
        "request/malformed",
        f"invalid request: {sentence}",
    )


def test_the_answer_says_in_which_language_it_is(anna: Visitor) -> None:
    def spoken(path: str, accepted: str = "") -> str:
        return str(anna.client.get(path, headers={"accept-language": accepted}).headers["content-language"])

    assert spoken("/api/games?language=fr") == "fr"
    assert spoken("/api/games?language=de", "fr-CH, de") == "fr"
    assert spoken("/api/games?language=de") == "en"
    assert spoken("/api/tables/nowhere", "fr") == "fr"


def test_too_large_a_body_is_answered_before_the_line_is_cut(anna: Visitor) -> None:
    """With a plain socket that sends all before it reads, as simple programs do."""
    parts = urlsplit(anna.address)
    much = b"x" * 5_000_000
    head = "POST /api/tables HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=30) as line:
        line.sendall(head.format(parts.netloc, len(much)).encode() + much)
        heard = line.recv(65536)
    assert heard.startswith(b"HTTP/1.1 413 ")
    assert b'"code":"request/too_large"' in heard
    assert b"at most 65536 bytes" in heard


def test_the_bots_that_are_listed_are_the_bots_there_are(anna: Visitor) -> None:
    card = anna.ask("GET", "/api/games")["games"][0]
    assert [rank["id"] for rank in card["ranks"]] == list(RANKS)
    assert [bot["id"] for bot in card["bots"]] == list(BOTS)
    wish = {"game": "calypso", "seats": ["me", "bot:god"]}
    sentence = anna.ask("POST", "/api/tables", 400, wish)["error"]["sentence"]
    assert sentence == f"unknown bot 'god'; choose one of {', '.join(bot['id'] for bot in card['bots'])}"


def test_a_choice_names_the_number_by_which_it_may_be_sent(anna: Visitor) -> None:
    table = anna.open("smugglers")["table"]
    view = anna.view(table)
    chosen = view["choices"][2]
    after = anna.ask("POST", f"/api/tables/{table}/choices", 200, {"seq": view["seq"], "choice": chosen["number"]})
    assert after["steps"][0]["choice"] == chosen["id"]


def test_seats_are_told_as_people_count_them(anna: Visitor, ben: Visitor) -> None:
    opened = anna.open("calypso", ("me", "friend", "friend"), is_public=True)
    ben.ask("POST", f"/api/tables/{opened['table']}/join", 200, {"seat": 1})
    error = anna.ask("POST", f"/api/tables/{opened['table']}/join", 409, {"seat": 1})["error"]
    assert error == {"code": "table/seat_taken", "sentence": "the seat of player 2 is taken"}
    error = anna.ask("POST", f"/api/tables/{opened['table']}/join?language=fr", 404, {"seat": 5})["error"]
    assert error["sentence"] == ("il n’y a pas de place 5\u00a0: cette table en a 3, numérotées à partir de 0")
