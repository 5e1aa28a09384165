"""Seats of a table: who may sit there and who does. Identities are opaque, and no secrets are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cabotage.core.box import Box
from cabotage.tables.checks import is_text
from cabotage.tables.errors import SeatsError
from cabotage.tables.opening import ORDERS

ME = "me"
PEOPLE = (ME, "here", "friend")
BOT = "bot:"
LONGEST_NAME = 40
LONGEST_NONCE = 128
LONGEST_HOLDER = 200
FORGOTTEN = "forgotten"  # as holder: a person who has deleted their data; identities are longer


@dataclass(frozen=True)
class Seat:
    """One seat: what it is for, who holds it, who plays there now."""

    kind: str  # "me", "here", "friend" or "bot:<rank>"
    holder: str | None = None  # the identity that sat down
    name: str | None = None
    is_present: bool = False
    bot: str | None = None  # the rank of the bot that plays here now
    has_resigned: bool = False  # left for good
    back_ms: int = 0  # when a bot gave it back: a person who returns gets the full time of the turn

    @property
    def is_open(self) -> bool:
        """Whether nobody has taken it yet."""
        return self.holder is None and self.bot is None

    @property
    def is_played_by_a_person(self) -> bool:
        return self.holder not in (None, FORGOTTEN) and self.bot is None


def fresh(kind: str) -> Seat:
    """A seat of this kind, not yet taken."""
    return Seat(kind, bot=kind.removeprefix(BOT)) if kind.startswith(BOT) else Seat(kind)


def without_person(sat: Mapping[str, Any]) -> dict[str, Any]:
    """The value of a row of kind SAT without identity and name. The nonce stays: the dice are made of it."""
    return {"holder": FORGOTTEN} | {key: value for key, value in sat.items() if key == "nonce"}


def check(kinds: Sequence[str], ranks: Sequence[str] | None) -> None:
    """Refuse a list of seats with something unknown in it; ranks are the bots there are, if that is known."""
    if list(kinds).count(ME) > 1:  # others at the same browser are "here", with their own names
        raise SeatsError("seats.me")
    for kind in kinds:
        is_bot = is_text(kind, LONGEST_NAME) and kind.startswith(BOT) and len(kind) > len(BOT)
        if kind not in PEOPLE and not is_bot:
            raise SeatsError("seats.kind", kind=repr(kind), known=", ".join((*PEOPLE, "bot:<rank>")))
        if is_bot:
            check_rank(kind.removeprefix(BOT), ranks)


def check_order(order: str) -> None:
    if order not in ORDERS:
        raise SeatsError("seats.order", order=repr(order), known=", ".join(ORDERS))


def check_count(box: Box, kinds: Sequence[str]) -> None:
    """A fork must have as many seats as its source."""
    if len(kinds) != box.seats:
        raise SeatsError("seats.count", seats=box.seats, count=len(kinds))


def check_rank(rank: str, ranks: Sequence[str] | None) -> None:
    if ranks is not None and rank not in ranks:
        raise SeatsError("seats.rank", rank=repr(rank), known=", ".join(ranks))


def check_person(holder: str, name: str | None, nonce: str | None) -> None:
    """Raises if a text is empty, too long or not printable."""
    for what, text, most in (
        ("holder", holder, LONGEST_HOLDER),
        ("name", name, LONGEST_NAME),
        ("nonce", nonce, LONGEST_NONCE),
    ):
        if text is not None and not is_text(text, most):
            raise SeatsError("seats.text", what=what, most=most)
