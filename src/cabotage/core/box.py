"""A game with its seats, options and boards, ready to start."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from cabotage.core.board import Board
from cabotage.core.chance import Dice
from cabotage.core.compiling import compile_notice
from cabotage.core.contract import CHANCE, State, View, batch, unpacked
from cabotage.core.errors import BoardError, PositionError
from cabotage.core.game import Game, Option, Value
from cabotage.core.observation import Observer, Slice
from cabotage.core.position import Choice, Position
from cabotage.core.schema import hidden
from cabotage.core.shares import share_win
from cabotage.core.simulation import Simulation
from cabotage.core.vector import Vector
from cabotage.core.visibility import Visibility, as_cells

if TYPE_CHECKING:
    from cabotage.core.contract import Fields, Records
    from cabotage.core.schema import Schema
    from cabotage.core.vector import Mask

_ready: set[str] = set()  # games whose rules this process has compiled or loaded
STAMP_BYTES = 8


Kept = TypeVar("Kept")


def per_box(function: Callable[[Box], Kept]) -> Callable[[Box], Kept]:
    """Call a function once for each box, and keep what it returns as long as the box. Nobody may change that."""

    @wraps(function)
    def kept(box: Box) -> Kept:
        if function in box.kept:
            return cast("Kept", box.kept[function])
        found = box.kept[function] = function(box)
        return found

    return kept


class PlainFields(dict[str, Any]):
    """The fields of the first record as numbers and lists, each read when it is first used."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def __missing__(self, name: str) -> Any:
        self[name] = self._records[name][0].tolist()
        return self[name]


class _Choices(dict[int, Choice]):
    def __init__(self, box: Box) -> None:
        self._box = box

    def __missing__(self, number: int) -> Choice:
        self[number] = Choice(number, self._box.texts[number])
        return self[number]


