"""Observations stay within the ranges they declare, and hold what the view holds, not more."""

from __future__ import annotations

import random
from itertools import groupby

import numpy as np

from cabotage.core.game import Game
from cabotage.core.incremental import nothing_written, plan_of, rewrite
from cabotage.core.visibility import as_cells
from tests.settings import each_game
from tests.walks import moments


@each_game
def test_observations_are_within_their_declared_ranges(game: Game) -> None:
    for position in moments(game):
        for seat in range(position.box.seats):
            numbers = position.observation(seat)
            for part in position.box.observation_spec:
                cells = numbers[part.slice]
                assert part.low <= cells.min() <= cells.max() <= part.high, f"{position!r}: {part}"
                if part.one_hot:
                    assert cells.reshape(-1, part.one_hot).sum(axis=1).max() <= 1, f"{position!r}: {part}"


@each_game
def test_the_slices_of_an_observation_follow_each_other(game: Game) -> None:
    for position in random.Random(1).sample(list(moments(game)), 12):
        spec = position.box.observation_spec
        assert [part.slice.start for part in spec] == [0, *(part.slice.stop for part in spec[:-1])]
        assert len({part.name for part in spec}) == len(spec)
        assert all(part.meaning for part in spec)


@each_game
def test_an_observation_depends_on_the_view_only(game: Game) -> None:
    for position in random.Random(2).sample(list(moments(game)), 60):
        for seat in range(position.box.seats):
            other = position.box.resample(position.view(seat), seat, 3)
            assert other.observation(seat).tolist() == position.observation(seat).tolist()


@each_game
def test_an_observation_written_straight_from_a_state_is_that_of_the_view(game: Game) -> None:
    """One row, written over and over for other moments and observers, as in a vector."""
    compared, rng = 0, random.Random(3)
    for _, group in groupby(moments(game), key=lambda position: position.box):
        positions = list(group)
        box = positions[0].box
        plan, row = plan_of(box), np.zeros((1, box.observer.size), np.int16)
        written, changed = nothing_written(plan, 1), np.zeros(len(plan.steady_cells) + 1, np.int32)
        for position in rng.sample(positions, min(40, len(positions))):
            for seat in rng.sample(range(box.seats), box.seats):
                rewrite(plan, written, as_cells(position.states), 0, seat, row, changed)
                assert row[0].tolist() == position.observation(seat).tolist(), f"{position!r}, seat {seat}"
                compared += 1
    assert compared > 100
