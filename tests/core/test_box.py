"""A box keeps what is the same in every scene, and its constants as plain numbers."""

from __future__ import annotations

import gc
import weakref

from cabotage.core.box import Box, per_box
from tests.toy import GAME


def test_a_function_per_box_is_called_once_for_each_box() -> None:
    asked: list[int] = []

    @per_box
    def names(box: Box) -> list[str]:
        asked.append(box.seats)
        return [f"seat {seat}" for seat in range(box.seats)]

    two, three = Box(GAME, 2), Box(GAME, 3)
    assert [names(two), names(three), names(two)] == [["seat 0", "seat 1"], ["seat 0", "seat 1", "seat 2"], names(two)]
    assert names(two) is names(two)
    assert asked == [2, 3]


def test_what_is_kept_for_a_box_does_not_keep_the_box() -> None:
    @per_box
    def itself(box: Box) -> Box:
        return box

    box = Box(GAME, 2)
    itself(box)
    gone = weakref.ref(box)
    del box
    gc.collect()
    assert gone() is None


def test_the_constants_are_there_as_plain_numbers() -> None:
    box = Box(GAME, 3)
    assert (box.plain["seats"], type(box.plain["seats"])) == (3, int)
    assert {name: box.plain[name] for name in box.constants.dtype.names or ()} == {
        name: box.constants[name][0].tolist() for name in box.constants.dtype.names or ()
    }