class Box:
    """Start games from it: `box.start(seed=7)`, or set up any position: `box.position(...)`."""

    def __init__(self, game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.game = game
        chosen = dict(options or {})
        kept = {name: Board.kept(value) for name, value in chosen.items() if isinstance(value, Mapping)}
        chosen.update((name, board.name) for name, board in kept.items())
        self.seats, self.options = game.choose(seats, chosen)
        self.teams = game.teams(self.seats, self.options)
        self.boards: dict[str, Board] = kept | {
            option.name: board
            for option in game.options
            if option.takes_files
            and option.name not in kept
            and (board := _board(game, option, self.options[option.name]))
        }
        self.constants: Records = _read_only(game.box.build(self.seats, self.options, self.boards))
        self.plain: Fields = PlainFields(self.constants)  # the same for Python, which reads records slowly
        self.kept: dict[Callable[..., Any], Any] = {}  # see `per_box` and `part`
        self.schema: Schema = game.state.SCHEMA
        self.visibility = Visibility(self.schema, self.constants)
        self.most_choices = game.actions.MOST_CHOICES
        self.most_outcomes = game.actions.MOST_OUTCOMES

    def __repr__(self) -> str:
        """Python code for the same box."""
        shown = {option.name: self._shown(option) for option in self.game.options}
        changed = {
            option.name: shown[option.name] for option in self.game.options if shown[option.name] != option.default
        }
        extra = "".join(f", {name}={value!r}" for name, value in changed.items())
        return f"cabotage.load({self.game.id!r}, seats={self.seats}{extra})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the options, with boards in full."""
        return Box, (self.game, self.seats, self.written_options)

    @property
    def written_options(self) -> dict[str, Any]:
        """All options, with boards in full, for records."""
        boards = {name: {"name": board.name, "data": board.data} for name, board in self.boards.items()}
        return dict(self.options) | boards

    @cached_property
    def essence(self) -> tuple[Any, ...]:
        """What boxes with the same games share. Boards count by their constants: names of their files may differ."""
        options = sorted((name, value) for name, value in self.options.items() if name not in self.boards)
        return self.game, self.seats, tuple(options), hashlib.sha256(self.constants.tobytes()).digest()

    @cached_property
    def stamp(self) -> bytes:
        """The first bytes of every `position.to_bytes()`, so that those of another box are refused."""
        _, seats, options, digest = self.essence
        written = json.dumps([self.game.id, self.game.version, seats, options])
        return hashlib.sha256(written.encode() + digest).digest()[:STAMP_BYTES]

    def _shown(self, option: Option) -> Any:
        """The value of this option, or its board in full if the value alone would give another board."""
        value, board = self.options[option.name], self.boards.get(option.name)
        if board is None or board.source:  # read from a file that the value names
            return value
        own = _board(self.game, option, value) if value in option.values else None
        return value if own is not None and own.data == board.data else {"name": board.name, "data": board.data}

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats play together."""
        return len(set(self.teams)) == 1

    def first(self, seed: int | None = None) -> Position:
        """The position before the first draw."""
        self.warm()
        states = State(batch(self.schema.dtype))
        self.game.rules.setup(self.constants, states, 0)
        return Position(self, states, Dice(seed))

    def start(self, seed: int | None = None) -> Position:
        """A new game, rolled forward to the first decision."""
        position = self.first(seed)
        position.roll()
        return position

    def position(self, seed: int | None = None, **fields: Any) -> Position:
        """A position set up by hand: the first position with these fields changed."""
        position = self.first(seed)
        for name, value in fields.items():
            self.schema.write(position.states, name, value)
        self._check(position)
        return self._begin(position.states, position.dice)

    def positions(self, count: int, seed: int) -> Iterator[Position]:
        """Decisions of random games."""
        for cells in as_cells(self.simulation.sample(count, seed)):
            yield self._begin(self.restored(cells.tobytes()), Dice(seed))

    def from_bytes(self, content: bytes, seed: int | None = None) -> Position:
        """The position with these bytes, from `position.to_bytes()`; it begins there, without a history.

        Raises PositionError for bytes of another box, or with numbers that no field may have. Compiled rules do not
        check more, so do not read bytes from people you do not trust.
        """
        self.warm()
        size = self.schema.dtype.itemsize
        if len(content) != STAMP_BYTES + size or content[:STAMP_BYTES] != self.stamp:
            raise PositionError("position.bytes", box=repr(self))
        position = Position(self, self.restored(content[STAMP_BYTES:]), Dice(seed))
        if not self.schema.is_within_limits(as_cells(position.states)):
            raise PositionError("position.bytes", box=repr(self))
        self._check(position)
        return self._begin(position.states, position.dice)

    def restored(self, content: bytes) -> State:
        """A state from its numbers as bytes. Records are slow to copy field by field."""
        return State(unpacked(self.schema.dtype, content))

    def view_from(self, written: Mapping[str, Any] | str) -> View:
        """A view from JSON, as programs receive it: all fields by name, null for a number that is hidden."""
        try:
            fields = json.loads(written) if isinstance(written, str) else written
        except (ValueError, RecursionError):
            fields = None
        if not isinstance(fields, Mapping) or set(fields) != set(self.schema.fields):
            raise PositionError("position.view_json", game=self.game.id)
        view = View(batch(self.schema.dtype))
        for name, value in fields.items():
            self.schema.write(view, name, hidden(value), can_hide=True)
        return view

    def _check(self, position: Position) -> None:
        """Raise PositionError if the seat to act is not in the game, or if nothing or too much would be legal.

        There is room for all numbers, because an impossible position may offer more than MOST_CHOICES.
        """
        actions, rules = self.game.actions, self.game.rules
        room = np.zeros((2, actions.NUMBERS), np.int32)
        actor = int(rules.to_act(self.constants, position.states, 0))
        if actor >= self.seats:
            raise PositionError("position.nobody", seat=actor, last=self.seats - 1)
        if actor >= 0:
            count, most = rules.legal(self.constants, position.states, 0, room[0]), actions.MOST_CHOICES
        elif actor == CHANCE:
            count, most = rules.chance(self.constants, position.states, 0, room[0], room[1]), actions.MOST_OUTCOMES
        else:
            return
        if not 1 <= count <= most:
            raise PositionError("position.impossible", count=count)

    def resample(self, view: View, seat: int, seed: int | None = None) -> Position:
        """A random position in which this seat has this view."""
        self.check(view)
        self.warm()
        dice = Dice(seed)
        states = State(batch(self.schema.dtype))
        self.game.resample.resample(self.constants, view, 0, seat, dice.rng, states, 0)
        return self._begin(states, dice.fork())

    def _begin(self, states: State, dice: Dice) -> Position:
        """A game that begins with this state."""
        position = Position(self, states, dice)
        position.origin = position.fields
        return position

    def places(self, states: Records) -> list[int]:
        """Each seat's place as things stand: 1 is first, equals share a place."""
        standings = np.zeros(self.seats, np.int32)
        teams = self.game.rules.standings(self.constants, states, 0, standings)
        ranked = sorted(standings[:teams].tolist(), reverse=True)  # a team has one place
        return [1 + ranked.index(standing) for standing in standings.tolist()]

    def shares(self, states: State) -> list[int]:
        """Each seat's share of WIN at the end of a game."""
        shares = np.zeros(self.seats, np.int32)
        share_win(shares, self.seats, self.game.rules.standings(self.constants, states, 0, shares))
        return list(map(int, shares))

    def check(self, view: Any) -> None:
        """Raise PositionError if this is not a view from this game; compiled functions would fail cryptically."""
        if not isinstance(view, np.ndarray) or view.dtype != self.schema.dtype:
            raise PositionError("position.view", game=self.game.id, value=type(view).__name__)

    def vector(
        self,
        count: int,
        seed: int,
        *,
        threads: int = 1,
        seat: int | None = None,
        opponents: str | None = None,
        mask: Mask = "dense",
    ) -> Vector:
        """That many games side by side, for learning: `reset()`, then `step(actions)`.

        With a seat, the caller chooses for that seat only. The others are "greedy" or "random", in compiled code, or
        bots of any other name, which search and so take longer. The same seed gives the same games, whatever the number
        of games side by side and of threads.
        """
        return Vector(self, count, seed, threads, seat, opponents, mask)

    @property
    def action_count(self) -> int:
        """Actions are the numbers below."""
        return self.game.action_count(self)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The notation of every number."""
        return tuple(self.game.actions.notation(self, number) for number in range(self.game.actions.NUMBERS))

    @cached_property
    def choices(self) -> Mapping[int, Choice]:
        """Every action that was offered so far, with its text; each is made once."""
        return _Choices(self)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of every notation."""
        return {text: number for number, text in enumerate(self.texts)}

    @cached_property
    def observer(self) -> Observer:
        """Makes observations of views."""
        return Observer(self)

    @property
    def observation_spec(self) -> Sequence[Slice]:
        """What the numbers of an observation mean: name, slice, range and one-hot size of each part."""
        return self.observer.slices

    @cached_property
    def simulation(self) -> Simulation:
        """Random play and exact counts, compiled."""
        return Simulation(self)

    def warm(self) -> None:
        """Compile the rules or load them from the cache, with a notice if it takes long."""
        if self.game.package in _ready:
            return
        with compile_notice(self.game.names):
            self._touch()
        _ready.add(self.game.package)

    def _touch(self) -> None:
        """Call every function of the rules once, which compiles it."""
        rules, actions = self.game.rules, self.game.actions
        states = State(batch(self.schema.dtype))
        rules.setup(self.constants, states, 0)
        numbers = np.zeros(max(actions.MOST_CHOICES, actions.MOST_OUTCOMES), np.int32)
        weights = np.zeros_like(numbers)
        rules.to_act(self.constants, states, 0)
        rules.legal(self.constants, states, 0, numbers)
        rules.chance(self.constants, states, 0, numbers, weights)
        rules.seen(self.constants, states, 0, 0, 0)
        rules.absent(self.constants, states, 0)
        self.shares(states)
        self.visibility.view(states, 0)
        position = Position(self, states, Dice(0))
        position.roll()


def _read_only(constants: Records) -> Records:
    """A copy that nobody can write to, nor make writable: all games and bots of a process share it."""
    copy = np.frombuffer(constants.tobytes(), constants.dtype)
    return cast("Records", copy.view(type(constants)))


def _board(game: Game, option: Option, value: Value) -> Board | None:
    """The board of an option: one of ours by name, or a file; None if the game creates it."""
    own = game.folder / "boards" / f"{value}.toml"
    if value in option.values:
        return Board.parse(own.read_text("utf-8"), str(value)) if own.is_file() else None
    path = Path(str(value))
    if not path.is_file():
        raise BoardError("board.no_file", path=path, names=", ".join(map(str, option.values)))
    return Board.read(path)
