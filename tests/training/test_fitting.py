"""What a network learns, by a made-up rule whose truth is known; and how its predictions are judged."""

from __future__ import annotations

import numpy as np
import pytest

from cabotage.bots.network import judge as judge_compiled
from cabotage.bots.network import room_for
from cabotage.core.box import Box
from cabotage.core.contract import MOST_SEATS, WIN
from cabotage.games import find
from cabotage.training import fitting, judging, positions
from cabotage.training.errors import TrainingError
from cabotage.training.positions import Positions
from tests.bots.test_network import random_network

GAMES, EACH = 4000, 3
SIZES = (8, 4)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(find("calypso"), 3)


def made_up(box: Box, seed: int = 1) -> Positions:
    """Games that the seat with most of the first feature wins; the second is constant, all others are noise."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(GAMES * EACH, box.seats, len(box.game.observe.FEATURES))).astype(np.float32)
    rows[:, :, 1] = 5
    shares = np.eye(box.seats, dtype=np.float32)[rows[:, :, 0].argmax(1)]
    nothing = np.full((len(rows), box.seats), np.nan, np.float32)
    even = np.full((len(rows), box.seats), 1 / 3, np.float32)
    number = np.repeat(np.arange(GAMES), EACH).tolist()
    return positions.made_of(box, number, list(rows), shares.tolist(), nothing.tolist(), list(even))


@pytest.fixture(scope="module")
def fitted(box: Box) -> fitting.Fitted:
    return fitting.fit(made_up(box), 1, SIZES, epochs=20)


def test_it_learns_who_wins(box: Box, fitted: fitting.Fitted) -> None:
    new = made_up(box, seed=2)
    predicted = fitting.predict(fitted.network, new)
    assert (predicted[:, :3].argmax(1) == new.shares[:, :3].argmax(1)).mean() > 0.85
    assert fitted.held_losses[fitted.best_epoch] == min(fitted.held_losses) < 0.6 < np.log(3)


def test_the_same_seed_gives_the_same_network(box: Box, fitted: fitting.Fitted) -> None:
    again, other = (fitting.fit(made_up(box), seed, SIZES, epochs=20) for seed in (1, 2))
    assert again.losses == fitted.losses
    for one, same, different in zip(fitted.network, again.network, other.network, strict=True):
        assert np.array_equal(one, same)
        assert not np.array_equal(one, different)


def test_a_feature_that_never_changes_counts_for_nothing(fitted: fitting.Fitted) -> None:
    assert not fitted.network.weights0[1].any()


def test_bots_compute_what_was_learned(box: Box, fitted: fitting.Fitted) -> None:
    new, room, out = made_up(box, seed=3), room_for(fitted.network, box), np.zeros(box.seats, np.int32)
    expected = fitting.predict(fitted.network, new)
    for place in range(50):
        room.rows[:] = new.rows[3 * place : 3 * place + 3]
        judge_compiled(fitted.network, room, out)
        assert np.abs(out / WIN - expected[place, :3]).max() < 3e-3  # shares are whole parts of 840, rounded down


def test_learning_stops_when_told_so(box: Box) -> None:
    watched: list[int] = []

    def watch(epoch: int, _: float) -> bool:
        watched.append(epoch)
        return epoch == 1

    assert len(fitting.fit(made_up(box), 1, SIZES, epochs=20, watch=watch).losses) == 2
    assert watched == [0, 1]


def test_half_of_what_is_learned_is_what_a_search_expected(box: Box) -> None:
    some = made_up(box)
    values = np.full_like(some.values, np.nan)
    values[0, :3] = (0.2, 0.5, 0.3)
    shares = some.shares.copy()
    shares[0, :3] = (0, 1, 0)
    targets = some._replace(values=values, shares=shares).targets(0.5)
    assert targets[0, :3].tolist() == pytest.approx([0.1, 0.75, 0.15])
    assert np.array_equal(targets[1:], shares[1:])


@pytest.mark.parametrize(("options", "seats"), [({"duo": True}, 4), ({}, 4)])
def test_the_loss_is_that_of_the_predictions(options: dict[str, bool], seats: int) -> None:
    """Teams too: two ships that win together."""
    box, rng = Box(find("cape_horn"), seats, options), np.random.default_rng(1)
    teams = len(set(box.teams))
    rows = rng.normal(size=(20, seats, len(box.game.observe.FEATURES))).astype(np.float32)
    shares = np.tile(np.eye(teams)[rng.integers(teams, size=20)], (1, seats // teams))
    nothing = np.zeros((20, seats))
    some = positions.made_of(box, list(range(20)), list(rows), shares.tolist(), nothing.tolist(), list(nothing))
    network = random_network(len(box.game.observe.FEATURES))
    layers = tuple(zip(network[::2], network[1::2], strict=True))
    data = {
        "rows": some.rows, "firsts": some.firsts, "seats": some.seats, "teams": some.teams, "targets": some.shares,
    }  # fmt: skip
    predicted = fitting.predict(network, some)
    assert teams == (2 if options else 4)
    by_hand = -(some.shares * np.log(np.where(some.shares > 0, predicted, 1)))[:, :teams].sum(1).mean()
    assert float(fitting._loss(layers, data, np.arange(some.length), seats)) == pytest.approx(by_hand, rel=1e-4)


def test_games_are_held_out_whole(box: Box) -> None:
    some = made_up(box)
    held = fitting.is_held(some, 1)
    assert 0.05 < held.mean() < 0.2
    assert (held.reshape(GAMES, EACH).min(1) == held.reshape(GAMES, EACH).max(1)).all()


def test_what_cannot_be_learned_from_is_refused(box: Box) -> None:
    some = made_up(box)
    with pytest.raises(TrainingError, match="too few games to learn from") as refused:
        fitting.fit(positions.chosen(some, some.game == 0), 1)
    assert refused.value.code == "training/refused"
    some.rows[7, 4] = np.inf
    with pytest.raises(TrainingError, match="feature 4 is not a finite number"):
        fitting.fit(some, 1)


def test_predictions_are_judged_by_loss_brier_score_and_calibration(box: Box) -> None:
    some = positions.chosen(made_up(box), np.arange(GAMES * EACH) < 4)  # games 0, 0, 0 and 1
    shares, predicted = np.zeros((2, 4, MOST_SEATS), np.float32)
    shares[:, 0] = 1
    predicted[:, :3] = (0.5, 0.25, 0.25)
    predicted[3, :3] = (0.0, 1.0, 0.0)  # wrong, and sure of it
    found = judging.judge(some._replace(shares=shares), predicted)
    sure = -np.log(judging.LEAST_SHARE)
    assert found["loss"]["mean"] == pytest.approx((3 * np.log(2) + sure) / 4)
    assert found["brier"]["mean"] == pytest.approx((3 * 0.375 + 2) / 4)
    # Two games, not four positions: both are as far from the mean.
    spread = np.sqrt(2) * 3 * (sure - np.log(2)) / 4 / 4
    assert found["loss"]["interval"][1] == pytest.approx(found["loss"]["mean"] + judging.SURE * spread)
    assert found["calibration"] == [[0, 0.5, 2], [0.25, 0, 6], [0.5, 1, 3], [1, 0, 1]]
