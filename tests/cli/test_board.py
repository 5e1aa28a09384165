"""`cabotage board`: boards leave the package, are checked, and are compared on one page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cabotage
from cabotage.games import GAMES
from tests.cli.terminal import Terminal


@pytest.mark.parametrize("game", GAMES)
def test_an_exported_board_is_ours_and_is_checked_for_every_number_of_seats(
    terminal: Terminal, tmp_path: Path, game: str
) -> None:
    path = tmp_path / "mine.toml"
    kind = ["--kind", "sections"] if game == "treasure_boots" else []
    assert terminal.run("board", "export", game, str(path), *kind) == 0
    assert path.read_text("utf-8") in {own.read_text("utf-8") for own in (GAMES[game].folder / "boards").glob("*.toml")}
    assert f"cabotage play {game} --option" in " ".join(terminal.out.split())
    assert terminal.run("board", "check", game, str(path), *kind) == 0
    assert f"a valid board for {GAMES[game].names['en']}, for " in " ".join(terminal.out.split())


def test_a_wrong_board_is_refused_with_line_reason_and_what_to_do(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    terminal.run("board", "export", "calypso", str(path))
    assert terminal.run("board", "export", "calypso", str(path)) == 2
    assert "already exists; choose a new file [cli/file]" in terminal.err
    path.write_text(path.read_text().replace('"net", "shark"', '"net", "net"'))
    assert terminal.run("board", "check", "calypso", str(path)) == 2
    assert "mine.toml: line 15: the ring has no shark, where Calypso starts (CAL-5); add one" in terminal.err


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--kind", "tiles"], "no option 'tiles' takes a file; choose one of board"),
        (["--name", "reef"], "there is no board 'reef'; choose one of standard"),
    ],
)
def test_an_unknown_board_is_explained(terminal: Terminal, tmp_path: Path, asked: list[str], said: str) -> None:
    assert terminal.run("board", "export", "calypso", str(tmp_path / "new.toml"), *asked) == 2
    assert said in terminal.err
    assert not (tmp_path / "new.toml").exists()


class Text(HTMLParser):
    """The words of a page, and whether it needs anything from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.words += data.split()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_report_compares_two_boards_on_one_page(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("cabotage.cli.board.cores", lambda: 1)
    own = (GAMES["calypso"].folder / "boards" / "standard.toml").read_text("utf-8")
    path = tmp_path / "long-die.toml"
    path.write_text(re.sub(r"die = .*", "die = [12, 12]", own))
    asked = ["board", "report", "calypso", str(path), "--seats", "2", "--games", "20", "--language", language]
    assert terminal.run(*asked) == 0
    text = Text((tmp_path / "long-die.html").read_text("utf-8"))
    said = " ".join(text.words)
    assert all(link.startswith("#") for link in text.links), "the page needs nothing from elsewhere"
    expected = {
        "en": ("Calypso: standard and long-die", "lead changes", "decisions per turn", "Use of the board"),
        "fr": ("Calypso : standard et long-die", "changements de tête", "choix par tour", "Usage du plateau"),
    }
    for part in expected[language]:
        assert part in said


def test_lead_changes_and_use_are_counted() -> None:
    from cabotage.arena import Tournament
    from cabotage.arena.boards import lead_changes, use
    from cabotage.arena.result import Course

    box = cabotage.load("calypso", seats=2)
    [game, *_] = Tournament(box, ["greedy"], games=1).play().games
    places = [[1, 1], [1, 2], [1, 1], [2, 1], [1, 2], [1, 2]]
    changed = game.__class__(**{**vars(game), "course": Course(places, [], None)})
    assert lead_changes(changed) == 2, "from 0 to 1 through a tie, and back"
    used = use(box, 30, seed=1)
    assert {"name a", "name red", "turn a"} <= set(used)
    assert not {"name", "turn", "a"} & set(used)
    assert used["name red"] > 0.2


@pytest.mark.parametrize(
    ("notation", "parts"),
    [
        ("name d green", ["name d", "name green"]),
        ("turn g to d", ["turn g", "turn to d"]),
        ("place captain=1", ["captain 1"]),
        ("captain=stay boat=1-2>2-3", ["captain stay", "boat 1-2", "boat 2-3"]),
        ("push h4>o12+take", ["push h4", "push o12", "push take"]),
        ("lay a1 i6", ["lay a1", "lay i6"]),
        ("go 2,6", ["go 2,6"]),
        ("go beyond 777", ["go beyond 777"]),
        ("pass", ["pass"]),
    ],
)
def test_a_part_of_a_choice_is_counted_with_its_verb(notation: str, parts: list[str]) -> None:
    from cabotage.arena.boards import parts_of

    assert parts_of(notation) == parts


@pytest.mark.parametrize(
    ("game", "kind", "part"), [("treasure_boots", "sections", "go "), ("cape_horn", "board", "lay ")]
)
def test_a_report_counts_the_squares_of_a_large_game(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, kind: str, part: str
) -> None:
    monkeypatch.setattr("cabotage.cli.board.cores", lambda: 1)
    path = tmp_path / "mine.toml"
    assert terminal.run("board", "export", game, str(path), "--kind", kind) == 0
    assert terminal.run("board", "report", game, str(path), "--kind", kind, "--games", "4") == 0
    page = path.with_suffix(".html").read_text("utf-8")
    assert len(re.findall(rf"<code>{part}", page)) > 10
