"""The arrays of one tree search, grouped. They are apart from tree.py because Numba's cache stores them by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cabotage.core.contract import Numbers, Records


class Nodes(NamedTuple):
    """The tree: an open-addressing hash table, and sums over all iterations."""

    keys: NDArray[np.uint64]  # 0 if the place is empty
    visits: NDArray[np.int32]
    values: NDArray[np.float64]  # by node and seat: summed shares of the win
    totals: NDArray[np.float64]  # by seat: the same over all iterations
    filled: NDArray[np.int64]  # a single number: how many nodes there are


class Scratch(NamedTuple):
    """Room to work in, allocated once for each search."""

    states: Records  # the state that an iteration plays on
    path: Numbers  # the nodes that it passed
    numbers: Numbers
    weights: Numbers
    places: Numbers
    worths: Numbers


class Tuning(NamedTuple):
    """How a search weighs new choices against good ones, and how far it plays on."""

    horizon: int  # decisions played by the policy before a position is estimated
    exploration: float
    widening: float
    prior: float = 0.0  # of admirals; see RankSettings
