"""Schemas of responses: every JSON that the server sends over HTTP, and the view that sockets send too."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Value = bool | int | str
Scene = dict[str, Any]


class ResponseModel(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ErrorText(ResponseModel):
    """A stable code for programs, a sentence for people."""

    code: str
    sentence: str


class Refusal(ResponseModel):
    """An error; nothing was changed."""

    error: ErrorText


class Health(ResponseModel):
    status: Literal["ok"]
    version: str


class Me(ResponseModel):
    """The caller's own settings."""

    name: str | None
    language: str | None


class Token(ResponseModel):
    """For programs: send it as `Authorization: Bearer <token>`. It is shown only once."""

    token: str


class Commitment(ResponseModel):
    """The SHA-256 of the seed of a future table; valid for one table, for an hour."""

    commitment: str


class SeatRange(ResponseModel):
    least: int
    most: int
    usual: int


class SeatSpan(ResponseModel):
    least: int
    most: int


class BotCard(ResponseModel):
    id: str
    name: str


class ValueCard(ResponseModel):
    """One value of an option; some are only for certain numbers of seats."""

    value: Value
    text: str
    for_seats: SeatSpan | None = None


class OptionCard(ResponseModel):
    name: str
    text: str
    help: str
    kind: Literal["choice", "number", "flag", "board"]
    default: Value
    values: list[ValueCard]


class BoardCard(ResponseModel):
    id: str
    name: str
    option: str


class GameCard(ResponseModel):
    """A game on the start page."""

    id: str
    name: str
    rules_version: int
    seats: SeatRange
    minutes: list[int]
    age: int
    goal: str
    authors: str
    publisher: str
    ranks: list[BotCard]  # for people to choose from
    bots: list[BotCard]  # all that may stand after "bot:", the ranks among them
    options: list[OptionCard]
    boards: list[BoardCard]


class Games(ResponseModel):
    games: list[GameCard]


class Section(ResponseModel):
    """A section of the rules; `phases` are the phases in which it matters."""

    id: str
    title: str
    text: str
    phases: list[str]


class Rules(ResponseModel):
    goal: str
    sections: list[Section]


class Seat(ResponseModel):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    is_named: bool  # by a person; otherwise the name only says which seat it is
    rank: str | None
    rank_name: str | None
    is_mine: bool
    is_here: bool
    is_away: bool
    is_taken_over: bool


class Choice(BaseModel):
    """An offered choice, with the game's own fields."""

    model_config = ConfigDict(extra="allow")

    id: str
    number: int
    text: str
    short: str | None = None
    is_detail: bool = False


class Step(ResponseModel):
    """One row of the log as the viewer saw it. In games of memory, only the last move has scenes."""

    seq: int
    kind: str
    actor: int
    choice: str | None
    story: list[str]
    now: list[str]
    scene: Scene | None


class StoryLine(ResponseModel):
    seq: int
    kind: str
    seat: int
    text: str
    now: str | None = None


class Clock(ResponseModel):
    kind: Literal["turn", "days"]
    deadline_at: str | None
    seconds_left: float | None


class Result(ResponseModel):
    places: list[int]
    score: list[float]
    winners: list[int]
    text: list[str]


class Greeting(ResponseModel):
    id: str
    text: str


class Gesture(Greeting):
    """A greeting that points at a part of the board."""

    part: str


class NotOffered(ResponseModel):
    """Something that is not among the choices: a field of the choices with a value none of them has (`square K4`)."""

    what: str
    name: str
    why: str


class Source(ResponseModel):
    """The moment of another table from which this game continues."""

    table: str
    at: int


class View(ResponseModel):
    """A table as one viewer may see it."""

    table: str
    game: str
    rules_version: int
    status: Literal["waiting", "running", "over"]
    is_over: bool  # now, also when an earlier moment is shown
    seq: int
    at: int
    viewer: int
    mine: list[int]
    to_act: int
    seats: list[Seat]
    scene: Scene
    steps: list[Step]
    story: list[StoryLine]
    choices: list[Choice]
    not_offered: list[NotOffered]
    can_undo: bool
    clock: Clock | None
    result: Result | None
    options: dict[str, Value]
    phase: str
    has_secrets: bool
    has_memory: bool
    commitment: str
    nonces: list[dict[str, Any]]
    revealed_seed: str | None
    digest: str | None
    greetings: list[Greeting]
    gestures: list[Gesture]
    forked: Source | None


class Moment(ResponseModel):
    """A moment at which a replay stops: view it with `?at=`; the story says what led there."""

    at: int
    actor: int
    story: list[str]


class Moments(ResponseModel):
    moments: list[Moment]


class DiceVerdict(ResponseModel):
    """Whether every draw of a finished game matches the commitment, in a sentence."""

    is_fair: bool | None  # null if the game has no fair dice
    sentence: str


class Invitation(ResponseModel):
    """Send the path to a friend; the secret is shown only once."""

    seat: int
    secret: str
    path: str


class Opened(ResponseModel):
    table: str
    seats: list[Seat]
    invitations: list[Invitation]


class TableCard(ResponseModel):
    table: str
    game: str
    name: str
    status: Literal["waiting", "running", "over"]
    seats: list[Seat]
    to_act: int
    is_mine_to_act: bool
    seq: int
    started_at: str
    is_over: bool


class TableCards(ResponseModel):
    tables: list[TableCard]


class HintChoice(ResponseModel):
    id: str
    text: str
    value: float
    visits: int


class Hint(ResponseModel):
    """Every seat's expected share of the win, as far as this viewer can know, and the choices, best first."""

    values: list[float]
    choices: list[HintChoice]
