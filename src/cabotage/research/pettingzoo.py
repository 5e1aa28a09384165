"""The games as environments of PettingZoo, where agents act in turn (AEC).

Agents are `seat_0`, `seat_1` and so on. At the end each gets its share of the win as reward. Draws happen inside.
"""

from __future__ import annotations

from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import cabotage
from cabotage.core.schema import FIELD_TYPE
from cabotage.core.visibility import as_cells
from cabotage.research.space import Observation, action_space, observation_space, observed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.position import Position

ILLEGAL_REWARD = -1.0


def env(game: str, seats: int | None = None, render_mode: str | None = None, **options: Any) -> AECEnv:
    """An environment with PettingZoo's usual checks; an action that is not offered ends the game with reward -1."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, seats, render_mode, **options), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def raw_env(game: str, seats: int | None = None, render_mode: str | None = None, **options: Any) -> SeatsInTurn:
    """The same without checks: an action that is not offered raises NotOffered."""
    return SeatsInTurn(cabotage.load(game, seats, **options), render_mode)


class SeatsInTurn(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game, whose seats are agents."""

    metadata: dict[str, Any]
    position: Position

    def __init__(self, box: Box, render_mode: str | None = None) -> None:
        super().__init__()
        self.box = box
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{box.game.id}_v{box.game.version}",
            "render_modes": ["ansi", "human", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(box.seats)]
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space(box) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(box) for agent in self.possible_agents}
        least, most = box.schema.limits
        self.state_space = spaces.Box(least, most, dtype=np.int16)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        self.position = self.box.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_act]

    def observe(self, agent: str) -> Observation:
        return observed(self.position, self.possible_agents.index(agent))

    def state(self) -> NDArray[np.int16]:
        """The whole state, hidden cards included: for central critics and tools, never for an agent that plays."""
        return as_cells(self.position.states).reshape(-1).astype(FIELD_TYPE)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position.play(int(action if action is not None else -1))
        self.position.roll()
        score = self.position.score
        if score is None:
            self.agent_selection = self.possible_agents[self.position.to_act]
        else:
            self.rewards = {agent: float(share) for agent, share in zip(self.possible_agents, score, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator sees it: as text, printed if the mode is "human", or as a picture."""
        if self.render_mode == "rgb_array":
            from cabotage.research.picture import picture

            return picture(self.box, str(self.position))
        if self.render_mode == "human":
            print(self.position)
            return None
        return str(self.position)

    def clone(self) -> SeatsInTurn:
        """An environment that goes on alike: the same actions get the same draws. So it foretells them: not for agents.

        `copy.deepcopy` does the same, also for environments with checks.
        """
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> SeatsInTurn:
        twin: SeatsInTurn = copy(self)
        memo[id(self)] = twin
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if hasattr(self, name):
                setattr(twin, name, deepcopy(getattr(self, name), memo))
        for name in ("action_spaces", "observation_spaces"):
            setattr(twin, name, deepcopy(getattr(self, name), memo))  # with their random numbers
        if hasattr(self, "position"):
            twin.position = self.position.copy()
            twin.position.dice = deepcopy(self.position.dice)  # a position's own copy rolls other dice
        return twin

    def close(self) -> None:
        """Nothing to release."""
