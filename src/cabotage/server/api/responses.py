"""Schemas of responses: every JSON that the server sends over HTTP, and the view that sockets send too."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from cabotage.core.game import Origin, Value
from cabotage.core.puzzle import Difficulty, Verdict
from cabotage.tables.view import SeatView, Status, TableFacts, UpdateFacts


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


class OwnSeat(ResponseModel):
    seat: int
    name: str | None


class OwnRow(ResponseModel):
    """Something this person did. `value` is the choice as text, or what the row says."""

    seq: int
    at: str
    seat: int
    kind: str
    value: str | dict[str, Any] | None


class OwnTable(ResponseModel):
    """Without game, status and rows if the table cannot be read any more, for example under older rules."""

    table: str
    game: str | None
    status: Status | None
    opened_at: str | None
    seats: list[OwnSeat]
    rows: list[OwnRow]


class OwnNotice(ResponseModel):
    """A table of whose turns the caller wants to be told; by mail, or at a device."""

    table: str
    way: str


class OwnClub(ResponseModel):
    """A club where the caller is a member; tournaments and ladders know them by this number."""

    club: str
    name: str
    number: int
    is_organiser: bool
    joined_at: str


class PersonalData(ResponseModel):
    """All that the server keeps about the caller."""

    name: str | None
    language: str | None
    created_at: str | None
    mail_address: str | None
    push_devices: list[str]  # the addresses at which browsers are reached
    notices: list[OwnNotice]
    passkeys: list[str]  # their names
    seat_requests: list[str]  # the tables
    clubs: list[OwnClub]
    tables: list[OwnTable]


class PasskeyOptions(ResponseModel):
    """For the browser: `PublicKeyCredential.parse...OptionsFromJSON` reads them."""

    options: dict[str, Any]


class Passkey(ResponseModel):
    id: str
    name: str
    added_at: str
    used_at: str | None


class Passkeys(ResponseModel):
    """The caller's passkeys, and whether this server can use any."""

    is_available: bool
    passkeys: list[Passkey]


class PushDevice(ResponseModel):
    """The id of a browser that is registered for push."""

    device: str


class NoticeState(ResponseModel):
    """How the caller can be told of their turns at a table, and how they want to be."""

    push_key: str | None  # for PushManager.subscribe; null if the host has set no keys
    is_push_on: bool  # at the device that the request names
    can_mail: bool
    address: str | None
    is_address_confirmed: bool
    is_mail_on: bool


class DeviceLink(ResponseModel):
    """Open the path on another device: it works once, until then."""

    path: str
    expires_at: str


class Tally(ResponseModel):
    played: int
    won: int
    streak: int  # wins in a row up to the last game
    best_streak: int


class GameTally(Tally):
    game: str
    name: str


class OpponentTally(Tally):
    name: str | None  # null: people who gave no name
    is_bot: bool


class PlayedGame(ResponseModel):
    table: str
    game: str
    name: str
    ended_at: str
    place: int
    is_won: bool
    others: list[str | None]


class History(ResponseModel):
    """The caller's finished games. Games with several people on one screen do not count."""

    games: list[GameTally]
    opponents: list[OpponentTally]
    streak: int
    best_streak: int
    recent: list[PlayedGame]


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
    """A bot. Those with a rank have a character, and a line about the strength that was measured in this game."""

    id: str
    name: str
    character: str | None
    strength: str | None


class ValueCard(ResponseModel):
    """One value of an option; some are only for certain numbers of seats."""

    value: Value
    text: str
    origin: Origin
    for_seats: SeatSpan | None = None


class OptionCard(ResponseModel):
    """`origin` says where the choice comes from, `book_value` how to play as in the book.

    `when` has the values of other options, or the numbers of seats, with which it applies; else it changes nothing.
    """

    name: str
    text: str
    help: str
    kind: Literal["choice", "number", "flag", "board"]
    default: Value
    origin: Origin
    book_value: Value
    when: dict[str, list[Value]]
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


class Mark(ResponseModel):
    """What something on the board means."""

    name: str
    text: str


class Rules(ResponseModel):
    goal: str
    sections: list[Section]
    legend: list[Mark]


class Choice(BaseModel):
    """An offered choice, with the game's own fields."""

    model_config = ConfigDict(extra="allow")

    id: str
    number: int
    text: str
    short: str | None = None
    is_detail: bool = False


class LocalNetworkState(ResponseModel):
    """Whether the caller can open the server to the local network; its address there, once it is open."""

    can_open: bool
    address: str | None


class Greeting(ResponseModel):
    id: str
    text: str


class Seat(SeatView):
    is_mine: bool
    is_here: bool


