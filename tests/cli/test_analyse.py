"""`cabotage analyse`: a report, sentences, JSON, and what is refused."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

PLAY = ("play", "calypso", "--seed", "1")
QUICK = ("--iterations", "64")


@pytest.fixture
def record(terminal: Terminal, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--people", "0", "--bots", "random", "--save", str(path))
    return path


def test_json_adds_up_exactly_and_is_the_same_again(terminal: Terminal, record: Path) -> None:
    assert terminal.run("analyse", str(record), "--json", *QUICK) == 0
    first = terminal.out
    found = json.loads(first, parse_float=Decimal)
    for seat in found["seats"]:
        assert seat["start"] + seat["luck"] + seat["skill"] + seat["gifts"] == seat["result"]
        assert seat["adjusted"] == seat["result"] - seat["draws"]
    assert len(found["moments"]) == len(json.loads(record.read_text())["events"]) + 1
    assert [figure["name"] for figure in found["statistics"]] == ["fish", "found", "missed", "lost"]
    assert max(found["statistics"][0]["values"]) == 10
    assert [sum(moment["chances"]) for moment in found["moments"]][-1] == 1
    terminal.run("analyse", str(record), "--json", *QUICK)
    assert terminal.out == first


def test_the_report_is_one_file_without_anything_from_outside(terminal: Terminal, record: Path) -> None:
    assert terminal.run("analyse", str(record), "--language", "fr", *QUICK) == 0
    report = record.with_suffix(".html").read_text("utf-8")
    assert '<html lang="fr">' in report
    assert "Départ + hasard + talent + cadeaux = résultat" in report
    assert "http" not in report
    assert "parties entre robots, de telles chances étaient fausses de" in report
    assert report.count("<polyline") == 6  # chances of three players, and their fish
    assert "poissons au fil de la partie. À la fin" in report
    assert report.count('aria-hidden="true"') == 3 * 4, "a bar for each player and figure"
    assert terminal.out.count("Joueur") >= 3


def test_a_running_game_is_not_analysed(terminal: Terminal, tmp_path: Path) -> None:
    """It would tell one player what another knows."""
    path = tmp_path / "game.json"
    terminal.run(*PLAY, "--save", str(path), typed=["d", "quit"])
    assert terminal.run("analyse", str(path)) == 2
    assert terminal.out == ""
    assert "this game is not over" in terminal.err
    assert not path.with_suffix(".html").exists()


HOSTILE = {
    "another result": ('"result": ["', '"result": ["1/7", "'),
    "a position set up by hand": ('"result"', '"origin": {"phase": 11}, "result"'),
    "a draw that cannot be": ('"drawn": ', '"drawn": 9'),
    "a number that is none": ('"drawn": ', '"drawn": 1e9, "x": '),
    "a choice of another seat": ('"seat": 0', '"seat": 1'),
    "a huge number of seats": ('"seats": 3', '"seats": 1000000'),
    "an unknown game": ('"game": "calypso"', '"game": "chess"'),
    "no JSON": ("{", "[" * 100_000),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_damaged_or_forged_record_is_refused_by_name(
    terminal: Terminal, record: Path, change: tuple[str, str]
) -> None:
    record.write_text(record.read_text().replace(*change))
    assert terminal.run("analyse", str(record), *QUICK) == 2
    assert str(record) in terminal.err.replace("\n", "")
    assert not record.with_suffix(".html").exists()
