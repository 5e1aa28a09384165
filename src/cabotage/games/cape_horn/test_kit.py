"""Tables of Cape Horn for its tests, and words to read what lies on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any

import cabotage
from cabotage.core.box import Box
from cabotage.core.position import Position
from cabotage.games.cape_horn.actions import MOST_KINDS, MOST_SQUARES, Colour, Zone, numbering, square_names
from cabotage.games.cape_horn.state import BARE, MOST_CARDS, NO_ROSE, NOWHERE, OPEN
from tests.reading import by_seat, offered

SEATS = 5
SQUARES = 106
DECK = 90
Kind = IntEnum("Kind", "A1 A2 F2 F3 D2 K S1 B2", start=0)  # of our deck
FAR = ("A9", "E9", "A7", "E7", "C9")  # where ships stand that do not matter

# Position 9 of the worked examples; 8 is the same without the last six.
NET = "L2 A2, L4 F2, M3 B2, K3 D2, L6 A1, J3 S1, I2 F2, M5 K"
SHIPS = "L2 M1 K3"


@lru_cache(maxsize=64)
def game(seats: int = 3, **options: Any) -> Box:
    return cabotage.load("cape_horn", seats=seats, **options)


def square(box: Box, name: str) -> int:
    """The index of a square written like K4."""
    return next(at for at in range(SQUARES) if square_names(box)[at] == name)


def start_squares(box: Box) -> list[str]:
    b = box.constants[0]
    return [square_names(box)[start] for start in b["starts"][: b["start_count"]]]


def cards_of(text: str) -> dict[str, Kind]:
    """ "L4 F2, M3 B2" as squares with their kinds."""
    pairs = [part.split() for part in text.split(",") if part.strip()]
    return {name: Kind[kind] for name, kind in pairs}


def everywhere(box: Box, kind: str = "A1", **besides: str) -> str:
    """A card on every square, as text for `table`: of this kind, but of another where `besides` says so."""
    starts = set(start_squares(box))
    names = [square_names(box)[at] for at in range(SQUARES) if square_names(box)[at] not in starts]
    return ", ".join(f"{name} {besides.get(name, kind)}" for name in names)


def table(
    box: Box | None = None,
    *,
    phase: str = "MOVE",
    ships: str = "",
    points: int | list[int] = 3,
    cards: str = "",
    hands: str | list[str] = "",
    roses: Mapping[int, str] | None = None,
    **fields: Any,
) -> Position:
    """Seat 0 is on turn. Ships, cards ("L4 F2, M3 B2") and hands ("A1 A2 K") are written as text.

    The five start squares carry a light breeze. Ships that are not named stand far away, on a light breeze each.
    `points` and `hands` are those of seat 0, or a list for all. `roses` says who has which: {0: "red I, green II"}.
    """
    box = box or game()
    at = ships.split()
    at += list(FAR[len(at) : box.seats])
    laid = cards_of(cards)
    starts = start_squares(box)
    laid |= {name: Kind.A1 for name in at if name not in laid and name not in starts}
    assert len(laid) <= DECK or "laid" in fields
    wind = [BARE] * MOST_SQUARES
    for name in [*laid, *starts]:
        for near in box.constants["neighbours"][0, square(box, name)]:
            if near != NOWHERE:
                wind[near] = OPEN
    for name in starts:
        wind[square(box, name)] = Kind.A1
    for name, kind in laid.items():
        wind[square(box, name)] = kind
    held = [hands] if isinstance(hands, str) else hands
    hand = [_counts(held[seat].split()) if seat < len(held) else [0] * MOST_KINDS for seat in range(SEATS)]
    pool = _pool(box, list(laid.values()), hand)
    known = list(laid.items())[:DECK]
    usual: dict[str, Any] = {
        "phase": phase,
        "starter": 0,
        "turn": 0,
        "ship": [square(box, name) for name in at] + [NOWHERE] * (SEATS - box.seats),
        "points": ([points] * SEATS if isinstance(points, int) else points + [0] * (SEATS - len(points))),
        "roses": [_roses((roses or {}).get(seat, "")) for seat in range(SEATS)],
        "wind": wind,
        "laid": len(known),
        "laid_kind": [int(kind) for _, kind in known] + [0] * (MOST_CARDS - len(known)),
        "laid_square": [square(box, name) for name, _ in known] + [NOWHERE] * (MOST_CARDS - len(known)),
        "held": [sum(counts) for counts in hand],
        "hand": hand,
        "pool": pool,
        "stock": sum(pool),
    }
    if "pool" in fields:
        fields["pool"] = padded(fields["pool"])
    return box.position(**(usual | fields))


def full_table(box: Box | None = None, kind: str = "A1", on: str = "", **others: Any) -> Position:
    """A table with a card on every square, as some worked examples suppose: the deck is not big enough for it."""
    box = box or game()
    besides = {name: wind.name for name, wind in cards_of(on).items()}
    return table(box, cards=everywhere(box, kind, **besides), laid=0, **others)


def _counts(names: list[str]) -> list[int]:
    counted = Counter(names)
    return padded([counted[kind.name] for kind in Kind])


def padded(counts: list[int]) -> list[int]:
    """Counts of the eight kinds, as many as a field of a state has."""
    return counts + [0] * (MOST_KINDS - len(counts))


def _pool(box: Box, laid: list[Kind], hand: list[list[int]]) -> list[int]:
    """What is left of the deck; nothing of a kind of which there is too much on the table."""
    gone = Counter(laid)
    left = [max(0, int(box.constants["deck"][0, k]) - gone[k] - sum(cards[k] for cards in hand)) for k in Kind]
    return padded(left)


def _roses(text: str) -> list[int]:
    roses = [NO_ROSE] * len(Zone)
    for part in text.split(","):
        if part.strip():
            colour, zone = part.split()
            roses[Zone[zone]] = Colour[colour.upper()]
    return roses


def points(position: Position, seat: int = 0) -> int:
    return by_seat(position, "points")[seat]


def ship(position: Position, seat: int = 0) -> str:
    at = by_seat(position, "ship")[seat]
    return "" if at == NOWHERE else square_names(position.box)[at]


def hand(position: Position, seat: int = 0) -> str:
    counts = position["hand"][seat]
    return " ".join(kind.name for kind in Kind for _ in range(int(counts[kind])))


def roses(position: Position, seat: int = 0) -> str:
    held = position["roses"][seat]
    return ", ".join(f"{Colour(int(held[zone])).name.lower()} {zone.name}" for zone in Zone if held[zone] != NO_ROSE)


def squares_for_a_card(position: Position, *, holding_cards: bool = False) -> str:
    """Where the first card in hand may be laid, or (`holding_cards`) what it may cover, in reading order."""
    found = []
    for number in position.legal.numbers:
        if (
            number < numbering(position.box).lay_done
            and int(number) // SQUARES == int(position.legal.numbers[0]) // SQUARES
        ):
            at = int(number) % SQUARES
            if (position["wind"][at] >= 0) == holding_cards:
                found.append(square_names(position.box)[at])
    return " ".join(found)


def covers(position: Position) -> str:
    return squares_for_a_card(position, holding_cards=True)


def ends(position: Position, way: str = "sail") -> str:
    """Where the ship may go, in reading order: "L4 K1 line"."""
    found = [text.removeprefix(way + " ") for text in offered(position) if text.startswith(way + " ")]
    return " ".join(name if name == "line" else name.upper() for name in found)


def pass_turn(position: Position) -> None:
    """Play whatever is played for an absent player until the turn has passed on."""
    turns = position["turns"]
    while position["turns"] == turns and not position.is_over:
        if position.is_chance:
            position.roll_once()
        else:
            position.play(int(position.box.game.rules.absent(position.box.constants, position.states, 0)))
