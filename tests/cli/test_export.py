"""`cabotage export`: datasets from games and from records."""

from __future__ import annotations

from pathlib import Path

import cabotage
from cabotage.research.dataset import read
from tests.cli.terminal import Terminal


def test_games_are_played_and_written_with_a_card(terminal: Terminal, tmp_path: Path) -> None:
    asked = ["export", "calypso", "--seats", "2", "--games", "20", "--policy", "random", "--format", "npz"]
    assert terminal.run(*asked, "--out", str(tmp_path / "set")) == 0
    assert "decisions of 20 games in" in terminal.out
    assert sorted(path.name for path in (tmp_path / "set").iterdir()) == ["README.md", "data-00000.npz"]
    assert set(read(tmp_path / "set").seat.tolist()) == {0, 1}


def test_records_are_read_and_one_that_is_not_over_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    cabotage.load("calypso", seats=2).start(seed=1).record().save(tmp_path / "begun.json")
    asked = ["export", str(tmp_path / "begun.json"), "--format", "npz", "--out", str(tmp_path / "set")]
    assert terminal.run(*asked) == 2
    assert "begun.json: this game is not over, so its decisions have no result [record/invalid]" in terminal.err


def test_two_games_at_once_are_refused_in_french_too(terminal: Terminal, tmp_path: Path) -> None:
    asked = ["export", "calypso", "smugglers", "--out", str(tmp_path / "set"), "--language", "fr"]
    assert terminal.run(*asked) == 2
    assert terminal.err == "cabotage: donnez un seul jeu, ou des enregistrements [cli/usage]\n"
