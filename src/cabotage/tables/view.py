"""What a viewer of a table receives, as types; docs/reference/tables.md explains the fields.

The server adds its own fields in `server/api/responses.py`, and the page's types are generated from the result.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict  # pydantic cannot read the one in Python 3.11

Status = Literal["waiting", "running", "over"]
Scene = dict[str, Any]
Change = list[Any] | dict[str, Any]  # see difference.py


class SeatView(TypedDict):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    is_named: bool  # by a person; otherwise the name only says which seat it is
    rank: str | None
    rank_name: str | None
    is_away: bool
    is_taken_over: bool


class Step(TypedDict):
    """One row of the log as the viewer saw it. In memory games, only the last move has scenes and choices."""

    seq: int
    kind: str
    actor: int
    choice: str | None
    story: list[str]
    now: list[str]
    scene: Scene | None


class StoryLine(TypedDict):
    seq: int
    kind: str
    seat: int
    text: str
    now: NotRequired[str]  # only for the last move


class NotOffered(TypedDict):
    """Something that is not among the choices: a field of the choices with a value none of them has (`square K4`)."""

    what: str
    name: str
    why: str


class Clock(TypedDict):
    kind: Literal["turn", "days"]
    deadline_at: str | None
    seconds_left: float | None


class Result(TypedDict):
    places: list[int]
    score: list[float]
    winners: list[int]
    text: list[str]
    is_agreed: bool  # people have ended the game before its end: nobody won, and there are no places


class Vote(TypedDict):
    """Somebody has resigned: these seats can end the game together, and these want to."""

    voters: list[int]
    agreed: list[int]


class Gesture(TypedDict):
    """A greeting that points at a part of the board."""

    id: str
    part: str
    text: str


class Source(TypedDict):
    """The moment of another table from which this game continues."""

    table: str
    at: int


class TableFacts(TypedDict):
    """All but seats and choices, which the server declares with more fields."""

    table: str
    game: str
    rules_version: int
    status: Status
    is_over: bool  # now, also when an earlier moment is shown
    seq: int
    at: int
    viewer: int
    to_act: int
    scene: Scene
    steps: list[Step]
    story: list[StoryLine]
    not_offered: list[NotOffered]
    can_undo: bool
    clock: Clock | None
    result: Result | None
    vote: Vote | None
    options: dict[str, bool | int | str]
    phase: str
    has_secrets: bool
    has_memory: bool
    commitment: str
    nonces: list[dict[str, Any]]  # by listed seat
    lot: list[int] | None  # the listed seat at each place, if seats were drawn by lot
    revealed_seed: str | None
    digest: str | None
    gestures: list[Gesture]
    forked: Source | None


class StepUpdate(TypedDict):
    """A step whose scene is the difference to the scene before it."""

    seq: int
    kind: str
    actor: int
    choice: str | None
    story: list[str]
    now: list[str]
    scene: Change


class UpdateFacts(TypedDict):
    """What choices and draws change of a view; all other fields stay as they were."""

    type: Literal["update"]
    after: int  # the last row of the view that this changes
    seq: int
    viewer: int
    to_act: int
    steps: list[StepUpdate]
    not_offered: list[NotOffered]
    can_undo: bool
    clock: Clock | None
    phase: str


class Update(UpdateFacts):
    choices: list[Scene]


class TableView(TableFacts):
    seats: list[SeatView]
    choices: list[Scene]
