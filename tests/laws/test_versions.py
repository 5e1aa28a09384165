"""A version names rules that never change: fixed random games of each version are played as they were.

versions.json has the hash of a game for some settings of each version. After the rules have changed:

    python -m tests.laws.test_versions        writes the file anew
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import numpy as np

from cabotage.core import chance
from cabotage.core.box import Box
from cabotage.core.contract import CHANCE, OVER, State, batch
from cabotage.games import GAMES
from tests.settings import each_registered_game, few_settings

if TYPE_CHECKING:
    from cabotage.core.game import Game

STORED = Path(__file__).with_name("versions.json")
MOST_STEPS = 400
SEED_OF_BOXES = 11  # some boards are made at random
ADVICE = """The rules of {game}, version {version}, are not what they were: {setting}.
What can be chosen or drawn has changed, or its consequences. After a release, raise the version and keep the old
rules: "Changing a game's rules" in CONTRIBUTING.md. Before the release with this version, store the hash {found}."""


def played(game: Game, seats: int, options: dict[str, Any]) -> str:
    """The hash of a random game: who acts, what is offered or drawn with which odds, places and shares.

    How a state is stored does not count, because records and tables have choices and draws only.
    """
    with patch.object(chance, "entropy", return_value=SEED_OF_BOXES):
        box = Box(game, seats, options)
    rules, rng, states = game.rules, random.Random(f"{seats} {options}"), State(batch(box.schema.dtype))
    numbers, weights = np.zeros((2, max(box.most_choices, box.most_outcomes)), np.int32)
    rules.setup(box.constants, states, 0)
    digest = hashlib.sha256()
    for _ in range(MOST_STEPS):
        actor = int(rules.to_act(box.constants, states, 0))
        if actor == OVER:
            digest.update(repr([[*map(int, result)] for result in (box.places(states), box.shares(states))]).encode())
            break
        if actor == CHANCE:
            count = int(rules.chance(box.constants, states, 0, numbers, weights))
            digest.update(repr([numbers[:count].tolist(), weights[:count].tolist()]).encode())
        else:
            count = int(rules.legal(box.constants, states, 0, numbers))
            digest.update(repr([actor, numbers[:count].tolist()]).encode())
        rules.apply(box.constants, states, 0, int(numbers[rng.randrange(count)]))
    return digest.hexdigest()[:16]


@each_registered_game
def test_the_rules_of_a_version_never_change(game: Game) -> None:
    versions = json.loads(STORED.read_text("utf-8"))[game.id]
    assert list(map(int, versions)) == sorted({game.version, *game.older}), "every version has its hashes"
    for version, settings in versions.items():
        rules = game.at(int(version))
        assert rules is not None
        for setting in settings:
            found = played(rules, setting["seats"], setting["options"])
            told = f"{setting['seats']} seats, {setting['options']}"
            assert found == setting["hash"], ADVICE.format(game=game.id, version=version, setting=told, found=found)


def test_other_rules_have_another_hash() -> None:
    """The law can fail: other limits give another hash."""
    calypso = GAMES["calypso"]
    assert played(calypso, 3, {}) != played(calypso, 3, {"capture_limit": 4})


def hashes(game: Game) -> dict[str, list[dict[str, Any]]]:
    """What versions.json has of the present version, at some settings."""
    settings = [(setting.seats, dict(setting.options)) for setting in few_settings(game)]
    return {
        str(game.version): [
            {"seats": seats, "options": options, "hash": played(game, seats, options)} for seats, options in settings
        ]
    }


if __name__ == "__main__":
    stored = json.loads(STORED.read_text("utf-8")) if STORED.is_file() else {}
    anew = {game.id: stored.get(game.id, {}) | hashes(game) for game in GAMES.values()}
    STORED.write_text(json.dumps(anew, indent=1, ensure_ascii=False) + "\n", "utf-8")
