"""`cabotage replay`: the story again, and no record believed that does not fit."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import Terminal


@pytest.fixture
def record(terminal: Terminal, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    terminal.run("play", "calypso", "--seed", "3", "--people", "0", "--bots", "greedy", "--save", str(path))
    return path


def change(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_the_story_the_drawing_the_result_and_the_verdict(terminal: Terminal, record: Path) -> None:
    assert terminal.run("replay", str(record)) == 0
    count = len(json.loads(record.read_text())["events"])
    told = terminal.out
    assert "Six tiles lie on the sand" in told
    assert "The game is over." in told
    assert f"Calypso, 3 seats, {count} events; replays exactly." in " ".join(told.split())


def test_names_and_an_end_by_agreement_are_told(terminal: Terminal, record: Path) -> None:
    written = json.loads(record.read_text())
    cut = written["events"][:-30]
    change(record, players=[{"name": "Zoé"}, {}, {"bot": "greedy"}], events=cut, result=None, ended="agreement")
    assert terminal.run("replay", str(record), "--language", "fr") == 0
    assert "Zoé" in terminal.out
    assert "joueur 2" in terminal.out.lower()
    assert "Les joueurs ont décidé ensemble d’arrêter la partie." in terminal.out


def test_the_story_of_a_record_names_no_colour_with_a_tile(terminal: Terminal, record: Path) -> None:
    """Messages for the moment are not repeated."""
    terminal.run("play", "calypso", "--seed", "3", "--people", "0")
    assert " says " in terminal.out
    assert re.search(r"^(Red|Blue|Yellow|Green): ", terminal.out, re.M)
    terminal.run("replay", str(record))
    assert "turns a tile over" in terminal.out
    assert " says " not in terminal.out
    assert not re.search(r"(Red|Blue|Yellow|Green): ", terminal.out)


def test_quiet_is_one_sentence(terminal: Terminal, record: Path) -> None:
    terminal.run("replay", str(record), "--quiet")
    assert terminal.out.startswith(str(record)[:20])
    assert "Round" not in terminal.out


def test_in_french(terminal: Terminal, record: Path) -> None:
    terminal.run("replay", str(record), "--language", "fr")
    assert "rejouée à l’identique" in " ".join(terminal.out.split())
    assert "Six tuiles reposent" in terminal.out


def test_the_position_after_some_events(terminal: Terminal, record: Path) -> None:
    terminal.run("replay", str(record), "--at", "0")
    assert "a:?" in terminal.out
    terminal.run("replay", str(record), "--at", "13")
    assert "After 13 of " in terminal.out
    assert "Six tiles lie on the sand" in terminal.out
    assert "The game is over." not in terminal.out


def test_a_replay_for_a_seat_shows_what_it_saw(terminal: Terminal, toy: str, tmp_path: Path) -> None:
    path = str(tmp_path / "toy.json")
    terminal.run("play", toy, "--people", "0", "--bots", "random", "--seats", "2", "--save", path, "--seed", "1")
    terminal.run("replay", path, "--seat", "0")
    assert "Player 1 draws the" in terminal.out
    assert "Player 2 draws the" not in terminal.out
    terminal.run("replay", path)
    assert "draws the" not in terminal.out


@pytest.mark.parametrize("at", ["-1", "100000"])
def test_there_is_nothing_before_the_first_or_after_the_last_event(terminal: Terminal, record: Path, at: str) -> None:
    assert terminal.run("replay", str(record), "--at", at) == 2
    assert terminal.err.endswith("[cli/usage]\n")


def test_a_seat_that_is_not_there_is_refused(terminal: Terminal, record: Path) -> None:
    assert terminal.run("replay", str(record), "--seat", "3") == 2
    assert "--seat must be 0 to 2, not 3" in terminal.err


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"result": ["0", "1", "0"]}, "the result is"),
        ({"seats": 4}, "but next to act is seat 3"),
        ({"rules_version": 99}, "rules version 99"),
        ({"events": []}, "but replaying gives None"),
        ({"format": "diary"}, "not a game record"),
        ({"options": {"mode": "war"}}, "option mode"),
        ({"game": "chess"}, "unknown game"),
    ],
    ids=str,
)
def test_a_changed_record_is_refused_in_one_line(
    terminal: Terminal, record: Path, changes: dict[str, Any], reason: str
) -> None:
    change(record, **changes)
    assert terminal.run("replay", str(record)) == 2
    assert terminal.out == ""
    assert reason in terminal.err
    assert terminal.err.count("\n") == 1


def test_a_changed_draw_is_found_and_its_event_named(terminal: Terminal, record: Path) -> None:
    events = json.loads(record.read_text())["events"]
    at = next(i for i, event in enumerate(events) if event["text"] == "die 6")
    events[at]["text"] = "die 5"
    change(record, events=events)
    assert terminal.run("replay", str(record)) == 2
    assert terminal.err.startswith(f"cabotage: {record}: event {at}: ")
    assert terminal.err.endswith("means 'die 6', not 'die 5' [record/invalid]\n")


def test_a_changed_record_is_not_taken_up_either(terminal: Terminal, record: Path) -> None:
    change(record, events=json.loads(record.read_text())["events"][6:], result=None)
    assert terminal.run("play", "--resume", str(record)) == 2
    assert "event 0" in terminal.err


def test_a_finished_game_is_not_taken_up(terminal: Terminal, record: Path) -> None:
    assert terminal.run("play", "--resume", str(record)) == 2
    assert "this game is over" in terminal.err
