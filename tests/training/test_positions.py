"""Self-play: which games are played, and what is kept of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from cabotage.bots.network import load
from cabotage.core.box import Box
from cabotage.core.errors import SeatsError
from cabotage.games import find
from cabotage.training import positions
from cabotage.training.boxes import box_of, usual_box
from cabotage.training.errors import TrainingError
from cabotage.training.positions import PLACES, Positions, gathering_of
from cabotage.training.selfplay import Part, own_sources, play_part
from tests.settings import each_registered_game
from tests.toy import GAME as TOY


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(find("calypso"), 3)


def same(one: Positions, other: Positions) -> bool:
    columns = zip(one._asdict().values(), other._asdict().values(), strict=True)
    return all(np.array_equal(mine, yours, equal_nan=mine.dtype.kind == "f") for mine, yours in columns)


def test_a_game_depends_on_the_seed_and_its_number_only(box: Box) -> None:
    whole = positions.gather(box, 0, 6, seed=1)
    parts = [positions.gather(box, first, 3, seed=1) for first in (0, 3)]
    assert same(whole, positions.joined(parts))
    assert not same(whole, positions.gather(box, 0, 6, seed=2))


def test_few_positions_of_a_game_are_kept_from_all_of_it(box: Box) -> None:
    some = positions.gather(box, 0, 60, seed=1)
    assert set(Counter(some.game.tolist()).values()) == {PLACES}
    assert some.rows.shape == (60 * PLACES * 3, len(box.game.observe.FEATURES))
    assert some.shares.sum(1) == pytest.approx(1)
    assert some.estimates.sum(1) == pytest.approx(1, abs=1e-3)
    assert np.isnan(some.values).all(), "nothing was searched"
    scores = some.rows[:, box.game.observe.FEATURES.index("score")].reshape(-1, 3).max(1)
    assert scores.min() == 0, "beginnings"
    assert scores.max() > 0.8, "and ends"


def test_with_a_network_all_look_ahead(box: Box) -> None:
    network = load(box.game).network
    quick = positions.gather(box, 0, 6, seed=1)
    ahead = positions.gather(box, 0, 6, 1, network)
    assert not same(quick, ahead)
    assert same(ahead, positions.gather(box, 0, 6, 1, network))


def test_with_iterations_all_search(box: Box) -> None:
    network = load(box.game).network
    part = Part("calypso", 3, {}, 1, 2, 2, network, 20, own_sources("calypso"))
    some = play_part(part)
    assert same(some, play_part(part))
    assert set(some.game.tolist()) == {4, 5}
    assert some.values[:, :3].sum(1) == pytest.approx(1, abs=1e-4)


def test_positions_are_read_as_they_were_saved(box: Box, tmp_path: Path) -> None:
    some = positions.gather(box, 0, 4, seed=1)
    positions.save(some, tmp_path / "new" / "some.npz")
    assert same(some, positions.load(tmp_path / "new" / "some.npz"))
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["some.npz"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "00000.npz"
    path.write_bytes(content)
    with pytest.raises(TrainingError, match=r"is damaged .*delete it, then run the same command again") as refused:
        positions.load(path)
    assert str(path) in str(refused.value)


def test_a_game_without_features_is_refused() -> None:
    with pytest.raises(TrainingError, match=r"its observe\.py has no features"):
        gathering_of(TOY)


@each_registered_game
def test_half_of_the_games_are_the_usual_one(game: object) -> None:
    found = find(game.id)  # type: ignore[attr-defined]
    boxes = [box_of(found, None, {}, 1, part) for part in range(40)]
    usual = usual_box(found, None, {})
    assert usual.seats == 3
    is_usual = [made.seats == 3 and made.options == usual.options for made in boxes]
    assert 20 <= sum(is_usual) < 40
    assert len({made.seats for made in boxes}) == len(found.seats_for(found.choose(None, {})[1]))
    assert len({str(made.written_options) for made in boxes}) > 3


def test_what_is_fixed_from_outside_stays_fixed() -> None:
    boxes = [box_of(find("calypso"), 4, {"children": True}, 1, part) for part in range(12)]
    assert {made.seats for made in boxes} == {4}
    assert {made.options["children"] for made in boxes} == {True}


def test_seats_that_do_not_exist_are_refused() -> None:
    with pytest.raises(SeatsError):
        usual_box(find("calypso"), 9, {})
