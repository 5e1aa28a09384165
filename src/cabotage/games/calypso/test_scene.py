"""What the board is told besides tiles and fish."""

from __future__ import annotations

from cabotage.games.calypso.test_kit import game, table


def test_the_die_lies_as_it_was_rolled_until_the_next_roll() -> None:
    position = table(game(), calypso=4)
    assert position.scene(0)["die"] is None
    position.roll("die 5")
    assert [position.scene(0)["calypso"], position.scene(0)["die"]] == [2, 5]
    position.roll("die 1")
    assert [position.scene(0)["calypso"], position.scene(0)["die"]] == [3, 1]
