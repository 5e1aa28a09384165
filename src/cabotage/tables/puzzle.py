"""A puzzle as the solver's browser receives it: the view of the seat to act, built like that of any table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.words import Words
from cabotage.tables.projection import WORDS
from cabotage.tables.show import Show

if TYPE_CHECKING:
    from cabotage.core.puzzle import Puzzle
    from cabotage.tables.view import TableView


def shown(puzzle: Puzzle, language: str) -> TableView:
    """What the seat to act sees, without what happened before."""
    show = _show(puzzle, language)
    return show.begin(puzzle.lead(show.position))


def merit(puzzle: Puzzle, number: int, language: str) -> str:
    """What speaks for a choice, in a sentence."""
    show = _show(puzzle, language)
    puzzle.lead(show.position)
    return show.tell(show.position.merit(number))


def _show(puzzle: Puzzle, language: str) -> Show:
    return Show(puzzle.first(), puzzle.seat, language, Words.load(WORDS, language).say("seat.you"))
