"""A puzzle as the solver's browser receives it: the view of the seat to act, built like that of any table.

Puzzles come with the game, or are decisions of a finished table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.core.words import Words
from cabotage.tables.errors import StillRunning
from cabotage.tables.projection import WORDS, Moment, view
from cabotage.tables.show import Show

if TYPE_CHECKING:
    from cabotage.core.puzzle import Puzzle
    from cabotage.tables.reader import Reader
    from cabotage.tables.state import TableState
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


def shown_again(reader: Reader, row: int, seat: int, language: str) -> TableView:
    """A decision of a finished game, to be made again: what this seat saw then, and what it could remember."""
    if reader.state.status != "over":
        raise StillRunning("table.memory")
    return at_decision(reader.state_at(row), seat, language)


def at_decision(then: TableState, seat: int, language: str) -> TableView:
    """What this seat sees and may choose, with what it can remember, and without what happened before."""
    seen = view(Moment((), then, then, 0, reminds=True), seat, language, 0, can_undo=False)
    return {**seen, "clock": None, "vote": None}


def _show(puzzle: Puzzle, language: str) -> Show:
    return Show(puzzle.first(), puzzle.seat, language, Words.load(WORDS, language).say("seat.you"))
