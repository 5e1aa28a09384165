"""The result of one game: a line of games.jsonl, and a line of times.jsonl, which differs from run to run."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from cabotage.core.words import LANGUAGES


@dataclass(frozen=True)
class Failure:
    """A bot that raised an error or chose what was not offered; its seat loses."""

    seat: int
    bot: str
    code: str
    reason: dict[str, str]  # by language

    def __post_init__(self) -> None:
        if set(self.reason) != set(LANGUAGES):
            raise ValueError(f"a reason must have the languages {LANGUAGES}, not {set(self.reason)}")


@dataclass(frozen=True)
class Course:
    """Places, chances and points of each seat at some moments from the first decision to the end."""

    places: list[list[int]]
    chances: list[list[float]]  # by the game's quick estimate; at the end the shares of the win
    points: list[list[int]] | None  # None in games without points


@dataclass(frozen=True)
class GameResult:
    """The result of one game; see docs/reference/arena.md."""

    game: int
    round: int
    rotation: int
    seating: list[str]
    shares: list[float]  # of the win
    places: list[int]
    steps: int
    turns: int
    decisions: list[int]
    offered: list[list[int]]  # [number of offered choices, at how many decisions]
    course: Course
    luck: list[float] | None  # what the draws were worth to each seat; 0 after a failure; None if not adjusted
    failure: Failure | None = None
    first: int = 0  # the seat that began

    def line(self) -> str:
        """JSON on one line."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":")) + "\n"

    @staticmethod
    def parse(line: str | bytes) -> GameResult:
        """Parse a line; raises ValueError or TypeError if it is invalid."""
        data: Any = json.loads(line)
        if not isinstance(data, dict) or set(data) != {field.name for field in fields(GameResult)}:
            raise ValueError("not the result of a game")
        data["course"] = Course(**data["course"])
        data["failure"] = None if data["failure"] is None else Failure(**data["failure"])
        return GameResult(**data)


@dataclass(frozen=True)
class Thinking:
    """How long the bots of one game took: one line of times.jsonl."""

    game: int
    seconds: list[float]  # of each seat, in total
    longest: list[float]  # its longest decision

    def line(self) -> str:
        rounded = {"game": self.game} | {
            name: [round(value, 6) for value in getattr(self, name)] for name in ("seconds", "longest")
        }
        return json.dumps(rounded, separators=(",", ":")) + "\n"

    @staticmethod
    def parse(line: str | bytes) -> Thinking:
        return Thinking(**json.loads(line))
