"""Why a ship cannot sail to a square, why it cannot fire at a ship."""

from __future__ import annotations

from typing import Any

import pytest

from cabotage.core.position import Position
from cabotage.games.treasure_boots.test_kit import Place, empty_sea, free, game, square, table


def told(position: Position) -> dict[str, str]:
    """What is not offered, with the sentence that says why."""
    words = position.box.game.words("en")
    return {each["what"]: words.tell(each["why"]) for each in position.not_offered(position.to_act)}


def at(position: Position, place: Place) -> str:
    return f"square {square(position.box, place)}"


@pytest.mark.example("TRB", 4)
@pytest.mark.rule("TRB-34", "TRB-47")
def test_land_that_is_too_far_away_has_its_price() -> None:
    position = table(free(3), {0: (7, 7)}, {0: "W1"}, wind="S")
    # Three steps aslant against the wind, and one sideways.
    assert told(position)[at(position, (4, 7))] == "It costs 7 movement points; you have 3, and one pearl."
    assert at(position, (7, 4)) not in told(position)
    position = table(free(3), {0: (7, 7)}, wind="S")
    assert told(position)[at(position, (4, 7))] == "It costs 7 movement points; you have 3."


@pytest.mark.example("TRB", 7)
@pytest.mark.rule("TRB-43")
def test_an_island_with_a_ship_on_it_is_closed() -> None:
    position = table(game(3), {0: (4, 2), 1: (4, 4)}, wind="E")
    assert told(position)[at(position, (4, 4))] == "Player 2 is there, and ships can share a square only in a port."


@pytest.mark.example("TRB", 6)
@pytest.mark.rule("TRB-40")
def test_a_ship_at_sea_may_only_be_passed() -> None:
    position = table(game(3), {0: (3, 3), "x0": (3, 4)}, wind="E")
    assert told(position)[at(position, (3, 4))] == "Privateer x0 is there, and ships can share a square only in a port."


@pytest.mark.example("TRB", 8)
@pytest.mark.rule("TRB-42")
def test_a_move_does_not_go_from_land_to_land() -> None:
    position = table(game(3), {0: (2, 6)}, wind="W")
    assert told(position)[at(position, (2, 2))] == "A move that begins on land cannot end on other land."


def shot(ships: dict[Any, Place], **fields: Any) -> Position:
    return table(empty_sea(3), ships, phase="FIRE", **fields)


@pytest.mark.rule("TRB-56", "TRB-57")
def test_a_shot_needs_a_straight_line() -> None:
    position = shot({0: (8, 8), 1: (8, 9), 2: (8, 11), "x0": (6, 7)})
    assert told(position) == {
        "ship 2": "No straight line over clear sea leads there.",
        "ship x0": "No straight line over clear sea leads there.",
    }


@pytest.mark.example("TRB", 16)
@pytest.mark.rule("TRB-58")
def test_a_shot_that_cannot_hit_is_not_offered() -> None:
    position = shot({0: (8, 1), 1: (7, 2), 2: (8, 9)})
    assert told(position) == {"ship 2": "With 7 empty squares between you, even the best roll would miss."}


@pytest.mark.rule("TRB-32")
def test_a_privateer_spares_the_ship_of_its_commander() -> None:
    position = shot({0: (8, 8), 1: (7, 9), 2: (1, 1), "x0": (8, 9)}, acting=8)
    assert told(position)["ship 0"] == "A privateer cannot fire at its own commander's ship."
