"""The line number of each value in a TOML text, which the standard parser does not give."""

from __future__ import annotations

import re
from collections import Counter

Key = str | int
Path = tuple[Key, ...]

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings
    r"|#[^\n]*|\s+"  # comments and space
    r"|[\[\]{},=.]|[^\s\[\]{},=#\"'.]+",  # signs; bare keys, numbers and dates, in pieces
    re.DOTALL,
)


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table, key and list element of a text that the standard parser has accepted."""
    reader = _Reader(text)
    reader.document()
    return reader.lines


class _Reader:
    """Follows brackets, keys and commas; ignores the values."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self.tokens: list[tuple[str, int]] = []
        line = 1
        for match in _TOKEN.finditer(text):
            token = match.group()
            if not token.isspace() and not token.startswith("#"):
                self.tokens.append((token, line))
            line += token.count("\n")
        self.at = 0

    def document(self) -> None:
        table: Path = ()
        seen: Counter[Path] = Counter()
        while self.at < len(self.tokens):
            if self._token != "[":
                self._entry(table)
                continue
            line = self._line
            is_list = self.tokens[self.at + 1] == ("[", line)
            self.at += 1 + is_list
            named = self._key()
            self.at += 1 + is_list
            seen[named] += is_list
            table = ()
            for k, part in enumerate(named):  # a table below a list of tables belongs to its last one
                below = seen[named[: k + 1]]
                table = (*table, part, below - 1) if below else (*table, part)
            self.lines[table] = line

    def _entry(self, table: Path) -> None:
        """key = value"""
        line = self._line
        path = (*table, *self._key())
        self.lines[path] = line
        self.at += 1
        self._value(path)

    def _key(self) -> Path:
        """A dotted key, up to the sign that ends it."""
        parts = []
        while self._token not in ("=", "]"):
            if self._token != ".":
                parts.append(self._token.strip("\"'"))
            self.at += 1
        return tuple(parts)

    def _value(self, path: Path) -> None:
        if self._token == "[":
            self.at += 1
            index = 0
            while self._token != "]":
                self.lines[*path, index] = self._line
                self._value((*path, index))
                index += 1
                self._skip_comma()
            self.at += 1
        elif self._token == "{":
            self.at += 1
            while self._token != "}":
                self._entry(path)
                self._skip_comma()
            self.at += 1
        else:
            line = self._line
            self.at += 1
            while self._is_rest_of_number(line):
                self.at += 1

    def _is_rest_of_number(self, line: int) -> bool:
        """1.5 and dates come in pieces: 1 . 5"""
        if self.at >= len(self.tokens) or self._line != line:
            return False
        return self._token == "." or self.tokens[self.at - 1][0] == "."

    def _skip_comma(self) -> None:
        if self._token == ",":
            self.at += 1

    @property
    def _token(self) -> str:
        return self.tokens[self.at][0]

    @property
    def _line(self) -> int:
        return self.tokens[self.at][1]
