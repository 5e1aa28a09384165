"""Tables of Calypso for its tests, and words to read what lies on them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

import cabotage
from cabotage.core.box import Box
from cabotage.core.event import Event
from cabotage.core.position import Position
from cabotage.games.calypso.actions import Stone
from tests.reading import by_seat, odds

RING = "SRNGMBY"  # as in the worked example 15
LETTERS = "RBYG"
PATTERNS = ("3210", "3111", "2220", "2211")


@lru_cache(maxsize=64)
def game(seats: int = 3, **options: Any) -> Box:
    return cabotage.load("calypso", seats=seats, **options)


def table(box: Box, **fields: Any) -> Position:
    """Before the roll of seat 0, Calypso on the shark, tops RRBBYG; changed by the fields given.

    `back` is written like "R????Y", `score` as the fish of the seats there are.
    """
    fields = {"phase": "DIE", "ring": RING, "top": "RRBBYG"} | fields
    if "back" in fields:
        fields["back"] = ["RBYG".find(letter) for letter in fields["back"]]
    if "score" in fields:
        fields["score"] = list(fields["score"]) + [0] * (6 - len(fields["score"]))
    return box.position(**fields)


def arrive(box: Box, stone: str, **fields: Any) -> Position:
    """The table just after Calypso has come to this stone (R, B, Y, G, M, N or S)."""
    position = table(box, calypso=6 if stone == "S" else 0, **fields)
    reach(position, stone)
    return position


def reach(position: Position, stone: str) -> Event:
    """Roll the die so that Calypso stops on this stone."""
    ring = "".join(Stone(number).name[0] for number in position["ring"])
    face = (ring.index(stone) - position["calypso"]) % 7
    return position.roll(f"die {face}")[0]


def hollow(position: Position, tile: int) -> str:
    """What people call tile t1 to t6 of the worked examples: the hollow where it lies now."""
    return "abcdefghi"[position["slot"][tile - 1]]


def turn(position: Position, tile: int, colour: str | None = None) -> None:
    """Turn a tile where it lies; its back, if it is still unknown, shows this colour."""
    position.play(f"turn {hollow(position, tile)}")
    if colour is not None:
        position.roll(f"back {colour}")


def scatter(position: Position, slots: str = "abcdef") -> None:
    """Put the six tiles down after a mix-up."""
    for slot in slots:
        position.roll(f"slot {slot}")


def tops(position: Position) -> str:
    return _letters(position["top"])


def backs(position: Position) -> str:
    return _letters(position["back"])


def _letters(colours: list[int]) -> str:
    return "".join("?" if colour == -1 else LETTERS[colour] for colour in colours)


def slots_of(position: Position) -> str:
    return "".join("-" if slot == -1 else "abcdefghi"[slot] for slot in position["slot"])


def laid(position: Position) -> dict[str, str]:
    """The colour that lies up in each hollow that is not empty."""
    return dict(sorted(zip(slots_of(position), tops(position), strict=True)))


def fish(position: Position) -> list[int]:
    """The scores of the seats there are."""
    return by_seat(position, "score")


def net(position: Position) -> int:
    """How many fish everybody sees in the net."""
    return int(position.scene()["fish"]["net"])


def sea(position: Position) -> tuple[int, int, int, int]:
    """Saved, net, shark, reserve."""
    return position["saved"], position["net"], position["shark"], position["reserve"]


def pattern(shown: str) -> str:
    """How many tiles show each colour, the most frequent first."""
    counts = Counter(shown)
    return "".join(str(count) for count in sorted((counts[letter] for letter in LETTERS), reverse=True))


def back_odds(box: Box, tile: int, top: str, back: str = "??????") -> dict[str, Fraction]:
    """The chance of each colour (by its letter) under this tile."""
    sought = next(letter for letter in LETTERS if letter != top[tile - 1])
    position = table(box, phase="SEARCH", calypso=RING.index(sought), sought=sought, top=top, back=back)
    position.play(f"turn {hollow(position, tile)}")
    return {text.removeprefix("back ")[0].upper(): chance for text, chance in odds(position).items()}
