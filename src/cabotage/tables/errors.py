"""Errors of tables, by cause. Codes are stable; the texts are in words/.

TableError
├── UnknownTable     table/unknown         there is no such table
├── Stale            table/stale           something has happened since; look again
│   └── Ahead        table/ahead           names a row that the table has not got yet
├── NotYourTurn      table/not_your_turn   another seat is to act
├── NotOffered       table/not_offered     no choice, or not one that is offered now
├── NotStarted       table/not_started     seats are still open
├── TableOver        table/over            the game is over
├── StillRunning     table/running         only when the game is over: forks, and looking back where memory is played
├── UnknownSeat      table/seat            there is no such seat
├── SeatTaken        table/seat_taken      somebody else holds that seat
├── SeatError        table/seat_use        a seat that cannot be left, taken over or given back now
├── SeatsError       table/seats           the list of seats cannot be played
├── ClockError       table/clock           no such clock
├── CannotUndo       table/cannot_undo     the last choice cannot be taken back
├── NoVote           table/no_vote         nobody has resigned, or this seat cannot vote
├── NoSuchMoment     table/at              the table has no such row
├── OtherRules       table/other_rules     played by another version of the rules
├── NewerTable       table/newer           has rows that only a newer version of the program understands
├── DatabaseError    table/database        the address of a database that cannot be used
├── DatabaseFailure  database/failure      a database that was opened, and failed
│   ├── DatabaseFull database/full         no room left on its disk
│   └── DatabaseLost database/lost         deleted, replaced, read-only, or not reachable any more
├── UnknownCommitment    table/commitment      nothing was promised by this commitment, or its table is open already
└── Unproven         record/unproven       a record that its fair dice do not bear out
    ├── NoDice       record/no_dice        it says nothing of its dice
    ├── NotOver      record/running        of a running game: the seed is not laid open
    ├── OtherDice    record/dice           dice of an unknown kind, or what they were made of is misshapen
    ├── BrokenSeed   record/seed           the seed is not the promised one
    ├── WrongLot     record/lot            the dice seated the players in another order
    ├── Altered      record/altered        an event is not as it was; the first such one is named
    │   └── Loaded   record/draw           an event that the dice did not give; the first such one is named
    ├── CutOff       record/cut_off        the last events are missing
    └── WrongResult  record/result         not the result that the events lead to
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from cabotage.core.errors import CabotageError


class TableError(CabotageError):
    code = "table/error"
    folder: ClassVar[Path] = Path(__file__).with_name("words")


class UnknownTable(TableError):
    code = "table/unknown"


class Stale(TableError):
    code = "table/stale"


class Ahead(Stale):
    code = "table/ahead"


class NotYourTurn(TableError):
    code = "table/not_your_turn"


class NotOffered(TableError):
    code = "table/not_offered"


class NotStarted(TableError):
    code = "table/not_started"


class TableOver(TableError):
    code = "table/over"


class StillRunning(TableError):
    code = "table/running"


class UnknownSeat(TableError):
    code = "table/seat"


class SeatTaken(TableError):
    code = "table/seat_taken"


class SeatError(TableError):
    code = "table/seat_use"


class SeatsError(TableError):
    code = "table/seats"


class ClockError(TableError):
    code = "table/clock"


class CannotUndo(TableError):
    code = "table/cannot_undo"


class NoVote(TableError):
    code = "table/no_vote"


class NoSuchMoment(TableError):
    code = "table/at"


class OtherRules(TableError):
    code = "table/other_rules"


class NewerTable(TableError):
    code = "table/newer"


class DatabaseError(TableError):
    code = "table/database"


class DatabaseFailure(TableError):
    code = "database/failure"


class DatabaseFull(DatabaseFailure):
    code = "database/full"


class DatabaseLost(DatabaseFailure):
    code = "database/lost"


class UnknownCommitment(TableError):
    code = "table/commitment"


class Unproven(TableError):
    code = "record/unproven"


class NoDice(Unproven):
    code = "record/no_dice"


class NotOver(Unproven):
    code = "record/running"


class OtherDice(Unproven):
    code = "record/dice"


class BrokenSeed(Unproven):
    code = "record/seed"


class WrongLot(Unproven):
    code = "record/lot"


class Altered(Unproven):
    code = "record/altered"


class Loaded(Altered):
    code = "record/draw"


class CutOff(Unproven):
    code = "record/cut_off"


class WrongResult(Unproven):
    code = "record/result"
