"""Sets as bits: how many members, and which is the k-th."""

from __future__ import annotations

import random

import pytest

from cabotage.core.bits import count_bits, nth_bit


@pytest.mark.parametrize(
    ("bits", "places"),
    [(0b1, [0]), (0b1010, [1, 3]), (1 << 62, [62]), (0b1 | 1 << 31 | 1 << 32 | 1 << 61, [0, 31, 32, 61])],
)
def test_the_members_of_a_set_are_counted_and_found(bits: int, places: list[int]) -> None:
    assert count_bits(bits) == len(places)
    assert [nth_bit(bits, k) for k in range(len(places))] == places


def test_any_set_of_63_is_counted_and_found() -> None:
    rng = random.Random(1)
    assert count_bits(0) == 0
    for size in (1, 5, 20, 40, 63):
        for _ in range(40):
            places = sorted(rng.sample(range(63), size))
            bits = sum(1 << place for place in places)
            assert count_bits(bits) == size
            assert [nth_bit(bits, k) for k in range(size)] == places
