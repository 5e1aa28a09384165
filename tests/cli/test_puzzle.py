"""`cabotage puzzle`: the question, the answer, and what is not a choice."""

from __future__ import annotations

from cabotage.core.puzzle import Puzzle, puzzles
from cabotage.games import GAMES
from tests.cli.terminal import Terminal


def smugglers() -> Puzzle:
    return next(iter(puzzles(GAMES["smugglers"]).values()))


def best_text(puzzle: Puzzle) -> str:
    position = puzzle.position()
    return next(choice.text for choice in position.legal if choice.number in puzzle.right)


def test_the_best_choice_is_right_and_the_chances_are_shown(terminal: Terminal) -> None:
    puzzle = smugglers()
    assert terminal.run("puzzle", "smugglers", "--id", puzzle.id, typed=["dance", best_text(puzzle)]) == 0
    assert f"Puzzle {puzzle.id} of Smugglers' Island: what would you do?" in terminal.out
    assert "There is no choice dance." in terminal.out
    best = max(puzzle.choices, key=lambda choice: choice.value)
    _, answer = terminal.out.split("Right, the best choice!\n")
    assert answer.startswith("> ")
    assert f"  {round(100 * best.value)}% (" in answer.splitlines()[0]


def test_the_puzzle_of_the_day_can_be_left_in_french(terminal: Terminal) -> None:
    assert terminal.run("puzzle", "--language", "fr", typed=[""]) == 0
    assert "que feriez-vous\u00a0?" in terminal.out
    assert "Exact" not in terminal.out


def test_an_unknown_puzzle_is_refused(terminal: Terminal) -> None:
    assert terminal.run("puzzle", "calypso", "--id", "x") == 2
    assert terminal.err == "cabotage: calypso has no puzzle 'x' [puzzle/unknown]\n"
