"""Networks: their arithmetic, their files, and the features that they read."""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from cabotage.bots import network as networks
from cabotage.bots.network import Network, judge, load, room_for, save
from cabotage.core.box import Box
from cabotage.core.contract import WIN
from cabotage.core.errors import NetworkError
from cabotage.games import GAMES, find

HIDDEN, DEEPER = 16, 8


def random_network(features: int, seed: int = 1) -> Network:
    rng = np.random.default_rng(seed)
    shapes = ((features, HIDDEN), (HIDDEN,), (2 * HIDDEN, DEEPER), (DEEPER,), (DEEPER, 1), (1,))
    return Network(*(rng.normal(0, 0.4, shape).astype(np.float32) for shape in shapes))


def logits_by_numpy(network: Network, rows: np.ndarray) -> np.ndarray:
    hidden = np.maximum(rows @ network.weights0 + network.bias0, 0)
    others = (hidden.sum(0) - hidden) / max(1, len(rows) - 1)
    deeper = np.maximum(np.concatenate([hidden, others], 1) @ network.weights1 + network.bias1, 0)
    logits: np.ndarray = (deeper @ network.weights2 + network.bias2)[:, 0]
    return logits


def shares_by_numpy(network: Network, rows: np.ndarray) -> np.ndarray:
    odds = np.exp(logits_by_numpy(network, rows))
    shares: np.ndarray = WIN * odds / odds.sum()
    return shares


def judged(network: Network, box: Box, rows: np.ndarray) -> np.ndarray:
    room, out = room_for(network, box), np.zeros(box.seats, np.int32)
    room.rows[:] = rows
    judge(network, room, out)
    return out


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_compiled_network_agrees_with_numpy(seats: int) -> None:
    box = Box(find("treasure_boots"), seats=seats)
    network = random_network(7)
    rows = np.random.default_rng(seats).normal(size=(seats, 7)).astype(np.float32)
    out = judged(network, box, rows)
    assert out.sum() == WIN
    assert np.abs(out - shares_by_numpy(network, rows)).max() <= seats


def test_seats_that_win_together_share_their_chances() -> None:
    network, rows = random_network(5), np.random.default_rng(2).normal(size=(4, 5)).astype(np.float32)
    alone = shares_by_numpy(network, rows)
    out = judged(network, Box(find("cape_horn"), 4, {"duo": True}), rows)
    assert out[0] == out[2]
    assert out[1] == out[3]
    assert out[0] + out[1] == WIN
    assert abs(out[0] - alone[0] - alone[2]) <= 4


def test_where_all_play_together_it_is_a_chance_to_win() -> None:
    network, rows = random_network(5), np.random.default_rng(3).normal(size=(3, 5)).astype(np.float32)
    out = judged(network, Box(find("calypso"), 3, {"mode": "coop"}), rows)
    chance = 1 / (1 + np.exp(-logits_by_numpy(network, rows).mean()))
    assert out.tolist() == [round(WIN * chance)] * 3


def test_a_certain_seat_takes_all() -> None:
    network, rows = random_network(5), np.zeros((3, 5), np.float32)
    network.weights2[:] = 1e30
    rows[1] = 1e6
    out = judged(network, Box(find("calypso"), 3), rows)
    assert sorted(out.tolist()) == [0, 0, WIN]


def test_a_network_is_read_as_it_was_saved(tmp_path: Path) -> None:
    game, path = find("calypso"), tmp_path / "network.npz"
    network = random_network(len(game.observe.FEATURES))
    with path.open("wb") as file:
        save(file, network, game, {"seed": 5, "games": 1000})
    learned = load(game, path)
    for array, stored in zip(network, learned.network, strict=True):
        assert np.array_equal(array, stored)
    assert learned.about["seed"] == 5
    assert learned.about["features"] == list(game.observe.FEATURES)


