"""Tables of Smugglers' Island for its tests, and words to read what stands on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cabotage
from cabotage.core.box import Box
from cabotage.core.position import Position
from cabotage.games.smugglers.actions import GOODS, HARBOURS, STACK, Yellow, field_names, good_name
from tests.reading import by_seat, phase

FAR_HARBOURS = ("H4", "H3", "H2", "H1", "H0")


@lru_cache(maxsize=64)
def game(seats: int = 3, **options: Any) -> Box:
    """A box without the anchor reef, unless it is asked for."""
    return cabotage.load("smugglers", seats=seats, **{"anchor_reef": "off"} | options)


def table(
    box: Box, boats: str, beam: int, cargo: str = "", sea: str = "", w: int = 0, reefs: str = "", **fields: Any
) -> Position:
    """Seat 0 before its roll, or, with w pips, before its move.

    `boats` "O3 O4" are those of the first seats, the others lie in harbours far away. `cargo` "2>1 -" is what they
    carry, `sea` "I8:0>1 M7:2>3" what floats. Each owner has seen their good; floating goods are unseen.
    """
    names = field_names(box)
    named = boats.split()
    free = [harbour for harbour in FAR_HARBOURS if harbour not in named]
    named += free[: box.seats - len(named)]
    drawn, at, known_by, good = [0] * HARBOURS, [-1] * GOODS, [0] * GOODS, [-1] * GOODS
    goods = [good_name(box, number) for number in range(GOODS)]
    carried = [-1] * 4

    def token(name: str) -> int:
        number = goods.index(name)
        island = number // STACK
        drawn[island] += 1
        good[island * STACK + drawn[island] - 1] = number
        return island * STACK + drawn[island] - 1

    for seat, name in enumerate(cargo.split()):
        if name != "-":
            carried[seat] = token(name)
            known_by[carried[seat]] = 1 << seat
    for piece in sea.split():
        field, name = piece.split(":")
        at[token(name)] = names.index(field)
    chosen = {
        "phase": "SAIL" if w else "DICE",
        "beam": beam,
        "boat": [names.index(name) for name in named] + [-1] * (4 - len(named)),
        "cargo": carried,
        "aboard": [good[token] if token >= 0 else -1 for token in carried],
        "drawn": drawn,
        "at": at,
        "known_by": known_by,
        "good": good,
        "yellow": int(Yellow.ASLEEP) if w else -1,
        "white": w,
        "pips": w,
    }
    if reefs:
        laid = [names.index(name) for name in reefs.split()]
        chosen["reef"] = laid + [-1] * (3 - len(laid))
    return box.position(**chosen | fields)


def rolled(position: Position, yellow: str, white: int = 1) -> Position:
    """The same position after this roll: "red 3", "green 2", "black 2" or "asleep"."""
    position.roll(f"dice {yellow}, white {white}")
    return position


def play(position: Position, choice: str) -> Position:
    """The same position after this choice, with goods looked at and shown: neither is a matter of chance."""
    position.play(choice)
    return settle(position)


def settle(position: Position) -> Position:
    """The same position once goods were looked at and shown."""
    while phase(position) in ("LOOK", "DOCK", "BERTH"):
        position.roll_once()
    return position


def offered(position: Position) -> set[str]:
    """What may be chosen, written as RULES.md does."""
    return {str(choice) for choice in position.legal}


def ways(text: str) -> set[str]:
    """Choices written as a list: "stay O2 M3+take push:O4>O5" (a bare field is where to go)."""
    return {_way(word.lower()) for word in text.split()}


def _way(word: str) -> str:
    if word.startswith("push:"):
        return word.replace(":", " ")
    return word if word in ("stay", "stay+take", "load") else f"go {word}"


def lays(text: str) -> set[str]:
    return {f"lay {name.lower()}" for name in text.split()}


def boats(position: Position) -> str:
    names = field_names(position.box)
    return " ".join(names[field] for field in position["boat"] if field >= 0)


def cargo(position: Position) -> str:
    """What the boats carry, written like the argument of `table`."""
    return " ".join(_good(position, token) if token >= 0 else "-" for token in by_seat(position, "cargo"))


def sea(position: Position) -> dict[str, str]:
    """What floats where."""
    names = field_names(position.box)
    return {names[field]: _good(position, token) for token, field in enumerate(position["at"]) if field >= 0}


def points(position: Position) -> list[int]:
    return by_seat(position, "score")


def reefs(position: Position) -> list[str]:
    names = field_names(position.box)
    return [names[field] for field in position["reef"] if field >= 0]


def knowers(position: Position, name: str) -> set[int]:
    """The seats that have seen this good."""
    return _members(position, name, "known_by")


def excluded(position: Position, name: str) -> set[int]:
    """The islands that all know to be wrong for this good."""
    return _members(position, name, "not_dest")


def _members(position: Position, name: str, field: str) -> set[int]:
    tokens = [token for token, good in enumerate(position["good"]) if good >= 0]
    members = next(position[field][token] for token in tokens if _good(position, token) == name)
    return {member for member in range(HARBOURS) if members >> member & 1}


def _good(position: Position, token: int) -> str:
    return good_name(position.box, position["good"][token])
