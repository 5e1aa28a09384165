"""Learns Smugglers' Island through OpenSpiel: python -m cabotage.research.examples.with_openspiel

Seat 0 learns, seat 1 plays at random.
"""

from typing import Any

import numpy as np
import pyspiel

from cabotage.research.examples.preferences import Preferences, show
from cabotage.research.openspiel import register


def play(game: Any, learner: Preferences, games: int, seed: int) -> dict[int, float]:
    """Play this many games; return the share of the win in each."""
    rng, results = np.random.default_rng(seed), {}
    observer = game.make_py_observer()
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                action = rng.choice(outcomes, p=np.array(odds) / sum(odds))
            elif state.current_player() == 0:
                observer.set_from(state, 0)
                mask = np.array(state.legal_actions_mask(), np.bool_)
                seen = observer.tensor[None, game.num_players() :]  # without the piece "player"
                action = learner.choose(seen, mask[None], [number])[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(int(action))
        results[number] = state.returns()[0]
    return results


def main(rounds: int = 6, games: int = 300) -> list[float]:
    """Learn for some rounds; the share of wins in each."""
    register()
    game = pyspiel.load_game("cabotage_smugglers(players=2)")
    learner = Preferences(game.box, rate=1.5)
    return show([learner.learn(play(game, learner, games, seed)) for seed in range(rounds)])


if __name__ == "__main__":
    main()
