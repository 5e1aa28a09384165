"""Networks: who is likely to win, learned by self-play. How they are stored and read, and their compiled arithmetic.

A network reads a row of features for each seat (see `observe.py` of a game) and compares every seat with the mean of
the others, so it serves any number of seats:

    hidden = relu(features @ weights0 + bias0)
    deeper = relu([hidden, mean of the others' hidden] @ weights1 + bias1)
    logit  = deeper @ weights2 + bias2

The shares of the win are the softmax of the logits; seats that win together share theirs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import exp
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast
from zipfile import BadZipFile

import numpy as np

from cabotage.core.compiling import compiled, vectorized
from cabotage.core.contract import WIN
from cabotage.core.errors import NetworkError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.contract import Numbers
    from cabotage.core.game import Game

    Floats = NDArray[np.float32]

VERSION = 1
FILE = "network.npz"
LARGEST_BYTES = 300_000
STEEPEST = 50.0  # logits beyond this make no difference


class Network(NamedTuple):
    """The weights."""

    weights0: Floats  # features by hidden
    bias0: Floats
    weights1: Floats  # twice the hidden by deeper: first the seat's own, then the mean of the others
    bias1: Floats
    weights2: Floats  # deeper by 1
    bias2: Floats


class Room(NamedTuple):
    """Room for the arithmetic, allocated once for each search."""

    rows: Floats  # features by seat
    hidden: Floats  # by seat
    total: Floats  # of all hidden
    deeper: Floats
    logits: Floats
    teams: NDArray[np.int64]  # a single number: how many teams there are


class Leaf(NamedTuple):
    """Who says what a position is worth where a playout ends: an empty network leaves that to the game's estimate."""

    network: Network
    room: Room


@dataclass(frozen=True)
class Learned:
    """A network and what its file says about it: version, features, who trained it and how."""

    network: Network
    about: dict[str, Any]


def nothing() -> Network:
    """A network that knows nothing."""
    shapes = ((0, 0), (0,), (0, 0), (0,), (0, 0), (0,))
    return Network(*(np.zeros(shape, np.float32) for shape in shapes))


def room_for(network: Network, box: Box) -> Room:
    """Room to ask this network about positions of this box."""
    features, hidden = network.weights0.shape
    return Room(
        np.zeros((box.seats, features), np.float32),
        np.zeros((box.seats, hidden), np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(network.bias1.size, np.float32),
        np.zeros(box.seats, np.float32),
        np.array([len(set(box.teams))], np.int64),
    )


@vectorized
def judge(network: Network, room: Room, out: Numbers) -> None:
    """Write each seat's expected share of WIN from the features in `rows`. It sums in a fixed order, so that the
    result is the same on every machine."""
    seats, hidden = room.hidden.shape
    for n in range(hidden):
        room.total[n] = 0.0
    for seat in range(seats):
        row = room.hidden[seat]
        for n in range(hidden):
            row[n] = network.bias0[n]
        for k in range(room.rows.shape[1]):
            value = room.rows[seat, k]
            if value != 0.0:
                weights = network.weights0[k]
                for n in range(hidden):
                    row[n] += value * weights[n]
        for n in range(hidden):
            row[n] = max(row[n], np.float32(0.0))
            room.total[n] += row[n]
    others = np.float32(1.0) / np.float32(max(1, seats - 1))
    for seat in range(seats):
        row, deeper = room.hidden[seat], room.deeper
        for n in range(deeper.size):
            deeper[n] = network.bias1[n]
        for k in range(hidden):
            own, mean = row[k], (room.total[k] - row[k]) * others
            weights, weights_of_others = network.weights1[k], network.weights1[hidden + k]
            for n in range(deeper.size):
                deeper[n] += own * weights[n] + mean * weights_of_others[n]
        logit = network.bias2[0]
        for n in range(deeper.size):
            logit += max(deeper[n], np.float32(0.0)) * network.weights2[n, 0]
        room.logits[seat] = logit
    _share(room, out)


@compiled
def _share(room: Room, out: Numbers) -> None:
    """Turn logits into shares of WIN that add up to it; where all play together, into the chance to win."""
    seats, teams = room.logits.size, int(room.teams[0])
    if teams == 1:
        mean = 0.0
        for seat in range(seats):
            mean += float(room.logits[seat]) / seats
        chance = 1.0 / (1.0 + exp(-min(max(mean, -STEEPEST), STEEPEST)))
        for seat in range(seats):
            out[seat] = int(WIN * chance + 0.5)
        return
    most, whole = 0, 0.0
    for seat in range(seats):
        if room.logits[seat] > room.logits[most]:
            most = seat
    for seat in range(seats):
        whole += exp(max(float(room.logits[seat] - room.logits[most]), -STEEPEST))
    left = WIN
    for seat in range(seats):
        out[seat] = int(WIN * exp(max(float(room.logits[seat] - room.logits[most]), -STEEPEST)) / whole)
        left -= out[seat]
    out[most] += left  # what rounding down leaves over
    if teams < seats:
        for seat in range(teams, seats):
            out[seat % teams] += out[seat]
        for seat in range(teams, seats):
            out[seat] = out[seat % teams]


def save(file: IO[bytes], network: Network, game: Game, about: dict[str, Any]) -> None:
    """Write a network, with where it comes from."""
    about = {"version": VERSION, "game": game.id, "features": list(game.observe.FEATURES), **about}
    arrays = {name: array.astype(np.float32) for name, array in network._asdict().items()}
    np.savez_compressed(file, about=np.array(json.dumps(about)), **cast("Any", arrays))


def load(game: Game, path: Path | None = None) -> Learned:
    """Read the network of a game, from its folder or from another file. Raises NetworkError if it does not fit."""
    path = path or game.folder / FILE
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise NetworkError("network.too_large", path=path, most=LARGEST_BYTES)
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(str(arrays.pop("about")))
        network = Network(**{name: np.ascontiguousarray(array) for name, array in arrays.items()})
    except FileNotFoundError:
        raise NetworkError("network.missing", path=path) from None
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise NetworkError("network.damaged", path=path, reason=error) from None
    _check(path, game, network, about)
    return Learned(network, about)


@cache
def network_of(game: Game) -> Network:
    """The network in a game's folder, read once."""
    return load(game).network


def _check(path: Path, game: Game, network: Network, about: Any) -> None:
    if not isinstance(about, dict) or about.get("version") != VERSION:
        found = about.get("version") if isinstance(about, dict) else about
        raise NetworkError("network.version", path=path, expected=VERSION, found=found)
    if about.get("game") != game.id:
        raise NetworkError("network.game", path=path, expected=game.id, found=about.get("game"))
    features = list(game.observe.FEATURES)
    if about.get("features") != features:
        changed = sorted(set(features) ^ set(about.get("features") or ())) or features
        raise NetworkError("network.features", path=path, game=game.id, features=", ".join(changed))
    if any(array.dtype != np.float32 or not np.isfinite(array).all() for array in network):
        raise NetworkError("network.damaged", path=path, reason="weights must be finite numbers of type float32")
    hidden, deeper = network.bias0.size, network.bias1.size
    shapes = ((len(features), hidden), (hidden,), (2 * hidden, deeper), (deeper,), (deeper, 1), (1,))
    if tuple(array.shape for array in network) != shapes or not hidden * deeper:
        raise NetworkError("network.shapes", path=path, shapes=shapes, found=tuple(array.shape for array in network))
