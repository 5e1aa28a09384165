"""The folders of all games hold the same files, besides those about rules of their own."""

from __future__ import annotations

import ast
import re

from cabotage.core.game import Game
from tests.settings import each_registered_game

FILES = {
    *("__init__.py", "actions.py", "box.py", "draw.py", "judge.py", "ranking.py", "resample.py", "rulebook.py"),
    *("rules.py", "scene.py", "state.py", "story.py", "why.py", "RULES.md", "boards", "playthroughs", "words"),
    *("diagrams.toml", "lesson.toml", "merit.py", "observe.py", "puzzles.json", "statistics.py"),
}


@each_registered_game
def test_a_game_has_the_files_that_every_game_has(game: Game) -> None:
    assert not FILES - {path.name for path in game.folder.iterdir()}


@each_registered_game
def test_the_rules_say_what_comes_from_the_book_from_reviews_and_from_us(game: Game) -> None:
    rules = (game.folder / "RULES.md").read_text("utf-8")
    sources = rules.partition("\n## Sources\n")[2].partition("\n## ")[0].lower()
    assert all(word in sources for word in ("book", "reviews"))
    assert re.search(r"\b(ours|us)\b", sources)


@each_registered_game
def test_every_refusal_of_a_board_suggests_what_to_write_instead(game: Game) -> None:
    sources = [ast.parse(path.read_text("utf-8")) for path in game.folder.glob("*.py")]
    calls = [node for source in sources for node in ast.walk(source) if isinstance(node, ast.Call)]
    refusals = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "refuse"]
    assert len(refusals) > 5
    for call in refusals:
        suggestion = ast.unparse(call.args[1])
        assert " " in suggestion, f"a key or nothing, not a suggestion: {ast.unparse(call)}"
