"""What the integers of Captain Treasure Boots mean, and how they are written.

Squares are written row,column as on the chart (the upper left corner of a section at offset 0,0 is 1,1), seats 0 to
7, privateers x0 to x11.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cabotage.core.box import Box

MOST_SEATS = 8
PRIVATEERS = 12
SHIPS = MOST_SEATS + PRIVATEERS  # ships 0..7 are the seats' own, 8..19 privateers
MOST_SQUARES = 1600
MOST_ISLANDS = 200
MOST_PORTS = 64
FACES = 6
PAIRS = FACES * (FACES + 1) // 2
MOST_OF_A_KIND = 24  # tokens; white and black pearls together are one kind


class Token(IntEnum):
    SAILS = 0
    GUNS = 1
    RUM = 2
    GOLD = 3
    WHITE = 4
    BLACK = 5


class Kind(IntEnum):
    """Kinds of tokens in choices: white and black pearls are one kind."""

    SAILS = 0
    GUNS = 1
    RUM = 2
    GOLD = 3
    PEARL = 4


class Wind(IntEnum):
    """Where it blows to; each is one quarter clockwise from the one before."""

    N = 0
    E = 1
    S = 2
    W = 3


TOKENS = len(Token)
KINDS = len(Kind)
COLOURS = 4
PEARLS = 4  # Kind.PEARL, WHITE and BLACK as plain integers, for compiled code
WHITE, BLACK = 4, 5
WINDS = len(Wind)

# Chosen by a seat.
GO = 0  # + square
PASS = GO + MOST_SQUARES
CONTROL = PASS + 1  # + privateer
FIRE = CONTROL + PRIVATEERS  # + ship
NAME = FIRE + SHIPS  # + seat
SPEND = NAME + MOST_SEATS  # + pearls
LOSE = SPEND + MOST_OF_A_KIND + 1  # + kind
UNLOAD_ALL = LOSE + KINDS
UNLOAD_PART = UNLOAD_ALL + 1
AMOUNT = UNLOAD_PART + 1  # + how many
TAKE = AMOUNT + MOST_OF_A_KIND + 1
ACTIONS = TAKE + 1

# Drawn by chance.
START = ACTIONS  # + seat
DICE = START + MOST_SEATS  # + pair: 1-1, 1-2 .. 6-6
TOKEN = DICE + PAIRS  # + token
ATTACK = TOKEN + TOKENS  # + face - 1
DEFENCE = ATTACK + FACES  # + face - 1
PORT = DEFENCE + FACES  # + port in reading order
NUMBERS = PORT + MOST_PORTS

# Squares are listed eight at a time, so there must be room for some beyond the last one.
MOST_CHOICES = MOST_SQUARES + 8
MOST_OUTCOMES = MOST_PORTS

DICE_PAIRS = tuple((low, high) for low in range(1, FACES + 1) for high in range(low, FACES + 1))


# The first number of each word.
FIRST = {"go": GO, "pass": PASS, "control": CONTROL, "fire": FIRE, "name": NAME, "spend": SPEND, "lose": LOSE,
         "unload all": UNLOAD_ALL, "unload part": UNLOAD_PART, "amount": AMOUNT, "take": TAKE, "start": START,
         "dice": DICE, "token": TOKEN, "attack": ATTACK, "defence": DEFENCE, "port": PORT}  # fmt: skip


def notation(box: Box, number: int) -> str:
    """go 7,7 | pass | control x2 | fire 3 | fire x2 | name 1 | spend 2 | lose gold | unload all | amount 3 | take |
    start 2 | dice 1-4 | token rum | attack 6 | defence 1 | port 2,2
    """
    word = max((word for word in FIRST if FIRST[word] <= number), key=FIRST.__getitem__)
    return f"{word} {_written(box, word, number - FIRST[word])}".rstrip()


def _written(box: Box, word: str, value: int) -> str:
    match word:
        case "pass" | "unload all" | "unload part" | "take":
            return ""
        case "go":
            return _square(box, value)
        case "control":
            return ship_name(MOST_SEATS + value)
        case "fire":
            return ship_name(value)
        case "lose":
            return Kind(value).name.lower()
        case "dice":
            return "{}-{}".format(*DICE_PAIRS[value])
        case "token":
            return Token(value).name.lower()
        case "attack" | "defence":
            return str(value + 1)
        case "port" if value < box.plain["ports"]:
            return _square(box, box.plain["port_square"][value])
        case "port":
            return f"number {value}"
    return str(value)


def ship_name(ship: int) -> str:
    return str(ship) if ship < MOST_SEATS else f"x{ship - MOST_SEATS}"


def _square(box: Box, square: int) -> str:
    if square >= box.plain["squares"]:
        return f"beyond {square}"
    row, column = divmod(square, box.plain["columns"])
    return f"{row + box.plain['top']},{column + box.plain['left']}"
