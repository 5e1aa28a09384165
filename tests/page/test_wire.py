"""TypeScript made of the server's document: each kind of schema, and that the page has what the server says."""

from __future__ import annotations

from typing import Any

import pytest

from tools import wire


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer"}, "number"),
        ({"$ref": "#/components/schemas/Seat"}, "Seat"),
        ({"const": "view"}, '"view"'),
        ({"enum": ["turn", "days"], "type": "string"}, '"turn" | "days"'),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, "[number, string]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({}, "unknown"),
    ],
)
def test_a_schema_as_a_type(schema: dict[str, Any], expected: str) -> None:
    assert wire.typed(schema) == expected


def test_an_object_is_an_interface_with_what_may_be_missing() -> None:
    schema = {
        "description": "An offered\n choice.",
        "properties": {"id": {"type": "string"}, "short": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": True,
    }
    assert wire.declared("Choice", schema) == (
        "/** An offered choice. */\n"
        "export interface Choice {\n  id: string;\n  short?: string;\n  [field: string]: unknown;\n}\n"
    )


def test_the_types_of_the_page_are_what_the_server_says() -> None:
    assert wire.FILE.read_text("utf-8") == wire.written(), "run: python tools/wire.py"


def test_a_stale_file_is_refused_and_said_how_to_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "written", lambda: "something else")
    with pytest.raises(SystemExit) as stopped:
        wire.main(["--check"])
    assert str(stopped.value) == "web/src/wire/schema.ts is not what the server says; run: python tools/wire.py"
