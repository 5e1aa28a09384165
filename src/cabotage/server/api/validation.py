"""Errors for invalid bodies, parameters and socket messages: one sentence about the first problem Pydantic found."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cabotage.server.errors import Malformed

LONGEST_NAME = 100
# How Pydantic names the branches of "a text or a number"; no field has such a name.
BRANCHES = frozenset({"constrained-str", "constrained-int", "bool", "int", "str", "dict[str,any]"})
TAGS = frozenset({"turn", "days"})  # of a clock; inside a path they are not fields
QUOTED = re.compile(r"'([^']*)'")
COLUMN = re.compile(r"line 1 column (\d+)")

KINDS = {
    "missing": "mistake.missing",
    "extra_forbidden": "mistake.extra",
    "string_type": "mistake.text",
    "int_type": "mistake.number",
    "int_parsing": "mistake.number",
    "int_from_float": "mistake.number",
    "int_parsing_size": "mistake.number",
    "bool_type": "mistake.flag",
    "list_type": "mistake.list",
    "dict_type": "mistake.object",
    "model_type": "mistake.object",
    "model_attributes_type": "mistake.object",
    "string_too_short": "mistake.text_short",
    "string_too_long": "mistake.text_long",
    "too_short": "mistake.list_short",
    "too_long": "mistake.list_long",
    "greater_than_equal": "mistake.low",
    "less_than_equal": "mistake.high",
    "less_than": "mistake.high",
    "literal_error": "mistake.one_of",
    "union_tag_invalid": "mistake.one_of",
    "union_tag_not_found": "mistake.missing",
}


def malformed(problems: Sequence[Mapping[str, Any]]) -> Malformed:
    """The error for these problems, as Pydantic lists them."""
    return Malformed("request.malformed", reason=_reason(problems[0]) if problems else not_json())


def not_json(at: int | None = None) -> Malformed:
    """Invalid JSON; `at` is the character where parsing failed."""
    return Malformed("mistake.json") if at is None else Malformed("mistake.json_at", at=at)


def of_parameter(name: str) -> Malformed:
    """A query parameter that should be a number."""
    return Malformed("request.malformed", reason=Malformed("mistake.number", field=name))


def _reason(problem: Mapping[str, Any]) -> Malformed:
    kind, context = problem.get("type", ""), problem.get("ctx") or {}
    path = problem.get("loc", ())[1:]  # without the first part: body, query, or the type of a message
    if kind == "json_invalid":
        column = COLUMN.search(str(context.get("error", "")))
        return not_json(path[0] if path else int(column[1]) if column else None)
    is_tag = kind.startswith("union_tag")
    field = _field((*path, *QUOTED.findall(str(context.get("discriminator", "")))) if is_tag else path)
    if not field:
        return Malformed("mistake.body")
    if path[-1:] and path[-1] in BRANCHES and kind.endswith("_type"):
        return Malformed("mistake.choice" if field == "choice" else "mistake.other", field=field)
    return Malformed(KINDS.get(kind, "mistake.other"), field=field, **_values(context))


def _field(path: Sequence[str | int]) -> str:
    """`clock.seconds`, `seats[1]`."""
    named = [part for place, part in enumerate(path) if not (part in TAGS and place < len(path) - 1)]
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in named if part not in BRANCHES)
    return printable(text.lstrip("."))


def _values(context: Mapping[str, Any]) -> dict[str, Any]:
    """The bounds and names for the sentence."""
    known = QUOTED.findall(str(context.get("expected_tags", context.get("expected", ""))))
    most = context.get("max_length", context.get("le", context.get("lt", 1) - 1))
    return {"least": context.get("min_length", context.get("ge", 0)), "most": most, "known": ", ".join(known)}


def printable(text: str) -> str:
    """A text of the client, safe to repeat: no surrogates, no control characters, not too long."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)[:LONGEST_NAME]
