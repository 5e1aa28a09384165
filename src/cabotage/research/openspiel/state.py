"""A position as OpenSpiel's State, and what each seat has observed on the way there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from cabotage.core.contract import CHANCE, OVER
from cabotage.core.information import InformationState, Journal

if TYPE_CHECKING:
    from collections.abc import Callable

    from cabotage.core.position import Position
    from cabotage.research.openspiel.game import SpielGame

SEEDS = 1 << 53


class Walk:
    """A position and its journal. OpenSpiel copies and pickles states attribute by attribute; this is the only one."""

    def __init__(self, position: Position, journal: Journal | None = None) -> None:
        self.position = position
        self.journal = journal or Journal(position)
        self._drawing = ""  # made when it is asked for, and shared with copies: OpenSpiel compares them often

    def copy(self) -> Walk:
        """One that goes on by itself."""
        twin = Walk(self.position.copy(), self.journal.copy())
        twin._drawing = self._drawing
        return twin

    def advance(self, number: int) -> None:
        """Apply a number that was checked."""
        self.journal.add(self.position, number)
        self.position.advance(number)
        self._drawing = ""

    @property
    def drawing(self) -> str:
        """The table as a spectator sees it."""
        self._drawing = self._drawing or f"{self.position.summary}\n{self.position}"
        return self._drawing

    def __reduce__(self) -> tuple[Any, ...]:
        return Walk, (self.position, self.journal)

    def __deepcopy__(self, memo: dict[int, Any]) -> Walk:
        return self.copy()


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A node of the game. This is full information: give a bot of ours `SeatBot`, which passes on views only.

    Actions have the numbers of the rules. Outcomes are counted from 0.
    """

    def __init__(self, game: SpielGame, walk: Walk) -> None:
        super().__init__(game)
        self.walk = walk

    @property
    def position(self) -> Position:
        """The position, all of it."""
        return self.walk.position

    def current_player(self) -> int:
        actor = self.position.to_act
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        """Each seat's share of the win; before the end, zeros."""
        score = self.position.score
        return [0.0] * self.position.box.seats if score is None else [float(share) for share in score]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All that may be drawn, with the exact odds as nearest floating-point numbers."""
        return [(outcome.number - self._chosen, float(outcome.probability)) for outcome in self.position.chances]

    def information_state(self, seat: int) -> InformationState:
        """All that this seat, or a spectator, has observed."""
        return self.walk.journal.of(seat, self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another world that this seat cannot tell from this one; only its view and what it has observed are used.

        The history of that world is not known: OpenSpiel's `history()` is empty there. Information states of other
        seats begin with their views of it.
        """
        seed = int(sampler() * SEEDS)
        position = self.position.box.resample(self.position.view(player), player, seed)
        return SpielState(self.get_game(), Walk(position, self.walk.journal.for_other_world(position, player)))

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        numbers: list[int] = self.position.legal.numbers.tolist()
        return numbers

    def _apply_action(self, action: int) -> None:
        position, number = self.position, int(action)
        if position.is_chance:
            number += self._chosen
            position.check_outcome(number)
        else:
            position.check(number)
        self.walk.advance(number)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.box.texts[action + self._chosen if player == pyspiel.PlayerId.CHANCE else action]

    @property
    def _chosen(self) -> int:
        """Numbers below are chosen by seats, the others are drawn."""
        return self.position.box.game.actions.ACTIONS

    def __str__(self) -> str:
        """The table as a spectator sees it."""
        return self.walk.drawing
