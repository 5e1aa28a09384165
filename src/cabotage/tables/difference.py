"""The difference of two JSON values of the same shape, so that a scene is sent once and then only what changed."""

from __future__ import annotations

from typing import Any

# [value] is a new value; {key or index: Change} are the changes inside an object or a list, empty if there are none.
Change = list[Any] | dict[Any, Any]


def difference(before: Any, after: Any) -> Change:
    """What turns one value into the other; `applied` in web/src/wire/change.ts does it."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return {
            key: difference(before[key], value)
            for key, value in after.items()
            if before[key] is not value and before[key] != value
        }
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and _has_parts(after):
        return {
            index: difference(before[index], value)
            for index, value in enumerate(after)
            if before[index] is not value and before[index] != value
        }
    return {} if before == after else [after]


def _has_parts(values: list[Any]) -> bool:
    """Whether the changes inside may be shorter than the list: one of plain numbers or texts is sent as a whole."""
    return bool(values) and isinstance(values[0], (dict, list))
