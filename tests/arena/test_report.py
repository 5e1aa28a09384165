"""The report: complete in both languages, the same for the same games, and leaning on nothing outside."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cabotage
from cabotage.arena import Results, Tournament
from cabotage.arena.page import command
from cabotage.arena.result import Failure
from cabotage.core.words import LANGUAGES

VOID = {"meta", "br"}


class Tags(HTMLParser):
    """Every tag with its attributes; complains of one that is closed where it was not opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


@pytest.fixture(scope="module")
def results() -> Results:
    return Tournament(cabotage.load("calypso", seats=3, children=True), ["greedy", "random"], games=12).play()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_but_itself(results: Results, tmp_path: Path, language: str) -> None:
    text = results.report(tmp_path, language).read_text("utf-8")
    assert "http" not in text
    assert "//" not in text
    parsed = Tags(text)
    assert parsed.opened == []
    names = {tag for tag, _ in parsed.tags}
    assert "svg" in names
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "image"}
    for _, attributes in parsed.tags:
        for name, value in attributes.items():
            assert name not in ("src", "srcset", "action", "data"), value
            assert not name.startswith("on"), value
            assert name != "href" or (value or "").startswith("#"), value


def test_every_part_of_a_plot_is_on_the_page_and_called_differently(results: Results, tmp_path: Path) -> None:
    text = results.report(tmp_path).read_text("utf-8")
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) > 50
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(ids)


@pytest.mark.parametrize(
    ("language", "said", "point"),
    [
        ("en", ["Standings", "Seats", "Game length", "Options: children=true."], r"\."),
        ("fr", ["Classement", "Les places", "Durée des parties", "Options\N{NO-BREAK SPACE}: children=true."], ","),
    ],
)
def test_the_page_speaks_the_language_of_the_command(
    results: Results, tmp_path: Path, language: str, said: list[str], point: str
) -> None:
    text = results.report(tmp_path, language).read_text("utf-8")
    assert f'<html lang="{language}">' in text
    for words in said:
        assert words in text
    assert not re.search(r"\{\w+\}", text.partition("</style>")[2])
    numbers = re.findall(r">\W?\d+[.,]\d+<", text)  # in tables and on axes
    assert len(numbers) > 20
    assert all(re.search(rf"\d{point}\d", number) for number in numbers)


def test_a_plot_has_a_label_for_screen_readers(results: Results, tmp_path: Path) -> None:
    figures = [tag for tag in Tags(results.report(tmp_path, "fr").read_text("utf-8")).tags if tag[0] == "figure"]
    labels = [attributes["aria-label"] for _, attributes in figures]
    assert labels == [
        "× part équitable",
        "cote",
        "ce que gagne chaque rang de jeu",
        "tours",
        "choix possibles",
        "chance estimée",
        "points",
    ]


def test_the_same_games_give_the_same_page(results: Results, tmp_path: Path) -> None:
    first, second = (results.report(tmp_path / name) for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()


def test_the_figures_are_written_next_to_the_page(results: Results, tmp_path: Path) -> None:
    results.report(tmp_path)
    figures = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert figures == results.figures
    assert figures["format"] == "cabotage-arena-report"


def test_without_matplotlib_the_page_says_how_to_get_plots(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    text = results.report(tmp_path).read_text("utf-8")
    assert "<svg" not in text
    assert "pip install 'cabotage[arena]'" in text
    assert "<table>" in text


def test_a_failure_is_named_and_its_words_are_not_taken_for_tags(results: Results, tmp_path: Path) -> None:
    failure = Failure(1, "random", "bot/failed", {"en": "said <b>no</b>", "fr": "a dit <b>non</b>"})
    first = results.games[0]
    failed = type(first)(**{**vars(first), "failure": failure})
    text = Results(results.tournament, [failed, *results.games[1:]], []).report(tmp_path, "fr").read_text("utf-8")
    assert "a dit &lt;b&gt;non&lt;/b&gt;" in text
    assert "Défaillances" in text


def test_a_tournament_in_which_every_game_failed_still_has_a_report(results: Results, tmp_path: Path) -> None:
    failure = Failure(0, "greedy", "bot/failed", {"en": "sank", "fr": "coulé"})
    failed = [type(game)(**{**vars(game), "failure": failure}) for game in results.games]
    text = Results(results.tournament, failed, []).report(tmp_path).read_text("utf-8")
    assert "sank" in text


def test_the_page_says_what_to_type_for_the_same_games(results: Results) -> None:
    assert command(results.figures["settings"]) == (
        "cabotage arena calypso --bots greedy,random,random --seats 3 --games 12 --seed 1"
        " --option children=true --out DIR"
    )
