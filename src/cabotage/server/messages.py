"""What is said over a table's socket, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictStr, TypeAdapter

from cabotage.server.answers import Answer, View
from cabotage.server.asks import Ask, ChoiceId, SeatNumber, Seq

Ref = Annotated[StrictStr, Field(max_length=64, description="Comes back with the answer.")]


class SaidChoose(Ask):
    type: Literal["choose"]
    seq: Seq
    choice: ChoiceId
    seat: SeatNumber | None = None
    ref: Ref | None = None


class SaidUndo(Ask):
    type: Literal["undo"]
    seq: Seq
    seat: SeatNumber | None = None
    ref: Ref | None = None


class SaidGreet(Ask):
    type: Literal["greet"]
    greeting: Annotated[StrictStr, Field(min_length=1, max_length=40)]
    ref: Ref | None = None


class SaidLook(Ask):
    """Show me what that seat of mine may see."""

    type: Literal["look"]
    seat: SeatNumber
    ref: Ref | None = None


class SaidPing(Ask):
    type: Literal["ping"]
    ref: Ref | None = None


Said = Annotated[SaidChoose | SaidUndo | SaidGreet | SaidLook | SaidPing, Field(discriminator="type")]
SAID: TypeAdapter[SaidChoose | SaidUndo | SaidGreet | SaidLook | SaidPing] = TypeAdapter(Said)


class ToldView(View):
    """One for every batch of rows that was appended, one at first, and one for every look."""

    type: Literal["view"]
    ref: str | None = None


class ToldError(Answer):
    type: Literal["error"]
    ref: str | None = None
    code: str
    sentence: str


class ToldGreeting(Answer):
    type: Literal["greeting"]
    seat: int
    greeting: str


class ToldPresence(Answer):
    """Whether somebody is connected, seat by seat; bots always are."""

    type: Literal["presence"]
    seats: list[bool]


class ToldPong(Answer):
    type: Literal["pong"]
    ref: str | None = None


Told = Annotated[ToldView | ToldError | ToldGreeting | ToldPresence | ToldPong, Field(discriminator="type")]
TOLD: TypeAdapter[ToldView | ToldError | ToldGreeting | ToldPresence | ToldPong] = TypeAdapter(Told)
