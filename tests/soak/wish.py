"""Random values that a JSON schema allows: right types and lengths, any content."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789 :-_/.?&=%éßжあ🐙\n\t\"'\\{}[]<>"
SMALL = 12  # most numbers and texts are small; limits and large ones come too
LARGE = 2**31 - 1
DEPTH = 3


class Wishes:
    """`known` gives values that mean something, by the name of a property; about half of the time they are taken."""

    def __init__(self, rng: random.Random, schemas: Mapping[str, Any], known: Mapping[str, Callable[[], Any]]) -> None:
        self._rng = rng
        self._schemas = schemas
        self._known = known

    def of(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value that this schema allows."""
        rng = self._rng
        if name in self._known and rng.random() < 0.6:
            return self._known[name]()
        if "$ref" in schema:
            return self.of(self._schemas[schema["$ref"].rpartition("/")[2]], name, depth)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.of(rng.choice(schema[several]), name, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        return self._plain(schema, depth)

    def _plain(self, schema: Mapping[str, Any], depth: int) -> Any:
        rng = self._rng
        match schema.get("type"):
            case "integer":
                return self._number(int(schema.get("minimum", -LARGE)), self._largest(schema))
            case "string":
                return self._text(schema.get("minLength", 0), schema.get("maxLength", 60))
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case "array":
                count = rng.randint(schema.get("minItems", 0), schema.get("maxItems", 4))
                return [self.of(schema["items"], "", depth + 1) for _ in range(count)]
            case "object":
                return self._object(schema, depth)
        return rng.choice([None, True, 0, -1, LARGE, 1.5, "", "x", [], {}])

    @staticmethod
    def _largest(schema: Mapping[str, Any]) -> int:
        below = schema.get("exclusiveMaximum")
        return int(schema.get("maximum", LARGE) if below is None else below - 1)

    def _number(self, least: int, most: int) -> int:
        rng = self._rng
        if rng.random() < 0.2:
            return rng.choice((least, most))
        low = max(least, -1)
        return rng.randint(low, min(most, low + SMALL)) if rng.random() < 0.7 else rng.randint(least, most)

    def _text(self, least: int, most: int) -> str:
        length = most if self._rng.random() < 0.05 else self._rng.randint(least, max(least, min(most, SMALL)))
        return "".join(self._rng.choices(LETTERS, k=length))

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        rng, made = self._rng, {}
        for name, part in schema.get("properties", {}).items():
            if name in schema.get("required", ()) or rng.random() < 0.5:
                made[name] = self.of(part, name, depth + 1)
        inner = schema.get("additionalProperties")
        if inner and depth < DEPTH:
            for _ in range(rng.randint(0, 3)):
                made[self._text(0, 20)] = self.of(inner if isinstance(inner, dict) else {}, "", depth + 1)
        return made
