"""Parts of scenes: made once for each content of their fields, and of no others."""

from __future__ import annotations

import pytest

import cabotage
from cabotage.core.box import Box
from cabotage.core.contract import Fields
from cabotage.core.part import fixed, part


def test_a_part_is_made_once_for_the_same_content_of_its_fields() -> None:
    made: list[int] = []

    @part("beam", "turn")
    def beam(_: Box, g: Fields) -> list[int]:
        made.append(g["beam"])
        return [g["beam"], g["turn"]]

    box = cabotage.load("smugglers", seats=2)
    seen = box.visibility.seen
    glances = [seen(box.position(beam=at, pips=pips).states.tobytes(), 0) for at, pips in ((3, 1), (3, 2), (4, 1))]
    first, same, other = (beam(box, glance) for glance in glances)
    assert first is same
    assert (first[0], other[0]) == (3, 4)
    assert made == [3, 4]


def test_a_part_cannot_read_a_field_that_it_does_not_name() -> None:
    @part("beam")
    def cargo(_: Box, g: Fields) -> list[int]:
        return list(g["aboard"])

    box = cabotage.load("smugglers", seats=2)
    with pytest.raises(KeyError, match="aboard"):
        cargo(box, box.visibility.seen(box.first(0).states.tobytes(), 0))


def test_what_is_fixed_is_the_same_object_for_the_same_values() -> None:
    @fixed
    def named(name: str) -> dict[str, str]:
        return {"name": name}

    assert named("A1") is named("A1")
    assert named("A1") != named("A2")