class View(TableFacts):
    """A table as one viewer may see it; `name` is the game's."""

    name: str
    seats: list[Seat]
    choices: list[Choice]
    mine: list[int]
    greetings: list[Greeting]
    has_chances: bool  # spectators see the chances of all seats


class ServerUpdate(UpdateFacts):
    """Sent after choices and draws: what they change of the last view. With `?full=true`, a view is sent instead."""

    choices: list[Choice]


class LessonStep(ResponseModel):
    """One choice to make. A step starts with a view of a new game, or continues from the last step."""

    id: str
    task: str  # what to do
    done: str  # what happened
    wrong: str  # the rule, after another choice
    choice: str
    view: View | None
    before: ServerUpdate | None  # what happens before the choice
    after: ServerUpdate


class Lesson(ResponseModel):
    """The first lesson of a game; apply the updates one by one, as on the socket."""

    name: str
    steps: list[LessonStep]
    end: str


class Diagram(ResponseModel):
    """A picture of the rules: draw this part of the board, with this choice as if it were pointed at."""

    id: str
    section: str
    caption: str
    shows: str  # for people who do not see it
    view: View
    choice: str | None
    part: list[float]  # left, top, width and height, as parts of a square board


class Diagrams(ResponseModel):
    diagrams: list[Diagram]


class PuzzleCard(ResponseModel):
    """A puzzle in the list of a game; `phase` is the kind of decision."""

    id: str
    seats: int
    phase: str
    difficulty: Difficulty


class Puzzles(ResponseModel):
    name: str
    puzzles: list[PuzzleCard]


class PuzzleOfTheDay(ResponseModel):
    """The same for everybody until `seconds_left` have passed; days begin at midnight, UTC."""

    date: str
    seconds_left: int
    game: str
    name: str
    puzzle: PuzzleCard


class Puzzle(ResponseModel):
    """A position in which one choice is clearly best, as the seat to act sees it."""

    puzzle: PuzzleCard
    name: str
    view: View


class AnswerChoice(ResponseModel):
    """A choice and the share of the win to expect after it, with 95 % bounds of the sampling."""

    id: str
    text: str
    value: float
    low: float
    high: float
    is_best: bool
    is_detail: bool


class PuzzleAnswer(ResponseModel):
    """How good a choice is, what speaks for the best one, and all choices, best first."""

    verdict: Verdict
    reason: str
    choices: list[AnswerChoice]


class OwnMistake(ResponseModel):
    """A choice of the caller that cost more than noise could explain; `event` is its number in the game."""

    event: int
    verdict: Literal["inaccuracy", "mistake", "blunder"]


class EndedGame(ResponseModel):
    """A finished game of the caller, and the names of the others."""

    table: str
    game: str
    name: str
    ended_at: str
    others: list[str]


class GameWithMistakes(EndedGame):
    puzzles: list[OwnMistake]


class OwnPuzzles(ResponseModel):
    """Analysed games with mistakes of the caller, and some of their `others` that are not analysed, newest first."""

    games: list[GameWithMistakes]
    others: list[EndedGame]


class OwnPuzzleCard(EndedGame, OwnMistake):
    pass


class OwnPuzzle(ResponseModel):
    """The position before a mistake, as the caller's seat saw it, with what it could remember."""

    puzzle: OwnPuzzleCard
    view: View


class OwnPuzzleAnswer(PuzzleAnswer):
    """Some choices, best first; `played` is that of the game. Only `poor` ones are clearly worse than the best."""

    played: str


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


class SeatAsker(ResponseModel):
    """Somebody who asks for a seat."""

    id: str
    name: str | None


class SeatRequests(ResponseModel):
    """What became of the caller's request; for people at the table, who asks."""

    is_seated: bool
    is_asked: bool
    is_declined: bool
    requests: list[SeatAsker]


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
    """`round` counts from 1, null before the game starts; `can` lists what the caller can do with a table of theirs."""

    table: str
    game: str
    name: str
    status: Status
    seats: list[Seat]
    to_act: int
    is_mine_to_act: bool
    seq: int
    started_at: str
    changed_at: str
    is_over: bool
    round: int | None
    winners: list[int]
    is_agreed: bool
    can: list[Literal["resign", "hide", "delete"]]


class TableCards(ResponseModel):
    tables: list[TableCard]


class HintChoice(ResponseModel):
    id: str
    text: str
    value: float
    visits: int
    reason: str | None  # what speaks for it, of the best choices


class Hint(ResponseModel):
    """Every seat's expected share of the win, as far as this viewer can know, and the choices, best first."""

    values: list[float]
    choices: list[HintChoice]
