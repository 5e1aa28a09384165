"""The folders of all games hold the same files, besides those about rules of their own."""

from __future__ import annotations

from cabotage.core.game import Game
from tests.settings import each_registered_game

FILES = {
    *("__init__.py", "actions.py", "box.py", "draw.py", "judge.py", "ranking.py", "resample.py", "rulebook.py"),
    *("rules.py", "scene.py", "state.py", "story.py", "why.py", "RULES.md", "boards", "playthroughs", "words"),
    *("diagrams.toml", "lesson.toml", "merit.py", "observe.py", "puzzles.json"),
}


@each_registered_game
def test_a_game_has_the_files_that_every_game_has(game: Game) -> None:
    assert not FILES - {path.name for path in game.folder.iterdir()}
