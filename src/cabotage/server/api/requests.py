"""Schemas of request bodies. Unknown fields are rejected."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from cabotage.server.clubs.tournament import MOST_ROUNDS

MOST_SEATS = 8
LONGEST_TEXT = 200
LONGEST_ENDPOINT = 1000
LARGEST = 2**31 - 1

Seq = Annotated[StrictInt, Field(ge=0, le=LARGEST, description="The newest row that the caller has seen.")]
SeatNumber = Annotated[StrictInt, Field(ge=0, lt=MOST_SEATS)]
ChoiceId = Annotated[
    Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_TEXT)] | Annotated[StrictInt, Field(ge=0, le=LARGEST)],
    Field(description="The id of an offered choice (its notation), or its number."),
]
Name = Annotated[StrictStr, Field(max_length=LONGEST_TEXT)]
Nonce = Annotated[StrictStr, Field(min_length=1, max_length=128, description="Your part in the dice: any text.")]
Commitment = Annotated[
    StrictStr,
    Field(min_length=1, max_length=64, description="From POST /api/commitments."),
]
Rank = Annotated[StrictStr, Field(min_length=1, max_length=40)]
OptionValue = StrictBool | StrictInt | StrictStr | dict[str, Any]


class RequestModel(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Rename(RequestModel):
    """Set your display name or language."""

    name: Name | None = None
    language: Literal["en", "fr"] | None = None


class TurnClock(RequestModel):
    """Seconds per turn."""

    kind: Literal["turn"]
    seconds: Annotated[StrictInt, Field(ge=1, le=86_400)]


class DaysClock(RequestModel):
    """Days per turn."""

    kind: Literal["days"]
    days: Annotated[StrictInt, Field(ge=1, le=60)]


ClockWish = Annotated[TurnClock | DaysClock, Field(discriminator="kind")]
SeatWish = Annotated[
    StrictStr,
    Field(max_length=48, description='"me" (once), "here" (another person at my browser), "friend" or "bot:<name>".'),
]


class NewTable(RequestModel):
    """A table to open."""

    game: Annotated[StrictStr, Field(min_length=1, max_length=40)]
    options: Annotated[dict[str, OptionValue], Field(max_length=30)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)]
    names: Annotated[
        list[Name | None],
        Field(max_length=MOST_SEATS, description="Names of the people at my browser, by seat."),
    ] = []
    order: Annotated[
        Literal["lot", "listed"],
        Field(description="Seats are drawn by lot when the game starts, or stay as they are listed."),
    ] = "lot"
    clock: ClockWish | None = None
    is_public: StrictBool = False
    has_chances: Annotated[
        StrictBool, Field(description="Spectators see every seat's chances to win, from what is public.")
    ] = False
    club: (
        Annotated[StrictStr, Field(max_length=64, description="For the members of this club, and its ladder.")] | None
    ) = None
    commitment: Commitment | None = None
    nonce: Nonce | None = None


Number = Annotated[StrictInt, Field(ge=1, le=LARGEST, description="The number of a member.")]
Title = Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_TEXT)]


class NewClub(RequestModel):
    """A club to found, or its new name."""

    name: Title


class JoinClub(RequestModel):
    """The secret of the link to join."""

    link: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_TEXT)]


class SitInClub(RequestModel):
    """Take one's seat."""

    nonce: Nonce | None = None


class NewTournament(RequestModel):
    """A tournament for an evening. Without `players`, all members take part."""

    name: Title
    game: Annotated[StrictStr, Field(min_length=1, max_length=40)]
    options: Annotated[dict[str, StrictBool | StrictInt | StrictStr], Field(max_length=30)] = {}
    seats: Annotated[StrictInt, Field(ge=2, le=MOST_SEATS)]
    system: Literal["swiss", "round_robin"] = "swiss"
    rounds: Annotated[StrictInt, Field(ge=1, le=MOST_ROUNDS)]
    has_bots: Annotated[StrictBool, Field(description="Fill tables with bots; else tables may be smaller.")] = False
    rank: Rank = "mate"
    clock_seconds: Annotated[StrictInt, Field(ge=1, le=86_400)] | None = None
    players: Annotated[list[Number], Field(max_length=200)] | None = None


