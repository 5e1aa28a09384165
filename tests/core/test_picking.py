"""A game without picks.py plays at random too: from the lists of its rules, and the same games."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import cabotage
from cabotage.core import picking
from cabotage.core.chance import generator
from cabotage.core.compiling import instantiate
from cabotage.games import GAMES
from tests.toy import GAME as TOY


def test_choices_and_draws_from_lists_are_those_of_the_game_itself() -> None:
    box, game = cabotage.load("calypso", seats=3), GAMES["calypso"]
    lists = {"legal": game.rules.legal, "chance": game.rules.chance}
    listed = instantiate(Path(picking.__file__), "cabotage.core.picking_test", lists, game.folder)
    numbers, weights = np.zeros((2, box.most_choices), np.int32)
    for number, position in enumerate(box.positions(100, seed=1)):
        one, other = generator(number), generator(number)
        chosen = game.picks.choose(box.constants, position.states, 0, one, numbers)
        assert listed.choose(box.constants, position.states, 0, other, numbers) == chosen
        position.play(int(chosen))
        if position.is_chance:
            drawn = game.picks.draw(box.constants, position.states, 0, one, numbers, weights)
            assert listed.draw(box.constants, position.states, 0, other, numbers, weights) == drawn
        assert one[0] == other[0]


def test_a_game_without_its_own_picks_gets_those_made_of_lists() -> None:
    assert vars(TOY.picks)["__name__"] == f"cabotage.core.picking_{TOY.label}"
    assert vars(GAMES["calypso"].picks)["__name__"] == "cabotage.games.calypso.picks"
