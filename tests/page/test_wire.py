"""TypeScript generated from the server's document and the games' scenes."""

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
        (
            {"type": "object", "propertyNames": {"$ref": "Zone"}, "additionalProperties": {"type": "integer"}},
            "Record<Zone, number>",
        ),
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


def test_a_scene_has_texts_for_messages_and_names_for_unions() -> None:
    colour = {"enum": ["red", "blue"], "type": "string"}
    schema = {"Tile": {"properties": {"colour": colour, "text": {"$ref": "#/$defs/Message"}}}}
    assert wire.rendered(schema, {("red", "blue"): "ColourName"}) == {
        "Tile": {"properties": {"colour": {"$ref": "ColourName"}, "text": {"type": "string"}}}
    }


def test_the_types_of_the_page_are_up_to_date() -> None:
    for path, text in wire.files().items():
        assert path.read_text("utf-8") == text, "run: python tools/wire.py"


def test_a_stale_file_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "game_types", lambda game: f"another {game.id}")
    with pytest.raises(SystemExit) as stopped:
        wire.main(["--check"])
    assert str(stopped.value) == "web/src/games/calypso/schema.ts is stale; run: python tools/wire.py"
