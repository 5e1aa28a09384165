"""What speaks for a choice in Flotsam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance
    from cabotage.core.message import Message


def merit(box: Box, glance: Glance, action: int, others: Sequence[int]) -> Message:
    return {"key": "merit.more", "values": {"count": len(others)}}
