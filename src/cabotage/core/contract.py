"""What the engine asks of a game: constants, types and the functions of its modules.

Compiled functions work on flat records and integers only; they neither allocate nor raise. The unit handed around
is a batch of records and an index (`states, i`): a call from Python then costs half a microsecond instead of three.
One table is a batch of one. All randomness is explicit: where `to_act` answers CHANCE, `chance` lists what may be
drawn, and `apply` is told what was drawn. So `apply` is deterministic, and a state never contains the future.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NewType, Protocol

import numpy as np
from numpy.typing import NDArray

from cabotage.core.compiling import is_interpreted

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.core.box import Box
    from cabotage.core.message import Message, Reason
    from cabotage.core.schema import Schema

# Answers of `to_act` that are no seat.
CHANCE: Final = -1
OVER: Final = -2

# A viewer who sits nowhere: sees what everybody sees.
SPECTATOR: Final = -1

# Stands in a view wherever the viewer may not know; the smallest int8, so it fits every field and is nobody's value.
HIDDEN: Final = -128

# One whole win in the integers of `score`: divisible by 1..8, so that any number of seats can share it exactly.
WIN: Final = 840

# A horizon that no game reaches.
TO_THE_END: Final = 1 << 30

MOST_SEATS: Final = 8

Records = NDArray[np.void]
Numbers = NDArray[np.int32]
Generator = NDArray[np.uint64]

# The same record three times, told apart by the type checker: what is the case, what one viewer knows of it
# (with perfect memory), and what of that lies open before the viewer's eyes now.
State = NewType("State", NDArray[np.void])
View = NewType("View", NDArray[np.void])
Glance = NewType("Glance", NDArray[np.void])


def batch(dtype: np.dtype[np.void], count: int = 1) -> Records:
    """Room for this many records. Uncompiled rules need the attribute access that Numba gives to any record."""
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if is_interpreted() else records


Scene = dict[str, Any]  # JSON: all that is needed to draw what a viewer sees


class StateModule(Protocol):
    """state.py: what is kept, and who may see it."""

    SCHEMA: Schema


class ActionsModule(Protocol):
    """actions.py: what the integers mean. 0..ACTIONS-1 are chosen by seats, ACTIONS..NUMBERS-1 are drawn by chance."""

    ACTIONS: int
    NUMBERS: int
    MOST_CHOICES: int  # no decision offers more
    MOST_OUTCOMES: int  # no chance node has more

    def notation(self, box: Box, number: int, /) -> str:
        """A short text for any number, different for each: read back by looking it up."""


class BoxModule(Protocol):
    """box.py: options and a board become one flat record that never changes during a game."""

    def build(self, seats: int, options: Mapping[str, Any], boards: dict[str, Board], /) -> Records:
        """The record, in a batch of one. Raises OptionError or BoardError for what cannot be played.

        `boards` has the data file of every option that is one, by the option's name. What is made up at random
        before the game is put there too: records keep it.
        """


class RulesModule(Protocol):
    """rules.py: compiled. What is offered is legal; nothing else checks."""

    def setup(self, box: Records, states: Records, i: int, /) -> None:
        """Write the first state. No randomness: setting up is chance nodes too."""

    def to_act(self, box: Records, states: Records, i: int, /) -> int:
        """A seat, CHANCE or OVER."""

    def legal(self, box: Records, states: Records, i: int, out: Numbers, /) -> int:
        """Write the offered actions, ascending; return how many. Called only while a seat is to act."""

    def chance(self, box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers, /) -> int:
        """Write what may be drawn, ascending, with positive integer weights; return how many."""

    def apply(self, box: Records, states: Records, i: int, number: int, /) -> None:
        """Carry out an offered action or a possible outcome, in place. Assumes it is one."""

    def absent(self, box: Records, states: Records, i: int, /) -> int:
        """The offered action that is played for a seat that does not answer in time."""

    def standings(self, box: Records, states: Records, i: int, out: Numbers, /) -> int:
        """Write how well each seat stands, more is better, equal numbers are ties; return the number of teams.

        Seats `s` and `s + teams` are on one team and stand equal. A co-operative game returns 1 and writes 1 for a
        win, else 0. The core derives places and shares of the win, so nothing else needs to rank seats.
        """

    def seen(self, box: Records, states: Records, i: int, number: int, viewer: int, /) -> int:
        """The number as that viewer learns it, or HIDDEN; asked before it is applied."""


class ResampleModule(Protocol):
    """resample.py: compiled."""

    def resample(
        self, box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int, /
    ) -> None:
        """Write a random state that this view of this seat does not rule out."""

    def forget(self, box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int, /) -> None:
        """Blank what this seat knows only because it remembers, each thing with this chance: for bots that err."""

    def unremember(self, box: Records, views: Records, j: int, seat: int, /) -> None:
        """Blank all that does not lie open before this seat now: for hints, which do not remember for people."""


class SceneModule(Protocol):
    """scene.py: what people are shown. It gets glances only, so it cannot show what may not be seen.

    It declares `Scene` and `Choice`, TypedDicts from which the page's types are generated.
    """

    def scene(self, box: Box, glance: Glance, viewer: int, /) -> Scene:
        """All that is needed to draw the table for this viewer, as JSON."""

    def choice(self, box: Box, glance: Glance, action: int, /) -> Scene:
        """An offered action with its meaning: {"text": message} and whatever the page needs to pick it.

        In a terminal, "short" is what one may type for it, and "is_detail" keeps it out of the list of choices.
        """

    # A game may also have gestures(box): what people may point at, each with an "id", a "part" and a "text".


class StoryModule(Protocol):
    """story.py: what people are told. Glances only, as for scenes."""

    def story(self, box: Box, before: Glance, number: int, after: Glance, viewer: int, /) -> list[Message]:
        """The log lines of one event; `number` may be HIDDEN."""


class WhyModule(Protocol):
    """why.py: what somebody might miss among the choices. Glances only, as for scenes."""

    def reasons(self, box: Box, glance: Glance, choices: Sequence[Scene], /) -> list[Reason]:
        """What is not offered and why, where the rules give a reason."""


class RulebookModule(Protocol):
    """rulebook.py: the sections of the rules at hand, in reading order, with the phases in which each matters now."""

    SECTIONS: Mapping[str, tuple[IntEnum, ...]]


class DrawModule(Protocol):
    """draw.py: a scene as text, for the terminal."""

    def draw(self, scene: Scene, words: Any, /) -> str:
        """The table as lines of text in the given language."""


class RankSettings(NamedTuple):
    """How long and how far a bot thinks about a decision, and how little it remembers."""

    iterations: int
    horizon: int = TO_THE_END  # decisions played out by the policy before a position is estimated
    forgets_permille: int = 0  # of what has to be remembered, at each decision anew
    widening: float = 4.0  # the square of the number of choices tried may be so many times the visits


class SearchSettings(NamedTuple):
    """How a game is searched, found by matches between settings."""

    exploration: float  # how much a choice that was tried little is preferred
    ranks: tuple[
        RankSettings, RankSettings, RankSettings, RankSettings
    ]  # from cabin boy to captain, who takes about a second

    @property
    def horizon(self) -> int:
        """How far a captain looks, and whoever asks for his opinion."""
        return self.ranks[-1].horizon

    @property
    def widening(self) -> float:
        """Likewise, among how many choices."""
        return self.ranks[-1].widening


class JudgeModule(Protocol):
    """judge.py: compiled. Quick judgement for bots; works on resampled states, never on the real one."""

    SEARCH: SearchSettings

    def estimate(self, box: Records, states: Records, i: int, out: Numbers, /) -> None:
        """Each seat's expected share of WIN, roughly."""

    def candidates(self, box: Records, states: Records, i: int, choices: Numbers, worths: Numbers, /) -> int:
        """Write the offered actions that are worth a thought, ascending; return how many (one at least).

        `worths` says how promising each looks: a search tries the greater first. The actions are the same in all
        states that look the same to the seat; what they seem to be worth need not be.
        """

    def policy(self, box: Records, states: Records, i: int, rng: Generator, choices: Numbers, /) -> int:
        """A sensible action for the seat to act; `choices` is room for the offered ones."""
