"""Messages inside scenes and choices as texts. Where they are follows from the declared types, once per type."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from cabotage.core.message import Message
from cabotage.core.words import Words

Render = Callable[[Any, Words], Any]


def rendered(value: Any, kind: Any, words: Words) -> Any:
    """A value of this type with every message in it as a text."""
    render = renderer(kind)
    return value if render is None else render(value, words)


@cache
def renderer(kind: Any) -> Render | None:
    """What turns the messages in values of this type into texts; None if there are none."""
    if kind is Message:
        return lambda value, words: words.text(value)
    if is_typeddict(kind):
        return _of_fields(_hints(kind))
    parts = get_args(kind)
    if get_origin(kind) is list:
        item = renderer(parts[0])
        return item and (lambda value, words: [item(part, words) for part in value])
    if any(map(is_typeddict, parts)):  # one of several: a field has the same type in all that have it
        return _of_fields({name: hint for part in parts for name, hint in _hints(part).items()})
    return None


@cache
def field_renderers(kind: Any) -> dict[str, Render]:
    """The fields of a TypedDict that have messages, with what turns them into texts."""
    return {name: render for name, hint in _hints(kind).items() if (render := renderer(hint)) is not None}


def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind) if is_typeddict(kind) else {}


def _of_fields(hints: dict[str, Any]) -> Render | None:
    fields = {name: render for name, hint in hints.items() if (render := renderer(hint)) is not None}
    if not fields:
        return None

    def render_fields(value: Any, words: Words) -> Any:
        if not value:
            return value
        shown = {**value}
        for name, render in fields.items():
            if name in value:
                shown[name] = render(value[name], words)
        return shown

    return render_fields
