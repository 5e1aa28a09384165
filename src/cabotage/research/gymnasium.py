"""The games as environments of Gymnasium: you play one seat, bots play the others.

Call `register()`, or import Gymnasium after installing `cabotage[research]`, which does it. Ids have the version of the
rules, such as `cabotage/Calypso-v1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import cabotage
from cabotage.bots import make_bot
from cabotage.bots.bot import inform
from cabotage.core.errors import NotOffered
from cabotage.games import GAMES
from cabotage.research.space import Observation, action_space, observation_space, observed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.position import Position
    from cabotage.core.vector import Batch

ILLEGAL_REWARD = -1.0


def name_of(game: str) -> str:
    """The id in Gymnasium: `cabotage/Calypso-v1`."""
    return f"cabotage/{game.title().replace('_', '')}-v{GAMES[game].version}"


def register() -> None:
    """Register all games; does nothing the second time."""
    for game in GAMES:
        if name_of(game) not in gymnasium.registry:
            gymnasium.register(
                id=name_of(game),
                entry_point="cabotage.research.gymnasium:OneSeat",
                vector_entry_point="cabotage.research.gymnasium:OneSeatOfMany",
                kwargs={"game": game},
            )


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """One seat of one game. The reward is the seat's share of the win, at the end.

    An action that is not offered ends the game with reward -1 and `info["is_illegal"]`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012  (Gymnasium declares it so)
    position: Position

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "sailor",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.box = cabotage.load(game, seats, **options)
        self.seat = seat
        self.opponents = opponents
        self.render_mode = render_mode
        self.action_space = action_space(self.box)
        self.observation_space = observation_space(self.box)
        self._bots = [make_bot(opponents, self.box) for _ in range(self.box.seats)]

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        dice, *bots = (int(word) for word in self.np_random.integers(1 << 62, size=1 + self.box.seats))
        self.position = self.box.start(dice)
        for bot, word in zip(self._bots, bots, strict=True):
            bot.dice = type(bot.dice)(word)
        self._let_others_play()
        return self._observed()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.position.play(int(action))
        except NotOffered:
            observation, info = self._observed()
            return observation, ILLEGAL_REWARD, True, False, info | {"is_illegal": True}
        self.position.roll()
        self._let_others_play()
        score = self.position.score
        observation, info = self._observed()
        return observation, 0.0 if score is None else float(score[self.seat]), score is not None, False, info

    def render(self) -> Any:
        """The table as this seat sees it, as text or as a picture."""
        if self.render_mode == "rgb_array":
            from cabotage.research.picture import picture

            return picture(self.box, self.position.draw(self.seat))
        return self.position.draw(self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close the bots: some are processes."""
        for bot in self._bots:
            bot.close()

    def _let_others_play(self) -> None:
        while (actor := self.position.to_act) >= 0 and actor != self.seat:
            bot = self._bots[actor]
            inform(bot, self.position, actor)
            self.position.play(bot.choose(self.position.view(actor), actor))
            self.position.roll()

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        observation = observed(self.position, self.seat)
        return observation, {"action_mask": observation["action_mask"]}


class OneSeatOfMany(VectorEnv[Observation, Any, Any]):
    """One seat of many games at once, in one vector. "greedy" and "random" opponents are compiled, others search.

    An action that is not offered raises NotOffered. Where a game ends, the observation is that of the next game, and
    `final_obs` and `final_info` have the last ones of the game that has ended.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (Gymnasium declares it so)

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "greedy",
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.box = cabotage.load(game, seats, **options)
        self.seat = seat
        self.num_envs = num_envs
        self._settings: dict[str, Any] = {"threads": threads, "seat": seat, "opponents": opponents}
        self.single_action_space = action_space(self.box)
        self.single_observation_space = observation_space(self.box)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Observation, dict[str, Any]]:
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self._vector = self.box.vector(self.num_envs, int(self.np_random.integers(1 << 62)), **self._settings)
        observation = _observed(self._vector.reset())
        return observation, {"action_mask": observation["action_mask"]}

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self._vector.step(actions)
        observation = _observed(batch)
        info: dict[str, Any] = {"action_mask": observation["action_mask"]}
        for lane in np.flatnonzero(batch.done).tolist():
            mask = np.zeros(self.box.action_count, np.int8)  # nothing is offered any more
            final = {"observation": self._vector.final_observation(lane, self.seat), "action_mask": mask}
            info = self._add_info(info, {"final_obs": final, "final_info": {"action_mask": mask}}, lane)
        rewards = batch.rewards[:, self.seat].astype(np.float64)
        return observation, rewards, batch.done.copy(), np.zeros(self.num_envs, np.bool_), info


def _observed(batch: Batch) -> Observation:
    return {"observation": batch.observation.copy(), "action_mask": batch.mask.astype(np.int8)}
