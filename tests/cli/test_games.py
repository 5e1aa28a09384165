"""`cabotage games`: what there is."""

from __future__ import annotations

import json

from tests.cli.terminal import Terminal


def test_every_game_is_listed_with_seats_time_age_and_options(terminal: Terminal) -> None:
    assert terminal.run("games") == 0
    told = " ".join(terminal.out.split())
    assert "Calypso (calypso) 2 to 6 seats; 1 to 6 with mode=coop; 1 to 6 with mode=coop_hard;" in told
    assert "10 to 20 minutes; ages 5+" in told
    assert "mode [competitive] coop coop_hard - against each other, or together against the sea" in told
    assert "capture_limit [10] 7 5 4" in told
    assert "anchor field (auto = only with two players; on = always; off = never)" in told
    assert "board [standard] or a file" in told
    assert "round_limit [0] 5 ... 60 - maximum number of rounds" in told


def test_it_speaks_french_when_asked(terminal: Terminal) -> None:
    assert terminal.run("games", "--language", "fr") == 0
    assert "avec mode=coop" in terminal.out
    assert "dès 5 ans" in terminal.out


def test_options_are_listed_by_origin(terminal: Terminal) -> None:
    terminal.run("games")
    clever = terminal.out.partition("Capt'n Clever")[2].partition("Smugglers")[0]
    headings = [line.strip() for line in clever.splitlines() if line.endswith(":")]
    assert headings == ["From the rulebook:", "House rules:", "Added by Cabotage:"]


def test_no_line_is_wider_than_the_terminal(terminal: Terminal) -> None:
    terminal.run("games")
    assert max(map(len, terminal.out.splitlines())) <= 80


def test_json_has_everything_by_name(terminal: Terminal) -> None:
    assert terminal.run("games", "--json") == 0
    calypso = next(game for game in json.loads(terminal.out) if game["id"] == "calypso")
    assert set(calypso) == {
        "id", "name", "rules_version", "seats", "default_seats", "minutes", "age", "options"
    }  # fmt: skip
    assert calypso["seats"] == [2, 3, 4, 5, 6]
    assert calypso["minutes"] == [10, 20]
    mode = next(option for option in calypso["options"] if option["name"] == "mode")
    assert mode == {
        "name": "mode",
        "values": ["competitive", "coop", "coop_hard"],
        "default": "competitive",
        "origin": "book",
        "origins": {"competitive": "book", "coop": "book", "coop_hard": "book"},
        "meaning": "against each other, or together against the sea",
        "value_meanings": {
            "competitive": "everyone for themselves",
            "coop": "all together",
            "coop_hard": "all together, and the four-fish stone does nothing",
        },
        "seats": {"coop": [1, 2, 3, 4, 5, 6], "coop_hard": [1, 2, 3, 4, 5, 6]},
        "takes_files": False,
    }


def test_json_has_a_meaning_for_every_option_in_both_languages(terminal: Terminal) -> None:
    for language in ("en", "fr"):
        terminal.run("games", "--json", "--language", language)
        for game in json.loads(terminal.out):
            assert all(option["meaning"] for option in game["options"]), game["id"]
