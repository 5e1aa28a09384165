"""Schemas of responses about the analysis of finished games. All figures are shares of a win."""

from __future__ import annotations

from typing import Literal

from cabotage.server.api.responses import Choice, ErrorText, ResponseModel


class ErrorCounts(ResponseModel):
    inaccuracy: int
    mistake: int
    blunder: int


class SeatAnalysis(ResponseModel):
    """Start + luck + skill + gifts = result; luck is `draws`, by exact odds, and the rest.

    `adjusted` is the result without draws. `draws_noise` and `noise`: draws and skill are exact to so much.
    """

    seat: int
    start: float
    luck: float
    draws: float
    rest: float
    skill: float
    gifts: float
    result: float
    adjusted: float
    noise: float
    draws_noise: float
    errors: ErrorCounts


class AnalysedMoment(ResponseModel):
    """Every seat's chances after so many events, shown by row `at`: with open cards, and as each seat could know.

    `story` tells the last of these events.
    """

    seq: int
    at: int
    chances: list[float]
    known: list[float]
    story: str


class AnalysedChoice(ResponseModel):
    """A choice as it was offered, and what speaks for it."""

    choice: Choice
    reason: str


class AnalysedError(ResponseModel):
    """A choice that cost more than noise could explain. Row `at` shows the position before it."""

    seq: int
    at: int
    seat: int
    turn: int  # of the game, from 1
    chosen: AnalysedChoice
    best: AnalysedChoice
    cost: float
    noise: float
    verdict: Literal["inaccuracy", "mistake", "blunder"]


class GameStatistic(ResponseModel):
    """What players talk about: a figure of every seat at the end, and in its course after so many events."""

    name: str
    title: str
    values: list[int]
    course: list[tuple[int, list[int]]]


class GameAnalysis(ResponseModel):
    """`turning_points` are the `seq` of moments."""

    seats: list[SeatAnalysis]
    moments: list[AnalysedMoment]
    errors: list[AnalysedError]
    turning_points: list[int]
    statistics: list[GameStatistic]


class AnalysisProgress(ResponseModel):
    """One line: so many of all events are judged, the analysis if there is a new one, or why there is none."""

    done: int
    all: int
    analysis: GameAnalysis | None = None
    is_final: bool = False
    error: ErrorText | None = None
