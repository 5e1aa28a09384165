"""No game of the registry, and not the honest toy, lets a viewer tell two worlds apart."""

from __future__ import annotations

import pytest

from cabotage.core.game import Game
from tests.leaks.worlds import Finding, compare_all, has_secrets
from tests.settings import each_game, few_settings
from tests.walks import is_compiled

ENOUGH = 300
# Here only start ports are secret, by an option, and only until all have chosen.
SELDOM_SECRET = {"treasure_boots": 10}


@each_game
@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.quiet)])
def test_what_a_viewer_cannot_know_makes_no_difference_to_what_the_viewer_gets(game: Game, games: int) -> None:
    found = Finding()
    for setting in few_settings(game):
        found.add(compare_all(setting.box(), range(games if is_compiled(game) else 3), most_steps=100))
    found.require_none()
    assert found.compared > ENOUGH
    assert found.siblings > ENOUGH
    if has_secrets(few_settings(game)[0].box()):
        enough = SELDOM_SECRET.get(game.id, ENOUGH)
        assert found.apart > enough, "B was hardly ever another world than A: is resample asleep?"
