"""The line of every value in a TOML text."""

from __future__ import annotations

import pytest

from cabotage.core.toml_lines import Key, lines_of

TEXT = '''# a board
name = "Lagoon # not a comment"
"odd key" = 1

size.width = 3
size.height = 4.5
date = 1979-05-27T07:32:00.5Z
tiles = [
  ["red", "blue"],  # first
  ["red",
   "green"],
]
inline = { a = 1, b = [2, 3] }
long = """
several = 1
lines"""
after = 'single # [quotes]'

[ports]
lisbon = 1
  [ports.deep]
  x = -1.5e3
[[ships]]
name = "one"
[[ships]]
name = "two"
holds = [
]
last = true
'''

EXPECTED: list[tuple[tuple[Key, ...], int]] = [
    (("name",), 2),
    (("odd key",), 3),
    (("size", "width"), 5),
    (("size", "height"), 6),
    (("date",), 7),
    (("tiles",), 8),
    (("tiles", 0), 9),
    (("tiles", 0, 1), 9),
    (("tiles", 1), 10),
    (("tiles", 1, 1), 11),
    (("inline",), 13),
    (("inline", "a"), 13),
    (("inline", "b", 1), 13),
    (("long",), 14),
    (("after",), 17),
    (("ports",), 19),
    (("ports", "lisbon"), 20),
    (("ports", "deep"), 21),
    (("ports", "deep", "x"), 22),
    (("ships", 0), 23),
    (("ships", 0, "name"), 24),
    (("ships", 1), 25),
    (("ships", 1, "name"), 26),
    (("ships", 1, "holds"), 27),
    (("ships", 1, "last"), 29),
]


@pytest.mark.parametrize(("path", "line"), EXPECTED, ids=str)
def test_each_value_is_found_on_its_line(path: tuple[Key, ...], line: int) -> None:
    assert lines_of(TEXT)[path] == line


def test_what_is_written_inside_a_text_is_no_key() -> None:
    assert ("several",) not in lines_of(TEXT)


def test_an_empty_text_has_no_lines() -> None:
    assert lines_of("") == {}
    assert lines_of("# nothing\n\n") == {}


@pytest.mark.parametrize(
    "text",
    [
        "a = []\nb = 1",
        "a = [1.5, 2.5]\nb = 1",
        "a = [[1, 2], [],\n]\nb = 1",
        "a = {}\nb = 1",
        'a = "\\""\nb = 1',
        "a = [1, # one\n]\nb.c = 2\nb.d = 1",
    ],
)
def test_whatever_stands_before_it_the_next_key_is_found(text: str) -> None:
    last = max(lines_of(text).values())
    assert last == text.count("\n") + 1


def test_windows_line_ends_count_once() -> None:
    assert lines_of("a = 1\r\nb = 2\r\n") == {("a",): 1, ("b",): 2}


def test_tables_below_a_list_of_tables_belong_to_its_last_one() -> None:
    text = "[[ships]]\n[ships.crew]\ncook = 1\n[[ships]]\n[ships.crew]\ncook = 2\n[[ships.holds]]\nsize = 3\n"
    lines = lines_of(text)
    assert lines["ships", 0, "crew", "cook"] == 3
    assert lines["ships", 1, "crew", "cook"] == 6
    assert lines["ships", 1, "holds", 0, "size"] == 8
