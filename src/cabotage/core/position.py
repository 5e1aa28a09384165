"""One position of a game: what may be chosen, what may be drawn, what each seat sees."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import CHANCE, OVER, SPECTATOR, WIN, Glance, Scene, State, View
from cabotage.core.errors import GameOver, NotationError, NotOffered, NotYourTurn, PositionError
from cabotage.core.event import Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.chance import Dice
    from cabotage.core.information import InformationState
    from cabotage.core.message import Message, Reason
    from cabotage.core.record import Record
    from cabotage.core.words import Words

OFFERED_SHOWN = 8  # in an error message


@dataclass(frozen=True)
class Choice:
    """A legal action of the seat to act."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """An outcome of a chance node, with its probability."""

    number: int
    text: str
    probability: Fraction

    def __str__(self) -> str:
        return f"{self.text} ({self.probability})"


class Choices:
    """The legal choices: iterate, count, or test with `in` (a choice, its text or its number)."""

    def __init__(self, box: Box, numbers: NDArray[np.int32]) -> None:
        self._box = box
        self.numbers = numbers

    def __iter__(self) -> Iterator[Choice]:
        return map(self._box.choices.__getitem__, self.numbers.tolist())

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, index: int) -> Choice:
        return self._box.choices[int(self.numbers[index])]

    def __contains__(self, choice: object) -> bool:
        if isinstance(choice, Choice):
            choice = choice.number
        if isinstance(choice, str):
            choice = self._box.numbers.get(_tidy(choice))
        return isinstance(choice, (int, np.integer)) and self._has(int(choice))

    def _has(self, number: int) -> bool:
        numbers = self.numbers.data  # Python reads its numbers ten times faster than those of an array
        at = bisect_left(numbers, number)
        return at < len(numbers) and numbers[at] == number

    def __repr__(self) -> str:
        return f"<{len(self)} choices: {', '.join(map(str, self))}>"


class Position:
    """A game in progress. `box.start()` creates it, and `play` and `roll` change it."""

    def __init__(self, box: Box, states: State, dice: Dice) -> None:
        self.box = box
        self.dice = dice
        self.history: list[int] = []  # the numbers applied since the origin
        self.origin: dict[str, Any] | None = None  # the fields it began with, if set up by hand
        self._rules = box.game.rules
        self._constants = box.constants
        self._states = states
        # What was found out about the state; forgotten when it changes.
        self._actor: int | None = None
        self._bytes: bytes | None = None
        self._legal: Choices | None = None

    @property
    def states(self) -> State:
        """The whole state, in a batch of one; `play` and `roll` write to it."""
        return self._states

    @states.setter
    def states(self, states: State) -> None:
        self._states = self.box.restored(states.tobytes())  # a copy: moves write to it
        self._actor = self._bytes = self._legal = None

    @property
    def to_act(self) -> int:
        """The seat to act, or CHANCE or OVER."""
        actor = self._actor
        if actor is None:
            actor = self._actor = int(self._rules.to_act(self._constants, self._states, 0))
        return actor

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_act == OVER

    @property
    def is_chance(self) -> bool:
        """Whether something has to be drawn now."""
        return self.to_act == CHANCE

    @property
    def legal(self) -> Choices:
        """What the seat to act may choose; empty at chance nodes and at the end."""
        choices = self._legal
        if choices is None:
            room = np.empty(self.box.most_choices, np.int32)
            count = self._rules.legal(self._constants, self._states, 0, room) if self.to_act >= 0 else 0
            room.setflags(write=False)  # it is the test of legality, and kept until the next move
            choices = self._legal = Choices(self.box, room[:count])
        return choices

    @property
    def chances(self) -> list[Outcome]:
        """What may be drawn now, with exact probabilities; empty unless chance is to act."""
        outcomes, weights = self._draws()
        total = int(weights.sum())
        return [
            Outcome(int(number), self.box.texts[number], Fraction(int(weight), total))
            for number, weight in zip(outcomes, weights, strict=True)
        ]

    @property
    def score(self) -> tuple[Fraction, ...] | None:
        """Each seat's share of the win; None before the end."""
        if not self.is_over:
            return None
        return tuple(Fraction(share, WIN) for share in self.box.shares(self.states))

    @property
    def places(self) -> tuple[int, ...]:
        """Each seat's place as things stand: 1 is first."""
        return tuple(self.box.places(self.states))

    def play(self, choice: Choice | str | int) -> Event:
        """Play a legal choice of the seat to act, given by itself, its text or its number."""
        return self.follow(self.check(choice))

    def check(self, choice: Choice | str | int) -> int:
        """The number of this choice if it is legal now; else raises what `play` would raise."""
        actor = self.to_act
        if actor == OVER:
            raise GameOver("move.over")
        if actor == CHANCE:
            raise NotYourTurn("move.chance_first")
        offered = self.legal
        number = self._number(choice)
        if not offered._has(number):
            few = [str(option) for _, option in zip(range(OFFERED_SHOWN), offered, strict=False)]
            more = len(offered) - len(few)
            key = "move.not_offered_more" if more else "move.not_offered"
            raise NotOffered(key, text=repr(self.box.texts[number]), offered=", ".join(few), more=more)
        return number

    def roll(self, outcome: Outcome | str | int | None = None) -> list[Event]:
        """Draw until a seat has to choose; or draw this outcome once."""
        if outcome is None:
            events = []
            while self.is_chance:
                events.append(self.roll_once())
            return events
        return [self.follow(self.check_outcome(outcome))]

    def check_outcome(self, outcome: Outcome | str | int) -> int:
        """The number of this outcome if it may be drawn now; else raises what `roll` would raise."""
        if not self.is_chance:
            raise NotYourTurn("move.not_chance")
        number = self._number(outcome)
        possible, _ = self._draws()
        if number not in possible:
            names = ", ".join(self.box.texts[other] for other in possible)
            raise NotOffered("move.not_drawn", text=repr(self.box.texts[number]), possible=names)
        return number

    def roll_once(self) -> Event:
        """Draw one outcome at random."""
        return self.follow(self.drawn_by(self.dice))

    def drawn_by(self, dice: Dice) -> int:
        """The outcome that these dice draw here; nothing happens yet."""
        outcomes, weights = self._draws()
        if not len(outcomes):
            raise NotYourTurn("move.not_chance")
        return int(outcomes[dice.pick(weights)])

    def advance(self, number: int) -> None:
        """Apply a number without checking it and without an event: for logs that were checked when they were written.

        For such logs with events, see `follow`.
        """
        self._rules.apply(self._constants, self._states, 0, number)
        self.history.append(number)
        self._actor = self._bytes = self._legal = None

    def follow(self, number: int) -> Event:
        """Apply a number without checking it: for logs that were checked when they were written."""
        before, actor = self._content, self._actor
        self.advance(number)
        after = self._bytes = self._states.tobytes()
        return Event(self.box, before, number, after, actor)

    @property
    def fields(self) -> dict[str, Any]:
        """The whole state by field name, as numbers and lists: `box.position(**position.fields | {"turn": 1})`.

        This is full information, for tests and tools. Bots get a `view`.
        """
        return self.box.schema.read(self.states)

    def __getitem__(self, field: str) -> Any:
        """One field of the state, as a number or a list: full information, for tests and tools, never for bots."""
        return self.box.schema.value(self.states, field)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same state of the same game, whatever led there."""
        if not isinstance(other, Position):
            return NotImplemented
        is_same_box = self.box is other.box or self.box.essence == other.box.essence
        return is_same_box and self._content == other._content

    def __hash__(self) -> int:
        """By content, so it changes with every move: copy a position before you put it into a set or a dictionary."""
        return hash((self.box.essence, self._content))

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the whole state, the history and the dice, which tell what is drawn next: never for bots."""
        return _unpickled, (self.box, self._content, self.history, self.origin, self.dice)

    def to_bytes(self) -> bytes:
        """The whole state, for `box.from_bytes`; equal positions have equal bytes, whatever led there.

        This is full information, for tests and tools. Bots get a `view`.
        """
        return self.box.stamp + self._content

    def copy(self) -> Position:
        """An equal position with its own history and dice."""
        twin = Position(self.box, self.box.restored(self._content), self.dice.fork())
        twin.history = list(self.history)
        twin.origin = self.origin
        return twin

    def record(self) -> Record:
        """The game so far, to save and to replay."""
        from cabotage.core.record import Record

        return Record.of(self)

    def view(self, seat: int = SPECTATOR) -> View:
        """All that this seat, or a spectator, can know with perfect memory. Bots get nothing else."""
        return self.box.visibility.view(self.states, self._viewer(seat))

    def observation(self, seat: int) -> NDArray[np.int16]:
        """The view of this seat as a row of numbers for learning; `box.observation_spec` says what they mean."""
        return self.box.observer.observe(self.view(seat), seat)

    def information_state(self, seat: int) -> InformationState:
        """Everything that this seat, or a spectator, has observed since the start, in order; as `bytes` or `str`.

        Views have no order, so different histories may share one.
        """
        from cabotage.core.information import information_state

        return information_state(self, self._viewer(seat))

    def scene(self, viewer: int = SPECTATOR, with_memory: bool = False) -> Scene:
        """What the table looks like to this viewer, as JSON; with memory, for a game that is over, all it has seen."""
        return self.box.game.scene.scene(self.box, self._seen_by(viewer, with_memory), viewer)

    def choices(self, viewer: int) -> list[Scene]:
        """The legal choices described for this viewer; empty while others act."""
        texts = self.box.texts
        return [{"id": number, "notation": texts[number], **choice} for number, choice in self.described(viewer)]

    def described(self, viewer: int) -> list[tuple[int, Scene]]:
        """The same as numbers, each with its description, which must not be changed."""
        if viewer < 0 or viewer != self.to_act:
            return []
        box, glance, describe = self.box, self._seen_by(viewer), self.box.game.scene.choice
        return [(number, describe(box, glance, number)) for number in self.legal.numbers.tolist()]

    def not_offered(self, viewer: int, choices: Sequence[Scene] | None = None) -> list[Reason]:
        """Choices that this viewer may look for, and why they are not legal."""
        offered = self.choices(viewer) if choices is None else choices
        if not offered:
            return []
        return self.box.game.why.reasons(self.box, self._seen_by(viewer), offered)

    def merit(self, choice: Choice | str | int) -> Message:
        """What speaks for a legal choice, from what the seat to act sees now."""
        number = self.check(choice)
        others = [other for other in self.legal.numbers.tolist() if other != number]
        return self.box.game.merit.merit(self.box, self._seen_by(self.to_act), number, others)

    def draw(self, viewer: int = SPECTATOR, words: Words | None = None) -> str:
        """What the table looks like to this viewer, as text."""
        return self.box.game.draw.draw(self.scene(viewer), words or self.box.game.words("en"))

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        """Python code for an equal position: the fields that differ from the first position."""
        first, schema = self.box.first(0).fields, self.box.schema
        changed = {name: value for name, value in self.fields.items() if value != first[name]}
        fields = ", ".join(f"{name}={schema.fields[name].named(value)!r}" for name, value in changed.items())
        return f"{self.box!r}.position({fields})"

    @property
    def summary(self) -> str:
        """One line: the game, its seats, how many steps were played and who acts."""
        actor = self.to_act
        who = {CHANCE: "chance to act", OVER: "over"}.get(actor, f"seat {actor} to act")
        return f"{self.box.game.id}, {self.box.seats} seats, after {len(self.history)} steps, {who}"

    @property
    def _content(self) -> bytes:
        """The numbers of the state."""
        content = self._bytes
        if content is None:
            content = self._bytes = self._states.tobytes()
        return content

    def _seen_by(self, viewer: int, with_memory: bool = False) -> Glance:
        return self.box.visibility.seen(self._content, self._viewer(viewer), with_memory)

    def _viewer(self, viewer: int) -> int:
        viewer = index(viewer)
        if not SPECTATOR <= viewer < self.box.seats:
            raise PositionError("position.seat", last=self.box.seats - 1, seat=viewer)
        return viewer

    def _draws(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        most = self.box.most_outcomes
        outcomes, weights = np.empty(most, np.int32), np.empty(most, np.int32)
        count = self._rules.chance(self._constants, self._states, 0, outcomes, weights) if self.is_chance else 0
        return outcomes[:count], weights[:count]

    def _number(self, meant: Choice | Outcome | str | int) -> int:
        if isinstance(meant, (Choice, Outcome)):
            return meant.number
        if isinstance(meant, str):
            found = self.box.numbers.get(_tidy(meant))
            if found is None:
                near = get_close_matches(_tidy(meant), self.box.numbers, n=1)
                key, hint = ("unknown_near", near[0]) if near else ("unknown_sample", self._sample())
                game = self.box.game.id
                raise NotationError(f"move.{key}", text=repr(meant), game=game, near=repr(hint), sample=repr(hint))
            return found
        number = index(meant)
        if not 0 <= number < len(self.box.texts):
            raise NotationError("move.number", game=self.box.game.id, last=len(self.box.texts) - 1, number=number)
        return number

    def _sample(self) -> str:
        return str(self.legal[0]) if len(self.legal) else self.box.texts[0]


def _tidy(text: str) -> str:
    return " ".join(text.lower().split())


def _unpickled(box: Box, content: bytes, history: list[int], origin: dict[str, Any] | None, dice: Dice) -> Position:
    box.warm()
    position = Position(box, box.restored(content), dice)
    position.history, position.origin = history, origin
    return position
