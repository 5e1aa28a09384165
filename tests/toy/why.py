"""Why something is not offered in Flotsam: a chest is opened once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box
    from cabotage.core.contract import Glance, Scene


def reasons(box: Box, glance: Glance, choices: Sequence[Scene]) -> list[Scene]:
    if any(choice["kind"] == "peek" for choice in choices):
        return []
    return [{"what": "kind peek", "name": {"key": "choice.peek"}, "why": {"key": "why.peek"}}]
