"""What comes from outside is what it should be, or it is refused: Python would not have noticed."""

from __future__ import annotations


def is_number(value: object) -> bool:
    """A whole number, and not a truth value, which Python takes for one."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object, most: int) -> bool:
    """A printable text that is neither empty nor too long."""
    return isinstance(value, str) and 0 < len(value) <= most and value.isprintable()
