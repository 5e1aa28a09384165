"""What tests of all games read from a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from cabotage.core.position import Position


def offered(position: Position) -> list[str]:
    """The notations of all choices."""
    return [str(choice) for choice in position.legal]


def odds(position: Position) -> dict[str, Fraction]:
    """What may be drawn now, with its probability."""
    return {outcome.text: outcome.probability for outcome in position.chances}


def shares(position: Position) -> str:
    """Each seat's share of the win, like "1/2 0 1/2"; empty before the end."""
    return " ".join(map(str, position.score or ()))


def phase(position: Position) -> str:
    """The name of the phase."""
    names = position.box.schema.fields["phase"].of
    assert names is not None
    return names(position["phase"]).name


def stands(position: Position) -> tuple[str, int]:
    """The phase, and whose turn it is."""
    return phase(position), position["turn"]


def by_seat(position: Position, field: str) -> list[int]:
    """A field with one number per seat, without the seats that are not in this game."""
    numbers: list[int] = position[field]
    return numbers[: position.box.seats]