def _written(path: Path, **changes: object) -> Path:
    """A file of a network of Calypso, with some of its arrays or words changed."""
    game = find("calypso")
    about = {key: value for key, value in changes.items() if key in ("version", "game", "features")}
    network = random_network(len(game.observe.FEATURES))
    arrays = {key: value for key, value in changes.items() if key in Network._fields}
    with path.open("wb") as file:
        save(file, network._replace(**arrays), game, about)  # type: ignore[arg-type]  # a test of wrong types
    return path


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"features": ["on_turn", "luck"]}, "was trained with other features than calypso has now"),
        ({"game": "smugglers"}, "a network of smugglers, not of calypso"),
        ({"version": 99}, "version 99 of networks, expected version 1"),
        ({"bias2": np.full(1, np.nan)}, "finite numbers"),
        ({"bias0": np.zeros(3)}, "arrays of shapes"),
    ],
)
def test_a_network_that_does_not_fit_is_refused(tmp_path: Path, changes: dict[str, object], says: str) -> None:
    path = _written(tmp_path / "network.npz", **changes)
    with pytest.raises(NetworkError, match=says) as refused:
        load(find("calypso"), path)
    assert refused.value.code == "network/invalid"
    assert str(path) in str(refused.value)


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    with pytest.raises(NetworkError, match="no such file"):
        load(find("calypso"), path)
    path.write_bytes(b"PK\x03\x04 but not for long")
    with pytest.raises(NetworkError, match="cannot be read as a network"):
        load(find("calypso"), path)
    path.write_bytes(bytes(networks.LARGEST_BYTES + 1))
    with pytest.raises(NetworkError, match="larger than 300000 bytes"):
        load(find("calypso"), path)


def test_objects_in_a_file_are_not_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "network.npz"
    buffer = BytesIO()
    np.savez(buffer, about=np.array([{"version": 1}], object))
    path.write_bytes(buffer.getvalue())
    with pytest.raises(NetworkError, match="cannot be read as a network"):
        load(find("calypso"), path)


def features_of(box: Box, count: int, seed: int) -> np.ndarray:
    states = box.simulation.sample(count, seed)
    found = np.zeros((count, box.seats, len(box.game.observe.FEATURES)), np.float32)
    for i in range(count):
        box.game.observe.features(box.constants, states, i, found[i])
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_features_are_small_numbers_that_differ(game: str) -> None:
    found = features_of(Box(find(game), 3), 2000, 1)
    assert np.isfinite(found).all()
    assert np.abs(found).max() < 10
    names = np.array(find(game).observe.FEATURES)
    assert len(set(names)) == len(names)
    is_constant = found.reshape(-1, len(names)).std(0) == 0
    # Of the box, or so rare that random play does not meet them.
    rare = {"rivals", "boats", "together", "hard", "saved", "reserve", "net", "shark", "left", "crosses",
            "three_roses", "steps_over", "sails_on", "enough", "homecoming", "warned", "two_missing",
            "three_missing", "wins_next"}  # fmt: skip
    assert set(names[is_constant]) <= rare


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_features_are_written_anew_each_time(game: str) -> None:
    box = Box(find(game), 3)
    states = box.simulation.sample(50, 2)
    clean, dirty = (np.full((3, len(box.game.observe.FEATURES)), value, np.float32) for value in (0, 7))
    for i in range(50):
        box.game.observe.features(box.constants, states, i, clean)
        box.game.observe.features(box.constants, states, i, dirty)
        assert np.array_equal(clean, dirty)
        dirty[:] = 7


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_features_leave_the_state_as_it_is(game: str) -> None:
    box = Box(find(game), 3)
    states = box.simulation.sample(200, 3)
    before = states.copy()
    out = np.zeros((3, len(box.game.observe.FEATURES)), np.float32)
    for i in range(200):
        box.game.observe.features(box.constants, states, i, out)
    assert states.tobytes() == before.tobytes()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_features_are_the_same_compiled_and_interpreted(game: str, tmp_path: Path) -> None:
    box = Box(find(game), 3)
    states = box.simulation.sample(40, 4)
    found = np.zeros((40, 3, len(box.game.observe.FEATURES)), np.float32)
    for i in range(40):
        box.game.observe.features(box.constants, states, i, found[i])
    np.save(tmp_path / "states.npy", states.view(np.uint8).reshape(40, -1))
    np.save(tmp_path / "found.npy", found)
    script = (
        "import sys, numpy as np, cabotage\n"
        "from cabotage.core.contract import batch\n"
        "box = cabotage.load(sys.argv[1], seats=3)\n"
        "states = batch(box.schema.dtype, 40)\n"
        "states.view(np.ndarray).view(np.uint8)[:] = np.load(sys.argv[2] + '/states.npy').reshape(-1)\n"
        "found = np.load(sys.argv[2] + '/found.npy')\n"
        "for i in range(40):\n"
        "    out = np.zeros_like(found[i])\n"
        "    box.game.observe.features(box.constants, states, i, out)\n"
        "    assert np.array_equal(out, found[i]), (i, np.argwhere(out != found[i]))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script, game, str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
