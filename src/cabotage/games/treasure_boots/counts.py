"""How many tokens there are, what wins and what colours bring: from the file of the sections, or as in the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cabotage.games.treasure_boots.actions import COLOURS, MOST_OF_A_KIND, MOST_SEATS, PRIVATEERS, Token

if TYPE_CHECKING:
    from cabotage.core.board import Board

TOKENS_OF_BOOK = (18, 16, 12, 14, 12, 12)
TARGETS_OF_BOOK = (30, 20, 15, 12, 10)  # TRB-13: for 2, 3, 4, 5 players, and for more
BONUS_OF_BOOK = (0, 1, 2, 4)  # TRB-52
LEAST_SEATS = 2
MOST_TARGET = 999
MOST_BONUS = 99


def read_tokens(board: Board) -> tuple[int, ...]:
    """How many there are of each token (TRB-7)."""
    if "tokens" not in board.data:
        return TOKENS_OF_BOOK
    names = [token.name.lower() for token in Token]
    for name in board.require(dict, "tokens"):
        if name not in names:
            board.refuse(f"unknown token {name}", f"expected one of {', '.join(names)}", "tokens", name)
    counts = [board.require(int, "tokens", name) for name in names]
    for name, count in zip(names, counts, strict=True):
        most = PRIVATEERS if name == "black" else MOST_OF_A_KIND
        if not 0 <= count <= most:
            board.refuse(f"{name} cannot be {count}", f"write 0 to {most}", "tokens", name)
    pearls = counts[Token.WHITE] + counts[Token.BLACK]
    if pearls > MOST_OF_A_KIND:
        board.refuse(f"{pearls} pearls, white and black", f"use at most {MOST_OF_A_KIND} together", "tokens", "white")
    return tuple(counts)


def read_target(board: Board, seats: int) -> int:
    """The score that wins with so many players; the last one listed is for more players too."""
    targets: tuple[int, ...] = TARGETS_OF_BOOK
    if "targets" in board.data:
        count = len(board.require(list, "targets"))
        if not 1 <= count <= MOST_SEATS - LEAST_SEATS + 1:
            board.refuse(f"targets has {count} numbers", "list one each for 2, 3 ... 8 players, or fewer", "targets")
        targets = tuple(_whole(board, 1, MOST_TARGET, "targets", at) for at in range(count))
    return targets[min(seats - LEAST_SEATS, len(targets) - 1)]


def read_bonus(board: Board) -> tuple[int, ...]:
    """What no colour, one, two, three and four colours bring on top."""
    bonus: tuple[int, ...] = BONUS_OF_BOOK
    if "bonus" in board.data:
        count = len(board.require(list, "bonus"))
        if count != COLOURS:
            board.refuse(f"bonus has {count} numbers", "list four, for 1, 2, 3 and 4 colours", "bonus")
        bonus = tuple(_whole(board, 0, MOST_BONUS, "bonus", at) for at in range(count))
    return 0, *bonus


def _whole(board: Board, least: int, most: int, key: str, at: int) -> int:
    value = int(board.require(int, key, at))
    if not least <= value <= most:
        board.refuse(f"{key} cannot be {value}", f"write {least} to {most}", key, at)
    return value
