"""The cache of parts and texts forgets the oldest only."""

from __future__ import annotations

from cabotage.core.recent import Recent


def test_what_is_used_now_and_then_is_never_forgotten() -> None:
    cache = Recent(3)
    cache.keep("often", 0)
    for number in range(20):
        cache.keep(number, number)
        assert cache["often"] == 0


def test_the_oldest_are_forgotten() -> None:
    cache = Recent(2)
    for number in range(10):
        cache.keep(number, number)
    assert [cache[number] for number in range(6)] == [None] * 6
    assert cache[9] == 9
