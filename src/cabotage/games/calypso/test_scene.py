"""What a scene shows besides tiles and fish."""

from __future__ import annotations

import pytest

from cabotage.games.calypso.test_kit import game, table


def test_the_die_lies_as_it_was_rolled_until_the_next_roll() -> None:
    position = table(game(), calypso=4)
    assert position.scene(0)["die"] is None
    position.roll("die 5")
    assert [position.scene(0)["calypso"], position.scene(0)["die"]] == [2, 5]
    position.roll("die 1")
    assert [position.scene(0)["calypso"], position.scene(0)["die"]] == [3, 1]


@pytest.mark.rule("CAL-59")
def test_tiles_can_be_pointed_at_by_several_who_play_together_and_may_talk() -> None:
    def ids(seats: int, **options: object) -> list[str]:
        box = game(seats=seats, **options)
        return [gesture["id"] for gesture in box.game.gestures(box)]

    assert ids(3, mode="coop") == [f"tile_{hollow}" for hollow in "abcdefghi"]
    assert ids(3, mode="coop", coop_talk=False) == []
    assert ids(1, mode="coop") == []
    assert ids(3) == []
