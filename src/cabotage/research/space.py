"""The spaces of observations and actions that PettingZoo and Gymnasium share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cabotage.core.box import Box
    from cabotage.core.position import Position

Observation = dict[str, "NDArray[Any]"]


def action_space(box: Box) -> spaces.Discrete[Any]:
    """All actions of the box; a mask says which are offered."""
    return spaces.Discrete(box.action_count)


def observation_space(box: Box) -> Any:
    """What a seat observes, and a mask of the actions it may choose."""
    low, high = np.zeros((2, box.observer.size), np.int16)
    for part in box.observation_spec:
        low[part.slice], high[part.slice] = part.low, part.high
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (box.action_count,), np.int8),
        }
    )


def observed(position: Position, seat: int) -> Observation:
    """The observation of this seat; nothing is offered unless it is to act."""
    mask = np.zeros(position.box.action_count, np.int8)
    if position.to_act == seat:
        mask[position.legal.numbers] = 1
    return {"observation": position.observation(seat), "action_mask": mask}
