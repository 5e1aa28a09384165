"""Writes web/src/wire/schema.ts: what the server's OpenAPI document and its socket messages say, as TypeScript.

python tools/wire.py            write it
python tools/wire.py --check    fail if it is not what the server says now
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "wire" / "schema.ts"
HEAD = "/** What the server says and hears, made by tools/wire.py of its own document: not to be edited. */\n"
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = dict[str, Any]


def main(arguments: list[str]) -> None:
    text = written()
    if "--check" not in arguments:
        FILE.write_text(text, "utf-8")
        return
    if not FILE.is_file() or FILE.read_text("utf-8") != text:
        sys.exit("web/src/wire/schema.ts is not what the server says; run: python tools/wire.py")


def written() -> str:
    """All schemas of the document, by name."""
    from cabotage.server.app import create
    from cabotage.server.settings import Settings

    schemas = create(Settings("sqlite:///")).openapi()["components"]["schemas"]
    return HEAD + "".join("\n" + declared(name, schemas[name]) for name in sorted(schemas))


def declared(name: str, schema: Schema) -> str:
    """One schema as one declaration, with what the server's own comment says."""
    comment = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{comment}export type {name} = {typed(schema)};\n"
    return f"{comment}export interface {name} {{\n{fields(schema)}}}\n"


def fields(schema: Schema) -> str:
    required = schema.get("required", ())
    lines = [
        f"  {field}{'' if field in required else '?'}: {typed(part)};\n" for field, part in schema["properties"].items()
    ]
    if schema.get("additionalProperties") is True:
        lines.append("  [field: string]: unknown;\n")
    return "".join(lines)


def typed(schema: Schema) -> str:
    """A schema inside another one."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for any_of in ("anyOf", "oneOf"):
        if any_of in schema:
            return " | ".join(dict.fromkeys(map(typed, schema[any_of])))
    if schema.get("type") == "array":
        return _row(schema)
    if schema.get("type") == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {'unknown' if isinstance(values, bool) else typed(values)}>"
    return WORDS.get(str(schema.get("type")), "unknown")


def _row(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(typed, schema['prefixItems']))}]"
    inner = typed(schema.get("items", {}))
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


if __name__ == "__main__":
    main(sys.argv[1:])
