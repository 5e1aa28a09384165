"""Schemas of responses about clubs. Members are known by their number, never by their identity."""

from __future__ import annotations

from typing import Literal

from cabotage.server.api.responses import ResponseModel, TableCard


class ClubLink(ResponseModel):
    """Send the path to whoever shall join; the secret in it is shown only once."""

    club: str
    path: str


class ClubCard(ResponseModel):
    club: str
    name: str


class MyClubs(ResponseModel):
    clubs: list[ClubCard]


class MemberCard(ResponseModel):
    """`name` is null if they gave none."""

    number: int
    name: str | None
    is_organiser: bool
    is_me: bool


class ClubTable(TableCard):
    """A table of the club. `can_sit`: the caller has a seat there that they have not taken yet."""

    can_sit: bool
    tournament: str | None


class TournamentCard(ResponseModel):
    tournament: str
    name: str
    game: str
    game_name: str
    system: Literal["swiss", "round_robin"]
    made_at: str
    rounds: int  # that are open
    is_over: bool


class ClubView(ResponseModel):
    """A club as one of its members sees it."""

    club: str
    name: str
    is_organiser: bool
    members: list[MemberCard]
    tables: list[ClubTable]
    tournaments: list[TournamentCard]


class LadderStep(ResponseModel):
    """A member (`number`) or a bot (`rank`). `rating` is between `low` and `high` with 95% probability."""

    place: int
    number: int | None
    rank: str | None
    name: str | None
    rating: float
    low: float
    high: float
    played: int
    won: float


class Ladder(ResponseModel):
    """Sorted by `low`, so that a few lucky games do not lead it."""

    games: int
    steps: list[LadderStep]


class StandingCard(ResponseModel):
    """`points` are shares of the win; `opponents` is the mean of the points of those met."""

    place: int
    number: int
    name: str | None
    points: float
    opponents: float
    won: int
    played: int
    byes: int
    is_absent: bool


class SeatCard(ResponseModel):
    """A seat of a pairing: a member, or a bot if `number` is null. `share` is null until the table is over."""

    number: int | None
    name: str | None
    is_seated: bool
    share: float | None


class PairedTable(ResponseModel):
    """`table` is null if it could not be opened yet; ask for the round again."""

    table: str | None
    status: Literal["waiting", "running", "over", "gone"]
    can_sit: bool
    seats: list[SeatCard]


class RoundCard(ResponseModel):
    round: int
    tables: list[PairedTable]
    byes: list[int]


class TournamentView(ResponseModel):
    """A tournament with live standings. Rounds count from 1."""

    tournament: str
    club: str
    name: str
    game: str
    game_name: str
    options: dict[str, bool | int | str]
    seats: int
    system: Literal["swiss", "round_robin"]
    planned_rounds: int
    has_bots: bool
    rank: str
    is_organiser: bool
    is_over: bool
    can_open_round: bool  # all tables of the last round are over
    standings: list[StandingCard]
    rounds: list[RoundCard]


class NewTournamentId(ResponseModel):
    tournament: str
