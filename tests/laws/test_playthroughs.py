"""The golden games come out as they are written down."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

import pytest

from cabotage.games import GAMES
from tests.laws.playthrough import Header, write

FILES = [path for game in GAMES.values() for path in sorted((game.folder / "playthroughs").glob("*.txt"))]
LONGEST = 420  # lines: a golden game is there to be read


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_golden_game_comes_out_as_written(path: Path, is_updating: bool) -> None:
    written = path.read_text("utf-8")
    header = Header.parse(written)
    assert header.game == path.parent.parent.name
    played = write(header)
    if is_updating:
        path.write_text(played, "utf-8")
        written = played
    if played != written:
        difference = "\n".join(
            unified_diff(written.splitlines(), played.splitlines(), "written", "played", lineterm="")
        )
        pytest.fail(f"{path} (if this is meant: pytest --update-playthroughs)\n{difference}", pytrace=False)
    assert len(written.splitlines()) < LONGEST


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_golden_games(name: str) -> None:
    headers = [Header.parse(path.read_text("utf-8")) for path in FILES if path.parent.parent.name == name]
    assert len(headers) >= 3
    assert len({(header.seats, str(header.options)) for header in headers}) == len(headers)