class NextRound(RequestModel):
    """`round` counts from 1. With `is_forced`, tables that are not over count as not played."""

    round: Annotated[StrictInt, Field(ge=1, le=MOST_ROUNDS)]
    is_forced: StrictBool = False


class Absence(RequestModel):
    """Absent players are left out of the next rounds."""

    is_absent: StrictBool


class Choose(RequestModel):
    """A choice; `seat` selects one of the caller's seats."""

    seq: Seq
    choice: ChoiceId
    seat: SeatNumber | None = None


class Undo(RequestModel):
    """Undo the last choice."""

    seq: Seq
    seat: SeatNumber | None = None


class Join(RequestModel):
    """Sit down: by invitation, or at an open seat of a public table. Seats are numbered as listed."""

    invitation: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_TEXT)] | None = None
    seat: SeatNumber | None = None
    name: Name | None = None
    nonce: Nonce | None = None


class AskSeat(RequestModel):
    """Ask for a free seat."""

    name: Name | None = None
    nonce: Nonce | None = None


class AnswerRequest(RequestModel):
    """Give a free seat to somebody who asked for one, or not."""

    is_accepted: StrictBool


class SeatRequest(RequestModel):
    """One of the seats."""

    seat: SeatNumber


class Hide(RequestModel):
    """Take a table out of my list, or put it back."""

    is_hidden: StrictBool = True


class CastVote(RequestModel):
    """Whether I want to end the game."""

    is_for_end: StrictBool = True


class UseLink(RequestModel):
    """The secret of a link made on another device."""

    link: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_TEXT)]


class NewPasskey(RequestModel):
    """A passkey as `PublicKeyCredential.toJSON` gives it, and what to call it."""

    credential: Annotated[dict[str, Any], Field(max_length=20)]
    name: Name


class RenamePasskey(RequestModel):
    """Another name for a passkey."""

    name: Name


class EnterPasskey(RequestModel):
    """The answer of a passkey, as `PublicKeyCredential.toJSON` gives it."""

    credential: Annotated[dict[str, Any], Field(max_length=20)]


class PushKeys(RequestModel):
    """The keys of a browser, in base64url: a point of 65 bytes and a secret of 16."""

    p256dh: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{22}(==)?$")]


class PushSubscription(RequestModel):
    """What `PushManager.subscribe` gave, as JSON. `replaces` is the endpoint that this browser had before."""

    endpoint: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_ENDPOINT)]
    keys: PushKeys
    replaces: Annotated[StrictStr, Field(max_length=LONGEST_ENDPOINT)] | None = None


class NoticeWish(RequestModel):
    """Whether to be told of my turns; `device` is the id from PUT /api/me/push, for push."""

    way: Literal["push", "mail"]
    is_on: StrictBool
    device: Annotated[StrictStr, Field(max_length=64)] | None = None


class MailAddress(RequestModel):
    """My mail address."""

    address: Annotated[StrictStr, Field(min_length=3, max_length=254)]


class MailLink(RequestModel):
    """The secret of a link in a mail."""

    key: Annotated[StrictStr, Field(min_length=1, max_length=LONGEST_TEXT)]


class Takeover(RequestModel):
    """Let a bot play for a person who is away."""

    seat: SeatNumber
    rank: Rank


class Greet(RequestModel):
    """One of the preset greetings."""

    greeting: Annotated[StrictStr, Field(min_length=1, max_length=40)]


class RecordRequest(RequestModel):
    """A record to replay, as downloaded."""

    record: dict[str, Any]


class Fork(RequestModel):
    """Play on from a moment of a finished game."""

    at: Seq
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)]
