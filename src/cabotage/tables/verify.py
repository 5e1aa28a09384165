"""Verifies a record of fair dice: computes every draw again, and names the first event that differs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cabotage.core.errors import RecordError
from cabotage.core.record import PARTIAL_FORMAT, Record
from cabotage.tables import dice
from cabotage.tables.checks import is_number
from cabotage.tables.dice import FairDice
from cabotage.tables.errors import (
    Altered,
    BrokenSeed,
    CutOff,
    Loaded,
    NoDice,
    NotOver,
    OtherDice,
    WrongLot,
    WrongResult,
)
from cabotage.tables.opening import fixed

if TYPE_CHECKING:
    from cabotage.core.game import Game
    from cabotage.core.record import Entry


@dataclass(frozen=True)
class Verdict:
    """The result of a successful verification."""

    events: int
    draws: int
    since: int  # in a fork, the number of events of the source, which these dice did not draw
    digest: str  # of the whole game, as the table shows it
    lot: tuple[int, ...] | None = None  # the listed seat at each place, if the dice drew it


@dataclass(frozen=True)
class Proof:
    """What the dice were computed from."""

    commitment: str
    nonces: list[Any]
    seed: bytes
    since: int  # in a fork, the number of events that these dice did not draw

    @staticmethod
    def of(record: Record) -> Proof:
        """As the record has it; an error if the seed does not match the commitment."""
        written: Mapping[str, Any] | None = record.dice
        if written is None:
            raise NoDice("altered.no_dice")
        if written.get("scheme") != dice.SCHEME:
            raise OtherDice("altered.scheme", scheme=repr(written.get("scheme")))
        if written.get("seed") is None:
            raise NotOver("altered.no_seed")
        promise, nonces, since = written.get("commitment"), written.get("nonces"), written.get("from", 0)
        seed = b""
        with suppress(TypeError, ValueError):
            seed = bytes.fromhex(written["seed"])
        if len(seed) != dice.SEED_BYTES:
            raise OtherDice("altered.misshapen", what="seed")
        if not isinstance(promise, str) or not isinstance(nonces, list) or not is_number(since):
            raise OtherDice("altered.misshapen", what="commitment, nonces, from")
        if dice.commitment(seed) != promise:
            raise BrokenSeed("altered.seed")
        return Proof(promise, nonces, seed, since)

    def head(self, record: Record) -> bytes:
        """The digest before the lot and the first event."""
        game = record.game, record.rules_version, record.seats, record.options
        return dice.head(fixed(*game, self.commitment, self.nonces, self.since))


def read(path: Path) -> Record:
    """A record from a file; a special error for a partial record of a running game."""
    with suppress(OSError, ValueError, RecursionError):
        written = json.loads(path.read_text("utf-8-sig"))
        if isinstance(written, dict) and written.get("format") == PARTIAL_FORMAT:
            raise NotOver("file.within", path=path, reason=NotOver("altered.partial"))
    return Record.load(path)


def verify(record: Record, game: Game) -> Verdict:
    """Raises at the first difference."""
    proof = Proof.of(record)
    box = record.open(game)
    digest = proof.head(record)
    if record.lot is not None:
        _check_lot(record.lot, dice.fair_lot(box.teams, proof.seed, digest))
        digest = dice.onward_all(digest, record.lot)
    draws = 0
    steps = record.steps(game)
    position, _ = next(steps)
    for at, entry in enumerate(record.entries):
        drawn = None
        if position.is_chance and at >= proof.since:
            drawn = position.drawn_by(FairDice(proof.seed, digest, at, position.history))
        try:
            next(steps)
        except RecordError as error:
            raise Altered("altered.replay", reason=error) from None
        digest = dice.onward(digest, entry.number)
        _check_digest(entry, at, digest)
        if drawn is not None:
            draws += 1
            _check_draw(entry, at, drawn, position.box.texts[drawn])
    if not position.is_over and not record.is_agreed:
        raise CutOff("altered.unfinished", at=len(record.entries) - 1)
    try:
        next(steps, None)
    except RecordError as error:
        raise WrongResult("altered.result", reason=error) from None
    return Verdict(len(record.entries), draws, proof.since, digest.hex(), record.lot)


def _check_lot(written: Sequence[int], drawn: Sequence[int]) -> None:
    if list(written) != list(drawn):
        raise WrongLot("altered.lot", lot=_numbered(drawn), written=_numbered(written))


def _numbered(lot: Sequence[int]) -> str:
    """Seats as people count them."""
    return " ".join(str(seat + 1) for seat in lot)


def _check_digest(entry: Entry, at: int, digest: bytes) -> None:
    right = digest.hex()[: dice.SHOWN_DIGITS]
    if entry.digest != right:
        reason = Altered("altered.digest", digest=right, written=entry.digest or "-")
        raise Altered("altered.event", at=at, reason=reason)


def _check_draw(entry: Entry, at: int, drawn: int, text: str) -> None:
    if drawn != entry.number:
        reason = Loaded("altered.draw", text=repr(text), written=repr(entry.text))
        raise Loaded("altered.event", at=at, reason=reason)
