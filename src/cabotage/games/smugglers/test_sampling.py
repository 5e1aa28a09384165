"""Who knows what, and worlds that fit it."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest

from cabotage.core.box import Box
from cabotage.core.contract import HIDDEN
from cabotage.core.position import Position
from cabotage.games.smugglers.actions import GOODS, good_name
from cabotage.games.smugglers.test_kit import excluded, game, knowers, offered, play, table

SAMPLES = 2000


def example_22() -> Position:
    """0>1 was delivered; seat 1 carries X (really 0>3), which once lay in H2; Y (really 0>2) floats, seen by seat 2."""
    position = table(game(), "M5 M8 M11", beam=0, cargo="- 0>3 -", sea="I2:0>2", w=2)
    token = {good: index for index, good in enumerate(position["good"]) if good >= 0}
    x, y, delivered = token[2], token[1], 2
    fields = {name: position[name] for name in ("known_by", "not_dest", "shown", "taker", "good")}
    fields["not_dest"][x] = 1 << 2
    fields["known_by"][y] = 1 << 2
    fields["known_by"][delivered] = 0b111
    fields["good"][delivered] = fields["shown"][delivered] = 0
    fields["taker"][delivered] = 2
    assert (x, y) == (0, 1)
    origin = position.fields
    return position.box.position(**origin | fields | {"drawn": [3, 0, 0, 0, 0]})


def worlds(position: Position, seat: int) -> Counter[tuple[str, ...]]:
    """How often each assignment of goods to the tokens of origin 0 is imagined."""
    view = position.view(seat)
    found: Counter[tuple[str, ...]] = Counter()
    for seed in range(SAMPLES):
        world = position.box.resample(view, seat, seed)
        found[tuple(good_name(position.box, good) for good in world["good"][:3])] += 1
    return found


@pytest.mark.example("SMG", 22)
def test_four_worlds_are_equally_likely_for_seat_0() -> None:
    found = worlds(example_22(), 0)
    assert set(found) == {
        ("0>3", "0>2", "0>1"), ("0>3", "0>4", "0>1"), ("0>4", "0>2", "0>1"), ("0>4", "0>3", "0>1"),
    }  # fmt: skip
    for count in found.values():
        assert abs(count - SAMPLES / 4) < 90  # more than four standard deviations
    y_is_2 = sum(count for goods, count in found.items() if goods[1] == "0>2")
    assert abs(y_is_2 - SAMPLES / 2) < 100


@pytest.mark.example("SMG", 22)
def test_who_has_seen_a_token_imagines_it_as_it_is() -> None:
    assert set(worlds(example_22(), 1)) == {("0>3", "0>2", "0>1"), ("0>3", "0>4", "0>1")}
    assert set(worlds(example_22(), 2)) == {("0>3", "0>2", "0>1"), ("0>4", "0>2", "0>1")}
    assert set(worlds(example_22(), -1)) == set(worlds(example_22(), 0))


@pytest.mark.rule("SMG-20", "SMG-55")
def test_who_has_seen_a_good_knows_it_for_ever() -> None:
    position = table(game(push_ends="movement"), "I7 I9", beam=0, cargo="3>1", sea="I8:0>1", w=1)
    play(position, "go I8+take")
    position.roll("dice asleep, white 1")
    # The good that seat 0 left behind is not under its boat's eyes any more, but known to it.
    play(position, "push I8>I7+take")
    assert (knowers(position, "3>1"), knowers(position, "0>1")) == ({0, 1}, {0})
    token = position["cargo"][1]
    assert [int(position.view(seat)["good"][0, token]) for seat in (0, 1, 2)] == [13, 13, HIDDEN]


@pytest.mark.rule("SMG-63")
def test_every_wrong_harbour_is_remembered_until_one_dest_is_left() -> None:
    position = table(game(), "O2", beam=9, cargo="4>2", w=2, not_dest=[0] * 16 + [0b01001] + [0] * 3)
    play(position, "go H1")
    assert excluded(position, "4>2") == {0, 1, 3}
    for seed in range(20):
        assert position.box.resample(position.view(1), 1, seed)["good"][16] == 18


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_resampled_world_looks_the_same_and_offers_the_same(seats: int) -> None:
    box = game(seats)
    for at, position in enumerate(box.positions(300, seed=seats)):
        for seat in range(-1, seats):
            view = position.view(seat)
            world = box.resample(view, seat, seed=at)
            assert world.view(seat).tobytes() == view.tobytes()
            assert world.to_act == position.to_act
            if seat == position.to_act:
                assert offered(world) == offered(position)
            goods = [good for good in world["good"] if good >= 0]
            assert len(set(goods)) == len(goods) == sum(world["drawn"])
            assert all(good // 4 == token // 4 for token, good in enumerate(world["good"]) if good >= 0)


def test_resampling_really_changes_what_a_seat_cannot_know() -> None:
    box = game(3)
    changed = 0
    for at, position in enumerate(box.positions(200, seed=8)):
        world = box.resample(position.view(0), 0, seed=at)
        changed += world["good"] != position["good"]
    assert changed > 100


def test_a_spectator_learns_only_delivered_goods() -> None:
    box = game(4)
    for position in box.positions(200, seed=9):
        view = position.view(-1)
        assert set(view["good"][0].tolist()) == {HIDDEN}
        shown = view["shown"][0]
        assert np.array_equal(shown >= 0, view["taker"][0] >= 0)
        assert len(shown) == GOODS


def possible_worlds(box: Box, view: Any, island: int) -> set[tuple[int, ...]]:
    """By the words of "Consistent sampling": all goods that the tokens of this island may be, one by one."""
    tokens = range(island * 4, island * 4 + int(view["drawn"][0, island]))
    worlds = set()
    for goods in permutations(range(island * 4, island * 4 + 4), len(tokens)):
        fits = True
        for token, good in zip(tokens, goods, strict=True):
            shown, known = int(view["shown"][0, token]), int(view["good"][0, token])
            if shown >= 0 or known != HIDDEN:
                fits &= good == (shown if shown >= 0 else known)
            else:
                fits &= not int(view["not_dest"][0, token]) >> int(box.constants["dest"][0, good]) & 1
        if fits:
            worlds.add(goods)
    return worlds


def test_exactly_the_possible_worlds_are_imagined() -> None:
    box = game(3)
    many = 0
    for position in islice(box.positions(60, seed=12), 0, None, 6):
        for seat in (-1, 0, 1):
            view = position.view(seat)
            found: list[set[tuple[int, ...]]] = [set() for _ in range(5)]
            for seed in range(400):
                goods = box.resample(view, seat, seed)["good"]
                for island in range(5):
                    drawn = int(view["drawn"][0, island])
                    found[island].add(tuple(goods[island * 4 : island * 4 + drawn]))
            for island in range(5):
                expected = possible_worlds(box, view, island)
                many += len(expected) > 2
                assert found[island] == expected
    assert many > 20
