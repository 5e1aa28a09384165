"""Which games stand under the laws, and with which seats and options each is tried."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from cabotage.core.box import Box
from cabotage.core.errors import OptionError
from cabotage.core.game import Game
from cabotage.games import GAMES
from tests.toy import GAME as TOY

REGISTERED = tuple(GAMES.values())
UNDER_LAW = (*REGISTERED, TOY)

each_game = pytest.mark.parametrize("game", UNDER_LAW, ids=lambda game: str(game.id))
each_registered_game = pytest.mark.parametrize("game", REGISTERED, ids=lambda game: str(game.id))

# Options with which a game is soon over.
SHORT: Mapping[str, Mapping[str, Any]] = {
    "calypso": {"capture_limit": 4},
    "captn_clever": {"treasures": 5},
    "smugglers": {"target_points": 5},
    "cape_horn": {},
    "treasure_boots": {"round_limit": 5},
}


@dataclass(frozen=True)
class Setting:
    """A number of seats and the options that are not as usual."""

    game: Game
    seats: int
    options: Mapping[str, Any]

    def __str__(self) -> str:
        changed = "".join(f" {name}={value}" for name, value in self.options.items())
        return f"{self.game.id} for {self.seats}{changed}"

    def box(self) -> Box:
        return Box(self.game, self.seats, self.options)

    def playable_box(self) -> Box | None:
        """None if each value is fine, but not these together."""
        try:
            return self.box()
        except OptionError:
            return None


def single_boxes(game: Game) -> Iterator[tuple[Setting, Box]]:
    """Every value of every option, one option at a time, at every number of seats that it allows."""
    changes: list[dict[str, Any]] = [{}]
    for option in game.options:
        changes += [{option.name: value} for value in option.values if value != option.default]
    for changed in changes:
        for seats in _allowed(game, changed):
            setting = Setting(game, seats, changed)
            box = setting.playable_box()  # made once: the boards of some games take long
            if box is not None:
                yield setting, box


@cache
def mixed_settings(game: Game, count: int) -> tuple[Setting, ...]:
    """Random combinations of options that can be played together."""
    return tuple(setting for setting, _ in zip(_mixed(game), range(count), strict=False))


def _mixed(game: Game) -> Iterator[Setting]:
    rng = random.Random(f"options of {game.id}")
    refused = 0
    while refused < 1000:
        options = {option.name: rng.choice(option.values) for option in game.options}
        setting = Setting(game, rng.choice(_allowed(game, options)), options)
        if setting.playable_box() is not None:
            yield setting
        else:
            refused += 1
    raise AssertionError(f"{game.id}: hardly any combination of options can be played")


@cache
def few_settings(game: Game) -> tuple[Setting, ...]:
    """The usual options at the fewest and the most seats, and some random combinations: for laws that take long."""
    usual = _allowed(game, {})
    return (Setting(game, usual[0], {}), Setting(game, usual[-1], {}), *mixed_settings(game, 6))


def _allowed(game: Game, changed: Mapping[str, Any]) -> range:
    return game.seats_for({option.name: option.default for option in game.options} | dict(changed))
