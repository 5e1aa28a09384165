"""Type checks for values from outside."""

from __future__ import annotations


def is_number(value: object) -> bool:
    """An integer, but not a bool, which Python counts as one."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object, most: int) -> bool:
    """A printable text that is neither empty nor too long."""
    return isinstance(value, str) and 0 < len(value) <= most and value.isprintable()
