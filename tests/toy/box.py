"""The options of Flotsam as a flat record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cabotage.core.contract import batch

if TYPE_CHECKING:
    from cabotage.core.board import Board
    from cabotage.core.contract import Records

BOX = np.dtype(
    [
        ("seats", np.int16),
        ("together", np.int16),
        ("rounds", np.int16),
        ("memory_help", np.int16),
        ("pips", np.int16, (12,)),
    ]
)


def build(seats: int, options: Mapping[str, Any], boards: dict[str, Board]) -> Records:
    box = batch(BOX)
    box["seats"] = seats
    box["together"] = options["mode"] == "together"
    box["rounds"] = options["rounds"]
    box["memory_help"] = options["memory_help"]
    box["pips"] = range(1, 13)
    return box
