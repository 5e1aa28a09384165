"""The difference of two JSON values of the same shape, so that a scene is sent once and then only what changed."""

from __future__ import annotations

from typing import Any

# [value] is a new value; {key or index: Change} are the changes inside an object or a list, empty if there are none.
Change = list[Any] | dict[Any, Any]


def difference(before: Any, after: Any) -> Change:
    """What turns one value into the other; `applied` in web/src/wire/change.ts does it."""
    if before is after:
        return {}
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = ((key, before[key], value) for key, value in after.items())
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = ((index, before[index], value) for index, value in enumerate(after))
    else:
        return {} if before == after else [after]
    return {key: difference(old, new) for key, old, new in pairs if old is not new and old != new}
