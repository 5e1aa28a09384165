"""Turns without a choice: the story says what happened to the seat that had nothing to decide."""

from __future__ import annotations

import json
import random

from cabotage.core.event import Event
from cabotage.core.game import Game
from tests.settings import each_registered_game, few_settings
from tests.walks import step

STEPS = 400
REEFS = 8  # Phase.REEF of Smugglers' Island: those who place no reef miss no turn


@each_registered_game
def test_a_turn_that_passes_without_a_choice_is_told(game: Game) -> None:
    forced = 0
    for setting in few_settings(game):
        position, rng = setting.box().first(5), random.Random(5)
        told: list[Event] = []  # since the seat on turn came to it
        has_chosen = has_begun = False  # nobody has a turn before the first choice
        for _ in range(STEPS):
            if position.is_over:
                break
            seat, turn = position.to_act, position["turn"]
            is_setting_up = game.id == "smugglers" and position["phase"] == REEFS
            told.append(step(position, rng))
            has_chosen |= seat == turn
            has_begun |= seat >= 0
            passed = [(turn + k) % position.box.seats for k in range(1, (position["turn"] - turn) % position.box.seats)]
            if position["turn"] != turn:
                silent = [*([] if has_chosen else [turn]), *passed] if has_begun and not is_setting_up else []
                forced += len(silent)
                for each in silent:
                    stories = json.dumps([event.story(each) for event in told])
                    assert f'"seat": {each}' in stories, (repr(position), stories)
                told, has_chosen = told[-1:], False
    assert forced or game.id not in ("calypso", "cape_horn")
