"""Puzzles: every position is reached by the rules, all choices are weighed, and one is clearly best."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

from cabotage.core.contract import View
from cabotage.core.errors import UnknownPuzzle
from cabotage.core.game import Game
from cabotage.core.puzzle import MARGIN, Puzzle, deed, find_puzzle, of_the_day, puzzles
from cabotage.core.words import LANGUAGES
from cabotage.games import GAMES
from cabotage.tables.puzzle import shown
from tests.settings import each_registered_game

LEAST = 20
LEAST_OPEN = 9  # with more than two choices
LARGEST_BYTES = 60_000
ROUNDING = 0.0011  # figures have three decimals


@each_registered_game
def test_a_game_has_at_least_twenty_different_puzzles_in_a_small_file(game: Game) -> None:
    written = (game.folder / "puzzles.json").read_bytes()
    assert len(written) <= LARGEST_BYTES
    assert json.loads(written)["rules_version"] == game.version
    assert len(puzzles(game)) >= LEAST
    assert len({puzzle.events for puzzle in puzzles(game).values()}) == len(puzzles(game))


@each_registered_game
def test_puzzles_vary_in_their_decisions_seats_and_difficulty(game: Game) -> None:
    found = list(puzzles(game).values())
    assert len({puzzle.phase for puzzle in found}) >= 2
    assert len({puzzle.seats for puzzle in found}) >= 2
    assert len({puzzle.difficulty for puzzle in found}) >= 2
    assert sum(len(puzzle.choices) > 2 for puzzle in found) >= LEAST_OPEN


@each_registered_game
def test_every_puzzle_is_reached_by_legal_play_and_weighs_just_the_choices_that_are_offered(game: Game) -> None:
    for puzzle in puzzles(game).values():
        position = puzzle.position()  # refuses what is not legal, and draws that are not possible
        assert position.to_act == puzzle.seat
        assert position.scene(puzzle.seat)["phase"] == puzzle.phase
        assert [choice.number for choice in puzzle.choices] == position.legal.numbers.tolist()


@each_registered_game
def test_the_best_choice_is_clearly_ahead_of_all_that_are_not_the_same_to_the_rules(game: Game) -> None:
    for puzzle in puzzles(game).values():
        best = [choice for choice in puzzle.choices if choice.number in puzzle.right]
        others = [choice for choice in puzzle.choices if choice.number not in puzzle.right]
        assert others, f"{puzzle.id}: nothing to decide"
        assert len({(choice.value, choice.low, choice.high) for choice in best}) == 1, puzzle.id
        assert all(best[0].value - choice.value > MARGIN - ROUNDING for choice in others), puzzle.id
        assert all(choice.low <= choice.value <= choice.high for choice in puzzle.choices), puzzle.id
        assert all(choice.high < best[0].low for choice in others), f"{puzzle.id}: intervals overlap"
        position = puzzle.position()
        choices, scene = position.choices(puzzle.seat), position.scene(puzzle.seat)
        [right] = [deed(each, scene) for each in choices if each["id"] == min(puzzle.right)]
        assert {each["id"] for each in choices if deed(each, scene) == right} == puzzle.right, puzzle.id


@each_registered_game
def test_a_puzzle_asks_for_nothing_that_its_solver_cannot_see(game: Game) -> None:
    """Every state that fits what lies on the table, without memory, looks the same and offers the same choices."""
    for puzzle in puzzles(game).values():
        position = puzzle.position()
        box, seat = position.box, puzzle.seat
        visible = View(position.view(seat).copy())
        game.resample.unremember(box.constants, visible, 0, seat)
        for seed in range(3):
            other = box.resample(visible, seat, seed)
            assert other.scene(seat) == position.scene(seat), puzzle.id
            assert other.legal.numbers.tolist() == position.legal.numbers.tolist(), puzzle.id


@each_registered_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_solver_gets_the_view_of_the_seat_to_act_with_a_text_for_each_choice(game: Game, language: str) -> None:
    for puzzle in list(puzzles(game).values())[::6]:
        view = shown(puzzle, language)
        assert (view["viewer"], view["to_act"], view["phase"]) == (puzzle.seat, puzzle.seat, puzzle.phase)
        assert view["story"] == []
        assert [choice["number"] for choice in view["choices"]] == [choice.number for choice in puzzle.choices]
        assert all(choice["text"] for choice in view["choices"])


@each_registered_game
def test_a_choice_is_best_good_or_poor(game: Game) -> None:
    verdicts = Counter(puzzle.verdict(each.number) for puzzle in puzzles(game).values() for each in puzzle.choices)
    assert verdicts["best"] == sum(len(puzzle.right) for puzzle in puzzles(game).values())
    assert verdicts["poor"] >= LEAST


def test_an_unknown_puzzle_is_refused() -> None:
    with pytest.raises(UnknownPuzzle, match="calypso has no puzzle 'x'"):
        find_puzzle(GAMES["calypso"], "x")


def test_the_puzzle_of_the_day_comes_again_only_after_all_others() -> None:
    count = sum(len(puzzles(game)) for game in GAMES.values())
    first: list[Puzzle] = [of_the_day(GAMES.values(), 20_000 + day) for day in range(count)]
    assert len({(puzzle.game.id, puzzle.id) for puzzle in first}) == count
    assert of_the_day(GAMES.values(), 20_000 + count) == first[0]
    assert sum(one.game == other.game for one, other in pairwise(first)) < count / 10
