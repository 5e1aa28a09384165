"""Who knows what: views, and imagined states that fit them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cabotage.core.contract import SPECTATOR
from cabotage.core.position import Position
from cabotage.games.captn_clever.test_kit import game, known, table
from tests.reading import by_seat, offered

PARTNERS = [(2, False), (3, False), (4, False), (2, True), (3, True), (4, True)]


def decisions(seats: int, easy: bool, count: int = 60) -> list[Position]:
    box = game(seats, easy=easy, treasures=5)
    return list(box.positions(count, seed=seats + 7))


@pytest.mark.rule("CLV-4", "CLV-5", "CLV-49")
@pytest.mark.parametrize(("seats", "easy"), PARTNERS)
def test_an_imagined_state_looks_to_its_viewer_like_the_real_one(seats: int, easy: bool) -> None:
    for position in decisions(seats, easy):
        for viewer in range(SPECTATOR, seats):
            view = position.view(viewer)
            for seed in range(3):
                world = position.box.resample(view, viewer, seed)
                assert np.array_equal(world.view(viewer), view)
                if viewer == position.to_act:
                    assert offered(world) == offered(position)


@pytest.mark.rule("CLV-36", "CLV-39")
@pytest.mark.parametrize(("seats", "easy"), PARTNERS)
def test_the_true_target_is_always_possible(seats: int, easy: bool) -> None:
    for position in decisions(seats, easy):
        for seat, target in enumerate(by_seat(position, "target")):
            ruled_out = by_seat(position, "found")[seat] | by_seat(position, "arrived")[seat]
            assert not target or not ruled_out >> target & 1


@pytest.mark.rule("CLV-12", "CLV-55")
def test_how_many_targets_a_seat_lacks() -> None:
    lacking = {}
    for (seats, easy), caps, where in zip(
        PARTNERS,
        ["19", "762", "5673", "19", "762", "5673"],
        ["1-2 5-6 8-9 4-7", "2-3 6-9 1-4", "2-5 4-5 5-6 6-9"] * 2,
        strict=True,
    ):
        position = table(caps, where, targets="3333"[:seats], box=game(seats, easy=easy))
        lacking[seats, easy] = [known(position, viewer).count(None) for viewer in range(seats)]
    assert lacking == {
        (2, False): [0, 0],
        (3, False): [1, 1, 1],
        (4, False): [2, 2, 2, 2],
        (2, True): [1, 1],
        (3, True): [2, 2, 2],
        (4, True): [3, 3, 3, 3],
    }


@pytest.mark.example("CLV", 15)
def test_unknown_targets_are_drawn_evenly_and_independently() -> None:
    position = table("762", "2-3 6-9 1-4", targets="396", found=["", "", "14"], arrived=[0, 0, 1 << 5 | 1 << 8, 0])
    view = position.view(SPECTATOR)
    worlds = [by_seat(position.box.resample(view, SPECTATOR, seed), "target") for seed in range(9000)]
    single = Counter(world[2] for world in worlds)
    assert sorted(single) == [2, 3, 6, 7, 9]
    assert all(1600 < count < 2000 for count in single.values())  # 1800 each
    both = Counter((world[0], world[2]) for world in worlds)
    assert len(both) == 45
    assert all(130 < count < 275 for count in both.values())  # 200 each


@pytest.mark.rule("CLV-13")
def test_kept_cards_are_imagined_to_fit_the_imagined_target() -> None:
    position = table("762", "2-3 6-9 1-4", targets="396", found=["", "", "14"])
    for seed in range(50):
        world = position.box.resample(position.view(0), 0, seed)
        target = by_seat(world, "target")[2]
        assert by_seat(world, "held")[1] == sum(1 << card for card in (2, 3, 5, 6, 7, 8, 9) if card != target)
        assert by_seat(world, "target")[:2] == [3, 9]
