"""Bots that play Calypso end a mix-up when turning tiles gains nothing."""

from __future__ import annotations

from typing import Any

import pytest

import cabotage
from cabotage.bots import make_bot


@pytest.mark.parametrize("rank", ["cabin_boy", "sailor", "mate", "captain@200"])
@pytest.mark.parametrize("options", [{}, {"mode": "coop"}])
def test_bots_soon_end_a_free_mix_up(rank: str, options: dict[str, Any]) -> None:
    """On average after at most two waves; they used to stir until all twelve were used up."""
    box = cabotage.load("calypso", **options)
    waves = mix_ups = 0
    for seed in range(20):
        position = box.start(seed=seed)
        bot = make_bot(rank, box, seed)
        while not position.is_over:
            is_mixing = "mix nothing" in position.legal
            event = position.play(bot.choose(position.view(position.to_act), position.to_act))
            waves += is_mixing and str(event) != "mix nothing"
            mix_ups += is_mixing and str(event) == "mix nothing"
            position.roll()
    assert mix_ups >= 10
    assert waves <= 2 * mix_ups
