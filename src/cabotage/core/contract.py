"""The contract between the engine and a game: constants, types, and the functions each module of a game must have.

A game is a tree of nodes. `to_act` names the kind of a node:

- decision node (a seat, 0 or more): `legal` lists at least two actions, ascending. `absent` and the judge's `policy`
  and `candidates` may be called. The seat chooses, and `apply` carries it out.
- chance node (CHANCE): `chance` lists at least one outcome, ascending, with positive weights. The engine draws one,
  and `apply` carries it out. Setting up a game is a series of chance nodes.
- terminal node (OVER): `legal`, `chance`, `absent`, `apply`, `policy` and `candidates` are not called. The standings
  are final, and the shares of the win follow from them.

At every node `to_act`, `standings`, `estimate`, `resample`, `scene` and the visibility of fields may be used. Only
`apply` changes a state. Every game ends, whatever is chosen and drawn, within `Game.longest` steps.

All randomness is explicit: `apply` is deterministic, and a state contains no seed and nothing that was not drawn yet.
Compiled functions take flat records and integers, and neither allocate nor raise. They take a batch of records and an
index (`states, i`), which makes a call from Python six times cheaper than passing one record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NewType, Protocol

import numpy as np
from numpy.typing import NDArray

from cabotage.core.compiling import is_interpreted

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.core.box import Box
    from cabotage.core.message import Message, Reason
    from cabotage.core.observation import Part
    from cabotage.core.schema import Schema
    from cabotage.core.statistic import Gain, Step

# What `to_act` returns at nodes where no seat chooses.
CHANCE: Final = -1
OVER: Final = -2

# A viewer without a seat, who sees what is public.
SPECTATOR: Final = -1

# Replaces every number of a view that the viewer may not know. No field uses it as a value.
HIDDEN: Final = -128

# One whole win as an integer: divisible by 1..8, so any number of seats can share it exactly.
WIN: Final = 840

# A search horizon beyond the end of every game.
TO_THE_END: Final = 1 << 30

MOST_SEATS: Final = 8

IS_INTERPRETED: Final = is_interpreted()  # asked once, because the environment is slow to read

Records = NDArray[np.void]
Numbers = NDArray[np.int32]
Features = NDArray[np.float32]  # by seat and feature
Generator = NDArray[np.uint64]

# The same record in two roles, which the type checker keeps apart: the whole state, and what one viewer knows of it
# with perfect memory.
State = NewType("State", NDArray[np.void])
View = NewType("View", NDArray[np.void])

Fields = Mapping[str, Any]  # the fields of a record by name, as numbers and lists


class Glance:
    """The part of a view that is visible on the table now: its numbers, as bytes. It never changes.

    Compiled functions take its `records`. Scenes and stories read its `fields`, because a number of a record costs ten
    times as much as one of a list. Both are made when they are first needed.
    """

    def __init__(self, schema: Schema, content: bytes) -> None:
        self.content = content
        self._schema = schema
        self._records: Records | None = None
        self._fields: Fields | None = None

    @property
    def records(self) -> Records:
        """Its numbers, in a batch of one."""
        records = self._records
        if records is None:
            records = self._records = unpacked(self._schema.dtype, self.content)
        return records

    @property
    def fields(self) -> Fields:
        """Its fields by name, as plain numbers and lists."""
        fields = self._fields
        if fields is None:
            fields = self._fields = self._schema.read_bytes(self.content)
        return fields


def batch(dtype: np.dtype[np.void], count: int = 1) -> Records:
    """A new batch of records, all zero. Uncompiled rules need a recarray to read fields as attributes."""
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if IS_INTERPRETED else records


def unpacked(dtype: np.dtype[np.void], content: bytes) -> Records:
    """A batch of one record from its numbers as bytes: a copy, ten times faster than to fill a new batch."""
    records = np.frombuffer(bytearray(content), dtype)
    return records.view(np.recarray) if IS_INTERPRETED else records


Scene = dict[str, Any]  # JSON


class StateModule(Protocol):
    """state.py: the fields of a state, and who may see each.

    Every schema has these public fields:

    - `phase`: one number, named by an IntEnum. The arena uses it to give
      all rotations of a round the same draws, the rule book to open the right section.
    - `turn`: the seat on turn, which may differ from the seat to act; -1 before the first turn is known.
    - `score` (optional): points by seat, for plots of a tournament.
    """

    SCHEMA: Schema


class ActionsModule(Protocol):
    """actions.py: what the numbers mean. Seats choose 0..ACTIONS-1, chance draws ACTIONS..NUMBERS-1.

    A game whose numbers depend on the board also has `count(box)`, the number of actions with that board.
    """

    ACTIONS: int
    NUMBERS: int
    MOST_CHOICES: int  # the most that any decision node offers
    MOST_OUTCOMES: int  # the most that any chance node has

    def notation(self, box: Box, number: int, /) -> str:
        """A short text for this number, lower case and unique in a box. Records contain it, so it must not change."""


class BoxModule(Protocol):
    """box.py: seats, options and boards as one flat record, the constants of a game."""

    def build(self, seats: int, options: Mapping[str, Any], boards: dict[str, Board], /) -> Records:
        """The constants, in a batch of one. Every game has a field `seats` there.

        `boards` has the board of each option that is a file, by the name of the option. If a board is made at random,
        `build` adds it to `boards`, and records contain it. Raises OptionError or BoardError if this cannot be played.
        """


class RulesModule(Protocol):
    """rules.py: compiled. `legal` and `chance` are the only test of legality."""

    def setup(self, box: Records, states: Records, i: int, /) -> None:
        """Write every field of the first state, which is the same in every game from this box."""

    def to_act(self, box: Records, states: Records, i: int, /) -> int:
        """A seat of the game, CHANCE or OVER. The kind of a node is public: it is the same for all resamples."""

    def legal(self, box: Records, states: Records, i: int, out: Numbers, /) -> int:
        """Decision nodes: write the legal actions, ascending; return how many (2..MOST_CHOICES).

        They depend only on what the seat to act can know. A decision with a single action is not a node.
        """

    def chance(self, box: Records, states: Records, i: int, outcomes: Numbers, weights: Numbers, /) -> int:
        """Chance nodes: write the outcomes, ascending, with positive weights; return how many (1..MOST_OUTCOMES).

        A single outcome is a node where something hidden is revealed.
        """

    def apply(self, box: Records, states: Records, i: int, number: int, /) -> None:
        """Decision and chance nodes: change the state by a number that `legal` or `chance` lists. Does not check it."""

    def absent(self, box: Records, states: Records, i: int, /) -> int:
        """Decision nodes: the legal action played for a seat that runs out of time. Uses what that seat can know."""

    def standings(self, box: Records, states: Records, i: int, out: Numbers, /) -> int:
        """Any node: write how well each seat stands (more is better, equal is a tie); return the number of teams.

        Seats `s` and `s + teams` are on one team and stand equal. A co-operative game has one team and writes 1 if it
        has won, else 0. The core derives places at any node, and shares of the win at terminal nodes.
        """

    def seen(self, box: Records, states: Records, i: int, number: int, viewer: int, /) -> int:
        """Decision and chance nodes: this number as the viewer learns it, or HIDDEN. Called before `apply`."""


class PicksModule(Protocol):
    """picks.py: optional, compiled. Random play and playouts without lists, which take longer to write than a rule.

    The result must be that of `legal` and `chance`, for the same state of the generator: a law checks every one. Both
    call `below` once, and so leave the generator alike. Without this file the core makes both from the lists.
    """

    def choose(self, box: Records, states: Records, i: int, rng: Generator, choices: Numbers, /) -> int:
        """Decision nodes: the action that `legal` lists at place `below(rng, count)`.

        `choices` is scratch space for MOST_CHOICES numbers.
        """

    def draw(
        self, box: Records, states: Records, i: int, rng: Generator, outcomes: Numbers, weights: Numbers, /
    ) -> int:
        """Chance nodes: the outcome that `pick` would take of those that `chance` lists; with scratch space."""


class ResampleModule(Protocol):
    """resample.py: compiled. Changes to what a seat knows; they read views, never states."""

    def resample(
        self, box: Records, views: Records, j: int, seat: int, rng: Generator, states: Records, i: int, /
    ) -> None:
        """Any node: write a random state in which this seat, or a spectator, has this view. Nothing in it is HIDDEN."""

    def forget(self, box: Records, views: Records, j: int, seat: int, rng: Generator, permille: int, /) -> None:
        """Hide each thing that this seat knows from memory only, with this probability: for bots that forget."""

    def unremember(self, box: Records, views: Records, j: int, seat: int, /) -> None:
        """Hide all that this seat knows from memory only: hints use what the table shows."""


class ObserveModule(Protocol):
    """observe.py: what of a view is part of an observation, in named slices; see `cabotage.core.observation`.

    Also what a network reads of each seat. Features are few, countable and in the game's own terms, of about the size
    of one, and mean the same with any number of seats, options and boards. The network itself compares seats.
    """

    OBSERVED: tuple[Part, ...]
    FEATURES: tuple[str, ...]  # what the numbers of a row are

    def features(self, box: Records, states: Records, i: int, out: Features, /) -> None:
        """Decision nodes: write a row for each seat, of what it has and how far it is from its goals. Compiled.

        It is called with states that a search has made from a view, never with the real one.
        """


class SceneModule(Protocol):
    """scene.py: what people see. It gets glances only, so it cannot show what is hidden.

    It declares `Scene` and `Choice`, TypedDicts from which the page's types are generated; viewers receive their
    messages as texts. A game may also have `gestures(box)`: a list of what people at a table may point at, each with a
    unique "id" (see `Gesture`).
    """

    IS_SHARED: bool  # scenes and stories depend on glances only, not on who looks: then viewers share them

    def scene(self, box: Box, glance: Glance, viewer: int, /) -> Scene:
        """Any node: what the table looks like to this viewer.

        Every scene has "viewer", "phase" (the name of the field `phase` in lower case) and "turn" (null
        for -1).
        """

    def choice(self, box: Box, glance: Glance, action: int, /) -> Scene:
        """Decision nodes: a legal action as people read it (see `ChoiceText`), and what the page needs to pick it."""


class StoryModule(Protocol):
    """story.py: what people read about events. It gets glances only."""

    def story(self, box: Box, before: Glance, number: int, after: Glance, viewer: int, /) -> list[Message]:
        """What one `apply` did, in a few messages. `number` is what `seen` returned for this viewer."""


class WhyModule(Protocol):
    """why.py: why a choice that people may look for is not legal. It gets glances only."""

    def reasons(self, box: Box, glance: Glance, choices: Sequence[Scene], /) -> list[Reason]:
        """Decision nodes: a reason for each choice that a rule excludes."""


class MeritModule(Protocol):
    """merit.py: what speaks for a legal action, in the game's own terms: distance, points, danger, chance.

    It gets glances only. So it tells no secret, and it does not remember for people.
    """

    def merit(self, box: Box, glance: Glance, action: int, others: Sequence[int], /) -> Message:
        """Decision nodes: one sentence that is true of this action; `others` are the actions to compare it with.

        The glance is that of the seat to act. All actions are legal. Hints explain their best choices with it.
        """


class StatisticsModule(Protocol):
    """statistics.py: two to four figures of each seat about which players talk after a game. Only when it is over.

    `NAMES` are in the order in which they are shown; the first is also drawn over time. Texts: statistics.<name>.
    """

    NAMES: tuple[str, ...]

    def gains(self, box: Box, step: Step, /) -> Iterable[Gain]:
        """How one event changes figures. It gets open states: all fields before and after."""


class RulebookModule(Protocol):
    """rulebook.py: the sections of the rule book in reading order, each with the phases in which it opens first."""

    SECTIONS: Mapping[str, tuple[IntEnum, ...]]


class DrawModule(Protocol):
    """draw.py: a scene as text, for the terminal."""

    def draw(self, scene: Scene, words: Any, /) -> str:
        """The scene as lines of text in the language of these words."""


class RankSettings(NamedTuple):
    """How long and how far a bot of one rank searches, and how much it forgets."""

    iterations: int
    horizon: int = TO_THE_END  # decisions the policy plays before a position is estimated
    forgets_permille: int = 0  # of what it knows from memory only, at each decision
    widening: float = 4.0  # choices tried squared, per visit
    exploration: float | None = None  # None: the game's
    is_learned: bool = False  # positions are estimated by the game's network
    # Of admirals: more prefers choices with greater `worths`, all through the tree; 0: `exploration` of all alike.
    prior: float = 0.0


class Playouts(NamedTuple):
    """How a state is valued: the mean of so many playouts, each so many decisions long before it is estimated."""

    tries: int
    horizon: int = TO_THE_END
    is_learned: bool = False  # whether the game's network estimates it, not the estimate by hand
    confidence: float = 1.0  # the power to which shares are raised: less than 1 brings them nearer to each other


class SearchSettings(NamedTuple):
    """How a game is searched; found by matches between settings."""

    exploration: float  # more prefers choices that were tried less
    # Cabin boy, sailor, mate, captain and admiral; the last two take about a second.
    ranks: tuple[RankSettings, RankSettings, RankSettings, RankSettings, RankSettings]
    luck: Playouts = Playouts(32, 6)  # by which the arena values draws; found by how much less the results vary

    @property
    def captain(self) -> RankSettings:
        """The captain's settings; a search without settings of its own has the same horizon and widening."""
        return self.ranks[3]


class JudgeModule(Protocol):
    """judge.py: compiled. Fast estimates for bots, which call it with resampled states, never with the real one."""

    SEARCH: SearchSettings

    def estimate(self, box: Records, states: Records, i: int, out: Numbers, /) -> None:
        """Any node: write each seat's expected share of WIN, 0..WIN; the same for all seats that win together."""

    def candidates(self, box: Records, states: Records, i: int, choices: Numbers, worths: Numbers, /) -> int:
        """Decision nodes: write the legal actions worth searching, ascending; return how many (at least one).

        A search tries those with greater `worths` first. The actions depend only on what the seat to act can know;
        their worths may depend on the whole state.
        """

    def policy(self, box: Records, states: Records, i: int, rng: Generator, choices: Numbers, /) -> int:
        """Decision nodes: a sensible legal action. `choices` is scratch space for MOST_CHOICES numbers."""
