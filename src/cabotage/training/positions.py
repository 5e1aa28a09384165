"""Positions of games and how these ended: what a network learns from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cabotage.bots import network
from cabotage.bots.network import Network
from cabotage.core.chance import generators
from cabotage.core.compiling import compile_notice, instantiate
from cabotage.core.contract import MOST_SEATS, Numbers, State, batch
from cabotage.core.vector import room_of, sight_of
from cabotage.training.errors import TrainingError
from cabotage.training.file import write_file

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.game import Game

PLACES = 12  # positions kept of each game, at most: neighbours are alike
RANDOM_PERMILLE = (0, 30, 100)  # of all choices, in turn from game to game
PLAYING = 0x7EA1  # of seeds for these games

PARTS = {
    "rules": ("setup", "to_act", "apply", "standings"),
    "picks": ("choose", "draw"),
    "judge": ("policy", "estimate", "candidates"),
    "resample": ("resample",),
    "observe": ("features",),
}


class Positions(NamedTuple):
    """Positions in order. Seats have a row each; arrays by seat have room for as many seats as any game has."""

    rows: NDArray[np.float32]  # features of each seat, all seats of a position one after the other
    seats: NDArray[np.int16]  # of each position
    teams: NDArray[np.int16]  # likewise; seats `s` and `s + teams` win together; 1: all play together
    game: NDArray[np.int64]  # the number of the game
    shares: NDArray[np.float32]  # by seat: of the win, at the end of the game
    values: NDArray[np.float32]  # by seat: what a search expected; NaN without one
    estimates: NDArray[np.float32]  # by seat: by the game's own estimate

    @property
    def length(self) -> int:
        """How many positions."""
        return len(self.seats)

    @property
    def firsts(self) -> NDArray[np.int64]:
        """The first row of each position."""
        return np.cumsum(self.seats, dtype=np.int64) - self.seats

    def targets(self, trust: float) -> NDArray[np.float32]:
        """What is to be learned: the result, mixed with what the search expected, where there was one."""
        mixed = (1 - trust) * self.shares + trust * self.values
        return np.where(np.isnan(self.values), self.shares, mixed).astype(np.float32)


class Eye(NamedTuple):
    """A network with which all seats look ahead, and room to work in."""

    network: Network  # empty: they follow the quick policy
    room: network.Room
    choices: Numbers
    worths: Numbers
    totals: NDArray[np.int64]


class Kept(NamedTuple):
    """Room for the positions of some games, for compiled code."""

    rows: NDArray[np.float32]  # by game, place and seat
    estimates: NDArray[np.float32]  # likewise
    shares: NDArray[np.float32]  # by game and seat
    counts: NDArray[np.int64]  # positions by game


@cache
def gathering_of(game: Game) -> Any:
    """gathering.py compiled for this game."""
    if not hasattr(game.observe, "features"):
        raise TrainingError("refused.no_features", game=game.id)
    parts = {name: getattr(getattr(game, part), name) for part, names in PARTS.items() for name in names}
    template = Path(__file__).with_name("gathering.py")
    return instantiate(template, f"cabotage.training.gathering_{game.label}", parts, game.folder)


def gather(box: Box, first: int, games: int, seed: int, judge: Network | None = None) -> Positions:
    """Positions of games with these numbers; every game depends on the seed and its number only.

    All seats follow the quick policy, or look ahead with a network.
    """
    box.warm()
    dtype = box.schema.dtype
    room = room_of(box, batch(dtype))._replace(states=batch(dtype, 2))
    width = len(box.game.observe.FEATURES)
    kept = Kept(
        np.zeros((games, PLACES, box.seats, width), np.float32),
        np.zeros((games, PLACES, box.seats), np.float32),
        np.zeros((games, box.seats), np.float32),
        np.zeros(games, np.int64),
    )
    numbers = np.arange(first, first + games)
    words, rngs = generators(seed ^ PLAYING, numbers), np.zeros((1, 1), np.uint64)
    permille = np.array(RANDOM_PERMILLE, np.int32)[numbers % len(RANDOM_PERMILLE)]
    sight, eye = sight_of(box, -1, "greedy"), _eye(box, judge or network.nothing())
    with compile_notice(box.game.names, "training"):
        gathering_of(box.game).gather(box.constants, room, sight, eye, words, rngs, permille, kept)
    return _flat(box, kept, numbers)


def describe(box: Box, state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The features of every seat in this state, and what the game's estimate expects."""
    actions = box.game.actions
    scratch = np.zeros(max(actions.MOST_CHOICES, actions.MOST_OUTCOMES, box.seats), np.int32)
    rows = np.zeros((box.seats, len(box.game.observe.FEATURES)), np.float32)
    estimates = np.zeros(box.seats, np.float32)
    gathering_of(box.game).describe(box.constants, state, 0, rows, estimates, scratch)
    return rows, estimates


def made_of(
    box: Box,
    game: Sequence[int],
    rows: Sequence[NDArray[np.float32]],
    shares: Sequence[Sequence[float]],
    values: Sequence[Sequence[float]],
    estimates: Sequence[NDArray[np.float32]],
) -> Positions:
    """Positions of one box from what was recorded of each."""
    count = len(game)
    by_seat = (np.array(each, np.float32).reshape(count, box.seats) for each in (shares, values, estimates))
    width = len(box.game.observe.FEATURES)
    return Positions(
        np.array(rows, np.float32).reshape(count * box.seats, width),
        np.full(count, box.seats, np.int16),
        np.full(count, len(set(box.teams)), np.int16),
        np.array(game, np.int64),
        *map(_wide, by_seat),
    )


def joined(parts: Sequence[Positions]) -> Positions:
    """All of them, in this order."""
    return Positions(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def save(positions: Positions, path: Path) -> None:
    """Write all of them, or nothing."""
    write_file(path, lambda file: np.savez(file, **positions._asdict()))


def load(path: Path) -> Positions:
    """Read what `save` wrote."""
    try:
        with np.load(BytesIO(path.read_bytes())) as columns:
            return Positions(*(columns[name] for name in Positions._fields))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise TrainingError("refused.damaged", path=path, reason=error) from None


def _flat(box: Box, kept: Kept, numbers: NDArray[np.int64]) -> Positions:
    """The places that were filled, game by game."""
    games, places, seats, width = kept.rows.shape
    filled = (np.arange(places) < kept.counts[:, None]).ravel()
    game = np.repeat(np.arange(games), places)[filled]
    count = len(game)
    return Positions(
        kept.rows.reshape(games * places, seats * width)[filled].reshape(count * seats, width),
        np.full(count, seats, np.int16),
        np.full(count, len(set(box.teams)), np.int16),
        numbers[game],
        _wide(kept.shares[game]),
        np.full((count, MOST_SEATS), np.nan, np.float32),
        _wide(kept.estimates.reshape(games * places, seats)[filled]),
    )


def _eye(box: Box, judge: Network) -> Eye:
    most = box.game.actions.MOST_CHOICES
    choices, worths = np.zeros((2, most), np.int32)
    return Eye(judge, network.room_for(judge, box), choices, worths, np.zeros(most, np.int64))


def _wide(by_seat: NDArray[np.float32]) -> NDArray[np.float32]:
    """With room for as many seats as any game has."""
    return np.pad(by_seat, ((0, 0), (0, MOST_SEATS - by_seat.shape[1])))


def chosen(positions: Positions, which: NDArray[np.bool_]) -> Positions:
    """Those of them that are marked."""
    columns = {name: column[which] for name, column in positions._asdict().items() if name != "rows"}
    return Positions(positions.rows[np.repeat(which, positions.seats)], **columns)
