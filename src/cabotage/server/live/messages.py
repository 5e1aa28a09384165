"""What is said over a table's socket, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictStr, TypeAdapter

from cabotage.server.api.requests import ChoiceId, RequestModel, SeatNumber, Seq
from cabotage.server.api.responses import ResponseModel, View

Ref = Annotated[StrictStr, Field(max_length=64, description="Comes back with the answer.")]


class ClientChoose(RequestModel):
    type: Literal["choose"]
    seq: Seq
    choice: ChoiceId
    seat: SeatNumber | None = None
    ref: Ref | None = None


class ClientUndo(RequestModel):
    type: Literal["undo"]
    seq: Seq
    seat: SeatNumber | None = None
    ref: Ref | None = None


class ClientGreet(RequestModel):
    type: Literal["greet"]
    greeting: Annotated[StrictStr, Field(min_length=1, max_length=40)]
    ref: Ref | None = None


class ClientLook(RequestModel):
    """Show me what that seat of mine may see."""

    type: Literal["look"]
    seat: SeatNumber
    ref: Ref | None = None


class ClientPing(RequestModel):
    type: Literal["ping"]
    ref: Ref | None = None


ClientMessage = Annotated[
    ClientChoose | ClientUndo | ClientGreet | ClientLook | ClientPing, Field(discriminator="type")
]
CLIENT_MESSAGE: TypeAdapter[ClientChoose | ClientUndo | ClientGreet | ClientLook | ClientPing] = TypeAdapter(
    ClientMessage
)


class ServerView(View):
    """One for every batch of rows that was appended, one at first, and one for every look."""

    type: Literal["view"]
    ref: str | None = None


class ServerErrorMessage(ResponseModel):
    type: Literal["error"]
    ref: str | None = None
    code: str
    sentence: str


class ServerGreeting(ResponseModel):
    type: Literal["greeting"]
    seat: int
    greeting: str


class ServerPresence(ResponseModel):
    """Whether somebody is connected, seat by seat; bots always are."""

    type: Literal["presence"]
    seats: list[bool]


class ServerPong(ResponseModel):
    type: Literal["pong"]
    ref: str | None = None


ServerMessage = Annotated[
    ServerView | ServerErrorMessage | ServerGreeting | ServerPresence | ServerPong, Field(discriminator="type")
]
SERVER_MESSAGE: TypeAdapter[ServerView | ServerErrorMessage | ServerGreeting | ServerPresence | ServerPong] = (
    TypeAdapter(ServerMessage)
)
