"""Bots across the border: OpenSpiel's searches as bots of our arena, and our bots as OpenSpiel's.

Name OpenSpiel's in a tournament by `cabotage.research.openspiel.bots:IsMctsBot` and `...:MctsBot`. In the arena they
get a view, as every bot does. They search in worlds that fit it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import ismcts, mcts

from cabotage.bots import make_bot
from cabotage.bots.bot import Bot
from cabotage.core.chance import below, generator
from cabotage.core.contract import WIN, State, batch
from cabotage.core.errors import OptionError
from cabotage.research.openspiel.game import class_of, has_secrets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.contract import View
    from cabotage.research.openspiel.game import SpielGame
    from cabotage.research.openspiel.state import SpielState

SEEDS = 1 << 31


class RandomPlay(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """What OpenSpiel's searches ask at a leaf: the result of one random game from there, played in compiled code."""

    def __init__(self, box: Box, seed: int) -> None:
        self._box = box
        self._rng = generator(seed)
        self._states = State(batch(box.schema.dtype))
        width = max(box.most_choices, box.most_outcomes)
        self._numbers, self._weights = np.zeros((2, width), np.int32)

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """Each seat's share of the win."""
        box = self._box
        self._states[:] = state.position.states
        play = box.simulation.loops.play
        play(box.constants, self._states, 0, self._rng, self._numbers, self._weights, box.game.longest)
        return np.array(box.shares(self._states), np.float64) / WIN

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All actions or outcomes alike, as far as the odds are."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class _Searching(Bot):
    """Asks a search of OpenSpiel, in a state that fits the view."""

    simulations = 100  # for each decision
    exploration = 2.0  # OpenSpiel's uct_c

    def __init__(self, box: Box, seed: int | None = None) -> None:
        super().__init__(box, seed)
        self._game = game_of(box)

    def choose(self, view: View, seat: int) -> int:
        self.sample(view, seat)  # raises if this seat has nothing to choose
        return int(self._search(self._word()).step(self._game.state_seen(view, seat, self._word())))

    def _search(self, seed: int) -> Any:
        raise NotImplementedError

    def _word(self) -> int:
        return int(below(self.dice.rng, SEEDS))


class IsMctsBot(_Searching):
    """OpenSpiel's information-set search. Each simulation is in another world that the seat cannot tell from its own.

    Only for games in which something is hidden; OpenSpiel refuses the others.
    """

    def __init__(self, box: Box, seed: int | None = None) -> None:
        if not has_secrets(box.game):
            raise OptionError("bot.no_secrets", game=box.game.id)
        super().__init__(box, seed)

    def _search(self, seed: int) -> Any:
        return ismcts.ISMCTSBot(
            self._game,
            RandomPlay(self.box, seed),
            self.exploration,
            self.simulations,
            random_state=np.random.RandomState(seed),
        )


class MctsBot(_Searching):
    """OpenSpiel's plain search, which believes the one world it is given.

    Where nothing is hidden, that is the real one. Otherwise it is a guess that fits the view, a new one for each
    decision. (In OpenSpiel's own loops, plain search sees the real state: do not compare its results with others.)
    """

    def _search(self, seed: int) -> Any:
        return mcts.MCTSBot(
            self._game,
            self.exploration,
            self.simulations,
            RandomPlay(self.box, seed),
            random_state=np.random.RandomState(seed),
        )


class SeatBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our bots as a bot of OpenSpiel. OpenSpiel gives it states; the bot gets the view of its seat."""

    def __init__(self, name: str, game: SpielGame, seat: int, seed: int | None = None) -> None:
        super().__init__()
        self._bot, self._seat = make_bot(name, game.box, seed), seat

    def step(self, state: SpielState) -> int:
        """Choose."""
        _tell(self._bot, state, self._seat)
        return int(self._bot.choose(state.position.view(self._seat), self._seat))

    def restart_at(self, state: SpielState) -> None:
        """Nothing to do: bots keep nothing between decisions."""


def _tell(bot: Bot, state: SpielState, seat: int) -> None:
    """Give a bot that wants it the history of its seat."""
    if bot.wants_history:
        bot.history = state.information_state(seat)


def game_of(box: Box) -> SpielGame:
    """This box as a game of OpenSpiel."""
    return class_of(box.game.id)(box=box)


class BotPolicy(policy.Policy):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our bots as a policy: how often it chooses each action in some tries, from the view of its seat."""

    def __init__(self, name: str, game: SpielGame, tries: int = 100, seed: int = 0) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._bot, self._tries = make_bot(name, game.box, seed), tries
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        """By action; the same whenever the seat has observed the same."""
        seat = state.current_player() if player_id is None else player_id
        key = state.information_state_string(seat)
        if key not in self._known:
            view = state.position.view(seat)
            _tell(self._bot, state, seat)
            chosen = Counter(int(self._bot.choose(view, seat)) for _ in range(self._tries))
            actions = state.legal_actions(seat)
            self._known[key] = {action: chosen[action] / self._tries for action in actions}
        return self._known[key]
