"""Boards and decks as TOML files. Errors name the line and the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from cabotage.core.errors import BoardError
from cabotage.core.toml_lines import Key, lines_of


@dataclass(frozen=True)
class Board:
    """The data of one board file, with the line of each value."""

    name: str
    data: Mapping[str, Any]
    source: str = ""
    lines: Mapping[tuple[Key, ...], int] = field(default_factory=dict, repr=False)

    @staticmethod
    def kept(record: Mapping[str, Any]) -> Board:
        """A board from a record: {"name": ..., "data": ...}."""
        name, data = record.get("name"), record.get("data")
        if not isinstance(name, str) or not isinstance(data, Mapping):
            raise BoardError("board.misshapen")
        return Board(name, data)

    @staticmethod
    def read(path: Path) -> Board:
        """A board from a file."""
        try:
            text = path.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise BoardError("file.unreadable", path=path, reason=error) from None
        return Board.parse(text, path.stem, str(path))

    @staticmethod
    def parse(text: str, name: str, source: str = "") -> Board:
        """A board from TOML text."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BoardError("board.reason", source=source or name, reason=f"not TOML: {error}") from None
        return Board(name, data, source or name, lines_of(text))

    def refuse(self, reason: str, suggestion: str, *path: Key) -> NoReturn:
        """Raise BoardError for the value at this path: what is wrong with it, and what to write instead."""
        reason = f"{reason}; {suggestion}"
        while path and path not in self.lines:
            path = path[:-1]
        source = self.source or self.name
        if path in self.lines:
            raise BoardError("board.at", source=source, line=self.lines[path], reason=reason)
        raise BoardError("board.reason", source=source, reason=reason)

    def require(self, kind: type, *path: Key) -> Any:
        """The value at this path; raises BoardError if it is missing or has another type."""
        value: Any = self.data
        for depth, key in enumerate(path):
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                self.refuse(
                    f"{_dotted(path[: depth + 1])} is missing", f"add {_KINDS.get(kind, kind.__name__)}", *path[:depth]
                )
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            expected = _KINDS.get(kind, kind.__name__)
            self.refuse(f"{_dotted(path)} cannot be {value!r}", f"write {expected}", *path)
        return value

    def only(self, *keys: str) -> None:
        """Raise BoardError for any other top-level key, most likely a typing error."""
        for key in self.data:
            if key not in keys:
                self.refuse(f"unknown key {key}", f"expected one of {', '.join(keys)}", key)


_KINDS = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a table",
    float: "a number",
    bool: "true or false",
}


def _dotted(path: tuple[Key, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")
