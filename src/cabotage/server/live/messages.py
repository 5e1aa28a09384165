"""The messages of a table's socket, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictStr, TypeAdapter

from cabotage.server.api.requests import Choose, RequestModel, SeatNumber, Undo
from cabotage.server.api.responses import ResponseModel, ServerUpdate, View


class ClientChoose(Choose):
    type: Literal["choose"]


class ClientUndo(Undo):
    type: Literal["undo"]


class ClientGreet(RequestModel):
    type: Literal["greet"]
    greeting: Annotated[StrictStr, Field(min_length=1, max_length=40)]


class ClientLook(RequestModel):
    """Show what another seat of mine may see."""

    type: Literal["look"]
    seat: SeatNumber


class ClientPing(RequestModel):
    type: Literal["ping"]


ClientMessage = Annotated[
    ClientChoose | ClientUndo | ClientGreet | ClientLook | ClientPing, Field(discriminator="type")
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class ServerView(View):
    """Sent on connecting, after every look, and whenever more has changed than an update can say."""

    type: Literal["view"]


class ServerErrorMessage(ResponseModel):
    type: Literal["error"]
    code: str
    sentence: str


class ServerGreeting(ResponseModel):
    type: Literal["greeting"]
    seat: int
    greeting: str


class ServerPresence(ResponseModel):
    """For each seat, whether its person is connected; bots always are."""

    type: Literal["presence"]
    seats: list[bool]


class ServerChances(ResponseModel):
    """For spectators, if the table was opened so: every seat's chances to win after row `seq`, from what is public."""

    type: Literal["chances"]
    seq: int
    values: list[float]


class ServerPong(ResponseModel):
    type: Literal["pong"]


ServerMessage = Annotated[
    ServerView | ServerUpdate | ServerErrorMessage | ServerGreeting | ServerPresence | ServerChances | ServerPong,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
