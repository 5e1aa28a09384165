"""What a viewer cannot know makes no difference to what the viewer gets: a million comparisons of two worlds."""

from __future__ import annotations

import itertools
import time

import pytest

from cabotage.core.game import Game
from tests.leaks.worlds import Finding, compare_all
from tests.settings import each_registered_game, few_settings
from tests.soak.conftest import Report
from tests.soak.scale import FACTOR, SEED, scaled

COMPARISONS = 200_000  # of each game
SECONDS = 1800.0  # at most for each game; what was done until then is reported
MOST_STEPS = 1_000
FIRST_SEED = 10_000 + 1_000_000 * SEED

pytestmark = pytest.mark.soak


@each_registered_game
def test_worlds_that_differ_in_secrets_look_the_same(game: Game, report: Report) -> None:
    found, games = Finding(), 0
    until = time.monotonic() + max(10.0, SECONDS * FACTOR)
    boxes = [setting.box() for setting in few_settings(game)]
    for seed, box in zip(itertools.count(FIRST_SEED), itertools.cycle(boxes), strict=False):
        found.add(compare_all(box, range(seed, seed + 1), MOST_STEPS))
        found.require_none()
        games += 1
        if found.compared >= scaled(COMPARISONS) or time.monotonic() > until:
            break
    report(comparisons=found.compared, really_different=found.apart, siblings=found.siblings, games=games)
    assert found.compared > 0
