"""How much of the endurance tests is run: CABOTAGE_SOAK=0.01 runs a hundredth of every count.

CABOTAGE_SOAK_SEED, a number, lets another run play other games: several short runs then add up to a long one.
"""

from __future__ import annotations

import os

FACTOR = float(os.environ.get("CABOTAGE_SOAK", "1"))
SEED = int(os.environ.get("CABOTAGE_SOAK_SEED", "0"))


def scaled(count: int) -> int:
    """This count times the factor, at least one."""
    return max(1, round(count * FACTOR))
