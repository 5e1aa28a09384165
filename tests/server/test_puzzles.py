"""Puzzles over HTTP, the puzzle of the day, and the pictures of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabotage.core.puzzle import puzzles
from cabotage.games import GAMES
from cabotage.server.api.responses import Diagrams, Puzzle, PuzzleAnswer, PuzzleOfTheDay, Puzzles
from tests.server.fixtures import Visitor, harbour

MIDNIGHT_MS = 1_800_000_000_000 // 86_400_000 * 86_400_000
HOUR_MS = 3_600_000
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
def test_puzzles_are_listed_shown_and_answered_as_the_document_says(anna: Visitor, game: str) -> None:
    listed = Puzzles.model_validate(anna.ask("GET", f"/api/games/{game}/puzzles"))
    assert [card.id for card in listed.puzzles] == list(puzzles(GAMES[game]))
    path = f"/api/games/{game}/puzzles/{listed.puzzles[0].id}"
    answered = anna.ask("GET", path)
    Puzzle.model_validate(answered)
    view = answered["view"]
    assert view["to_act"] == view["viewer"]
    assert view["mine"] == [view["viewer"]]
    assert view["story"] == []
    assert "value" not in view["choices"][0]
    choices = [choice["id"] for choice in view["choices"]]
    answers = {
        choice: PuzzleAnswer.model_validate(anna.ask("GET", f"{path}/answer", params={"choice": choice}))
        for choice in (choices[0], choices[-1])
    }
    best = next(iter(answers.values())).choices[0]
    assert best.is_best
    assert next(iter(answers.values())).reason.endswith(".")
    answers[best.id] = PuzzleAnswer.model_validate(anna.ask("GET", f"{path}/answer", params={"choice": best.id}))
    assert answers[best.id].verdict == "best"
    for choice, answer in answers.items():
        assert sorted(each.id for each in answer.choices) == sorted(choices)
        assert (answer.verdict == "best") == next(each.is_best for each in answer.choices if each.id == choice)


def test_texts_of_a_puzzle_are_in_the_language_that_is_asked_for(anna: Visitor) -> None:
    path = f"/api/games/smugglers/puzzles/{next(iter(puzzles(GAMES['smugglers'])))}"
    views = [anna.ask("GET", f"{path}?language={language}")["view"] for language in ("en", "fr")]
    assert [view["seats"][view["viewer"]]["name"] for view in views] == ["You", "Vous"]
    assert views[0]["choices"][0]["text"] != views[1]["choices"][0]["text"]


def test_what_does_not_exist_is_refused_with_its_code(anna: Visitor) -> None:
    path = f"/api/games/calypso/puzzles/{next(iter(puzzles(GAMES['calypso'])))}"
    assert anna.refused("GET", "/api/games/chess/puzzles", 404) == "game/unknown"
    assert anna.refused("GET", "/api/games/chess/diagrams", 404) == "game/unknown"
    assert anna.refused("GET", "/api/games/calypso/puzzles/zzzzzz", 404) == "puzzle/unknown"
    assert anna.refused("GET", "/api/games/calypso/puzzles/zzzzzz/answer?choice=stop", 404) == "puzzle/unknown"
    assert anna.refused("GET", f"{path}/answer?choice=dance", 400) == "move/not_offered"
    assert anna.refused("GET", f"{path}/answer", 422) == "request/malformed"


def test_the_puzzle_of_the_day_changes_at_midnight_and_is_the_same_on_every_server(tmp_path: Path) -> None:
    clock = [MIDNIGHT_MS + HOUR_MS]
    seen = []
    for name in ("one", "other"):
        with harbour(f"sqlite:///{tmp_path / name}.db", lambda: clock[0]) as port, port.visitor() as anna:
            for now in (MIDNIGHT_MS + HOUR_MS, MIDNIGHT_MS + 24 * HOUR_MS - 1000, MIDNIGHT_MS + 24 * HOUR_MS):
                clock[0] = now
                seen.append(PuzzleOfTheDay.model_validate(anna.ask("GET", "/api/puzzles/today")))
    assert [day.date for day in seen] == ["2027-01-15", "2027-01-15", "2027-01-16"] * 2
    assert [day.seconds_left for day in seen] == [23 * 3600, 1, 24 * 3600] * 2
    assert seen[0].puzzle == seen[1].puzzle == seen[3].puzzle
    assert seen[2].puzzle == seen[5].puzzle
    assert (seen[0].game, seen[0].puzzle.id) != (seen[2].game, seen[2].puzzle.id)


@each_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_of_the_rules_are_views_of_one_seat(anna: Visitor, game: str, language: str) -> None:
    found = Diagrams.model_validate(anna.ask("GET", f"/api/games/{game}/diagrams?language={language}")).diagrams
    sections = {section["id"] for section in anna.ask("GET", f"/api/games/{game}/rules")["sections"]}
    assert {diagram.section for diagram in found} <= sections
    assert {(diagram.view["viewer"], len(diagram.part)) for diagram in found} == {(0, 4)}
